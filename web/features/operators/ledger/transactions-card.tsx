// The transactions of a period, of one type, or those found, by time or by size. Each opens its operation.

import { usePages } from '../../../api/paged.ts';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsLedgerMessages from '#messages/operators-ledger.json';
import transactionsMessages from '#messages/transactions.json';
import { Badge } from '../../../ui/badge.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { Weight } from '../../../ui/weight.tsx';
import type { LedgerTransaction } from '../../../../worker/contract/operators/ledger.ts';
import {
  LEDGER_ORDERS,
  LEDGER_PERIODS,
  LEDGER_SEARCH_MAX,
  type LedgerOrder,
} from '../../../../worker/domain/ledger-list.ts';
import { CURRENT_TYPES } from '../../../../worker/domain/transactions.ts';
import { ledgerTransactionsQuery } from './queries.ts';
import { Email } from '../frame/email.tsx';
import { SortButton } from '../frame/sort-button.tsx';
import { useTransactionName } from './use-transaction-name.ts';

/** The first period is the default; the menu has its own order. */
const CHOICES = {
  period: ['30d', ...LEDGER_PERIODS],
  type: ['all', ...CURRENT_TYPES],
  order: LEDGER_ORDERS,
} as const;

type Open = (operationId: string) => void;

export function LedgerTransactionsCard({ onOpen }: { readonly onOpen: Open }) {
  const t = useMessages(operatorsLedgerMessages);
  const transactionText = useMessages(transactionsMessages);
  const filter = useListFilter({
    choices: CHOICES,
    maxCharacters: LEDGER_SEARCH_MAX,
    address: useSearchParams(),
  });
  const { search, chosen } = filter;
  const period = filter.selectProps('period');
  return (
    <ListCard
      title={t('transactions.title')}
      query={usePages(ledgerTransactionsQuery({ ...chosen, find: search }))}
      rowsOf={(page) => page.movements}
      rowKey={({ transactionId }) => transactionId}
      rowData={({ transactionId }) => ({ 'data-transaction': transactionId })}
      columns={useColumns(onOpen, chosen.order, (order) => filter.choose('order', order))}
      tableClass="admin-table"
      skeletons={5}
      filter={{ isFiltered: search !== '', clear: () => filter.setTyped('') }}
      filters={
        <>
          <SearchInput label={t('transactions.find')} {...filter.searchProps} />
          <FilterSelect
            label={t('transactions.period')}
            options={LEDGER_PERIODS.map((value) => ({ value, label: t(`transactions.periods.${value}`) }))}
            {...period}
            // The server searches all periods.
            value={search === '' ? period.value : 'all'}
          />
          <FilterSelect
            label={t('transactions.type')}
            options={CHOICES.type.map((value) => ({
              value,
              label: value === 'all' ? t('transactions.anyType') : transactionText(`types.${value}`),
            }))}
            {...filter.selectProps('type')}
          />
          {/* A desk orders by the head of the table. */}
          <div className="filter-phone">
            <FilterSelect
              label={t('transactions.order')}
              options={LEDGER_ORDERS.map((value) => ({ value, label: t(`transactions.orders.${value}`) }))}
              {...filter.selectProps('order')}
            />
          </div>
        </>
      }
      texts={{
        error: { title: t('error.title'), text: t('error.text') },
        empty: { title: t('transactions.empty'), text: t('transactions.emptyText') },
        none: {
          title: t('transactions.none'),
          text: t('transactions.noneText'),
          action: t('transactions.clear'),
        },
      }}
      shown={(n) => t.count('transactions.shown', n)}
    />
  );
}

function useColumns(
  onOpen: Open,
  order: LedgerOrder,
  onOrder: (order: LedgerOrder) => void,
): readonly TableColumn<LedgerTransaction>[] {
  const t = useMessages(operatorsLedgerMessages);
  const f = useFormat();
  const nameOf = useTransactionName();
  const sortable = (label: string, by: LedgerOrder) => {
    const direction = order === by ? ('descending' as const) : null;
    return {
      label,
      sorted: direction ?? undefined,
      heading: (
        <SortButton direction={direction} onSort={() => onOrder(by)}>
          {label}
        </SortButton>
      ),
    };
  };
  return [
    {
      key: 'what',
      label: t('transactions.what'),
      header: true,
      render: (transaction) => (
        <button
          type="button"
          className="link"
          aria-label={t('transactions.open', {
            name: nameOf(transaction),
            customer: transaction.customer.email,
          })}
          onClick={() => onOpen(transaction.operationId)}
        >
          {nameOf(transaction)}
        </button>
      ),
    },
    {
      key: 'customer',
      label: t('transactions.customer'),
      className: 'admin-breaks',
      skeleton: ['short', 'short'],
      render: ({ customer }) => (
        <>
          {customer.name}
          <span className="sub">
            <Email>{customer.email}</Email>
          </span>
        </>
      ),
    },
    {
      key: 'time',
      ...sortable(t('transactions.time'), 'newest'),
      className: 'num',
      render: ({ settledAt }) => (
        <>
          <time dateTime={settledAt}>{f.dateTime(settledAt, 'dayMonthYear')}</time>
          <span className="sub">{f.dateTime(settledAt, 'time')}</span>
        </>
      ),
    },
    {
      key: 'amount',
      label: t('transactions.amount'),
      align: 'right',
      wide: true,
      render: ({ ouncesE4 }) =>
        ouncesE4 === null ? <span className="quiet">–</span> : <Weight ouncesE4={ouncesE4} ledger />,
    },
    {
      key: 'total',
      ...sortable(t('transactions.total'), 'largest'),
      align: 'right',
      render: ({ totalCents }) => f.amount(totalCents),
    },
    {
      key: 'status',
      label: t('transactions.status'),
      skeleton: 'badge',
      render: ({ reversed, proposed }) => {
        if (reversed) return <Badge tone="neutral">{t('transactions.reversed')}</Badge>;
        if (proposed) return <Badge tone="pending">{t('transactions.proposed')}</Badge>;
        return <Badge tone="success">{t('transactions.done')}</Badge>;
      },
    },
  ];
}
