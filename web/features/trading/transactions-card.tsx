// Recent transactions: search in the texts on the screen, a status filter, more on demand, each with its receipt.

import { usePages } from '../../api/paged.ts';
import { Suspense, useState } from 'react';
import { RateContext, useDisplay } from '../../i18n/display.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import transactionsMessages from '#messages/transactions.json';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, type TableColumn } from '../../ui/data-table.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Value } from '../../ui/value.tsx';
import { Weight } from '../../ui/weight.tsx';
import { SearchInput } from '../../ui/text-input.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useListFilter } from '../../ui/use-list-filter.ts';
import { SEARCH_MAX_CHARACTERS, type Transaction } from '../../../worker/contract/transactions.ts';
import { cashChangeCents } from '../../../worker/domain/transactions.ts';
import { useRateAt } from './receipt-rate.ts';
import { TransactionsFile } from './transactions-file.tsx';
import { transactionsQuery, type TransactionsSource } from './transactions-query.ts';
import { centsIn, storedTerms, VOCABULARY } from './transactions-search.ts';
import '../../styles/dashboard.css';
import { lazyPart } from '../../ui/lazy-part.ts';

const WithdrawalStatus = lazyPart(() => import('./withdrawal/withdrawal-status.tsx'), 'WithdrawalStatus', {
  unasked: true,
});

const CHOICES = { status: ['all', 'completed', 'pending', 'failed'] } as const;
const SKELETONS = 4;

const TONES: Readonly<Record<Transaction['status'], BadgeTone>> = {
  completed: 'success',
  pending: 'pending',
  failed: 'failed',
};

type TransactionsCardProps = {
  readonly masked: boolean;
  readonly onOpen: (transaction: Transaction) => void;
  /** Absent in the operators' read-only view. */
  readonly onDeposit?: () => void;
  readonly source?: TransactionsSource;
};

export function TransactionsCard({ masked, onOpen, onDeposit, source }: TransactionsCardProps) {
  const t = useMessages(transactionsMessages);
  const f = useFormat();
  const filter = useListFilter({ choices: CHOICES, maxCharacters: SEARCH_MAX_CHARACTERS });
  const { search, chosen } = filter;
  const asked = {
    status: chosen.status,
    search,
    terms: storedTerms(search, VOCABULARY),
    cents: centsIn(search, f.locale),
  };
  const query = usePages(transactionsQuery(asked, source));
  const searchedTo = query.data?.pages.at(-1)?.searchedTo;
  const date = searchedTo === undefined ? '' : f.dateTime(searchedTo, 'dayMonthYear');
  return (
    <ListCard
      title={t('title')}
      className="transactions"
      query={query}
      rowsOf={(page) => page.transactions}
      rowKey={({ id }) => id}
      rowData={({ status, type }) => ({ 'data-status': status, 'data-type': type })}
      rowClass="transaction"
      columns={useColumns(masked, onOpen, source === undefined)}
      skeletons={SKELETONS}
      note={
        <>
          <RateNote />
          {source === undefined && <TransactionsFile filter={asked} />}
        </>
      }
      filter={filter}
      aside={
        <div className="transactions-filters">
          <SearchInput label={t('search')} aria-label={t('searchLabel')} {...filter.searchProps} />
          <SegmentedControl
            label={t('filter')}
            options={CHOICES.status.map((value) => ({ value, label: t(`filters.${value}`) }))}
            {...filter.selectProps('status')}
          />
        </div>
      }
      texts={{
        error: { title: t('error.title'), text: t('error.text') },
        empty: { title: t('empty.title'), text: t('empty.text') },
        none:
          searchedTo === undefined
            ? { title: t('none.title'), text: t('none.text'), action: t('none.action') }
            : { title: t('older.title'), text: t('older.text', { date }), action: t('none.action') },
        more: {
          action: t(searchedTo === undefined ? 'loadMore' : 'older.action'),
          busy: t('loadingMore'),
          failed: t('moreError'),
        },
      }}
      emptyAction={onDeposit && <Button onClick={onDeposit}>{t('empty.action')}</Button>}
      shown={(n, { total, atLeast }) => {
        if (searchedTo !== undefined) return t.count('older.shown', n, { n: f.integer(n), date });
        if (n >= total) return t.count('shown', n, { n: f.integer(n) });
        return t(atLeast === true ? 'shownOfAtLeast' : 'shownOf', {
          n: f.integer(n),
          total: f.integer(total),
        });
      }}
    />
  );
}

/** The skeleton of the card, before it is known whose transactions it shows. */
export function TransactionsLoading() {
  const t = useMessages(transactionsMessages);
  return (
    <Card title={t('title')} className="transactions" aria-busy>
      <Table
        columns={useColumns(false, () => undefined, true)}
        rowKey={({ id }) => id}
        rowClass="transaction"
        skeletons={SKELETONS}
      />
    </Card>
  );
}

function useColumns(
  masked: boolean,
  onOpen: (transaction: Transaction) => void,
  own: boolean,
): readonly TableColumn<Transaction>[] {
  const t = useMessages(transactionsMessages);
  const f = useFormat();
  const isInDollars = useDisplay().beside === null;
  return [
    {
      key: 'date',
      label: t('columns.date'),
      className: 'transaction-date',
      render: ({ createdAt }) => (
        <>
          <span className="num">{f.dateTime(createdAt, 'dayMonth')}</span>{' '}
          <span className="quiet num">{f.dateTime(createdAt, 'time')}</span>
        </>
      ),
    },
    {
      key: 'type',
      label: t('columns.type'),
      className: 'transaction-type',
      // The button covers the whole row (styles/dashboard.css).
      render: (transaction) => {
        const { type, reversedType, createdAt } = transaction;
        const name = reversedType === undefined ? t(`types.${type}`) : t(`undone.${reversedType}`);
        return (
          <button
            type="button"
            className="transaction-open"
            onClick={() => onOpen(transaction)}
            aria-label={t('open', { type: name, date: f.dateTime(createdAt, 'dayMonth') })}
          >
            {name}
          </button>
        );
      },
    },
    {
      key: 'what',
      label: t('columns.what'),
      className: 'transaction-what',
      render: (transaction) => <What transaction={transaction} />,
    },
    {
      key: 'amount',
      label: t('columns.amount'),
      align: 'right',
      className: 'transaction-amount',
      render: ({ ouncesE4 }) =>
        ouncesE4 === null ? (
          <span className="quiet transaction-nil">–</span>
        ) : (
          <Weight ouncesE4={ouncesE4} masked={masked} />
        ),
    },
    {
      key: 'total',
      label: t('columns.total'),
      align: 'right',
      className: 'transaction-total',
      skeleton: isInDollars ? 'line' : ['line', 'short'],
      render: (transaction) => <Total transaction={transaction} masked={masked} />,
    },
    {
      key: 'status',
      label: t('columns.status'),
      className: 'transaction-status',
      skeleton: 'badge',
      render: ({ id, type, status, reversedBy }) => {
        if (reversedBy !== undefined) return <Badge tone="neutral">{t('reversed')}</Badge>;
        const badge = <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>;
        if (type !== 'withdrawal' || !own) return badge;
        return (
          <Suspense fallback={badge}>
            <WithdrawalStatus id={id}>{badge}</WithdrawalStatus>
          </Suspense>
        );
      },
    },
  ];
}

function What({ transaction }: { readonly transaction: Transaction }) {
  const t = useMessages(transactionsMessages);
  const names = useMessages(commonMessages);
  const f = useFormat();
  if (transaction.metal !== null) return names(`metals.${transaction.metal}`);
  const { method, announcedCents } = transaction;
  if (method === null) return '–';
  return (
    <>
      {t(`methods.${method}`)}
      {announcedCents !== undefined && (
        <span className="sub">{t('announced', { amount: f.money(announcedCents) })}</span>
      )}
    </>
  );
}

type TotalProps = { readonly transaction: Transaction; readonly masked: boolean };

/** At the exchange rate of its time, like its receipt. */
function Total(props: TotalProps) {
  const [shownAt] = useState(() => Date.now());
  return (
    <RateContext value={useRateAt(props.transaction.createdAt, shownAt)}>
      <BalanceChange {...props} />
    </RateContext>
  );
}

/** The change of the balance. A failed transaction changed nothing: its total has no sign and a muted colour. */
function BalanceChange({ transaction, masked }: TotalProps) {
  const { status, totalCents } = transaction;
  if (status === 'failed') {
    return (
      <span className="quiet">
        <Value cents={totalCents} masked={masked} />
      </span>
    );
  }
  return <Value cents={cashChangeCents(transaction)} sign="always" masked={masked} />;
}

/** Where reais stand, which rate they are at. */
function RateNote() {
  const t = useMessages(transactionsMessages);
  if (useDisplay().beside === null) return null;
  return <p className="tiny quiet card-note">{t('rateNote')}</p>;
}
