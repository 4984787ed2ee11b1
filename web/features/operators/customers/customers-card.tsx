// The operators' list of customers.

import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { Badge } from '../../../ui/badge.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { Money } from '../../../ui/money.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import type { CustomerSummary } from '../../../../worker/contract/operators/customers.ts';
import {
  CUSTOMER_ORDERS,
  CUSTOMER_SEARCH_MAX_CHARACTERS,
  CUSTOMER_STATUSES,
  type CustomerOrder,
  INACTIVE_AFTER_DAYS,
  shortId,
} from '../../../../worker/domain/customers.ts';
import { Email } from '../frame/email.tsx';
import { SortButton, type SortDirection } from '../frame/sort-button.tsx';
import { type CustomersFilter, customersQuery, useCustomerStats } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';

const CHOICES = { status: ['all', ...CUSTOMER_STATUSES], order: CUSTOMER_ORDERS } as const;

export function CustomersCard({ onView }: { readonly onView: (userId: string) => void }) {
  const t = useMessages(operatorsMessages.dashboard);
  const f = useFormat();
  const filter = useListFilter({
    choices: CHOICES,
    maxCharacters: CUSTOMER_SEARCH_MAX_CHARACTERS,
    address: useSearchParams(),
  });
  const { status, order } = filter.chosen;
  const query = useInfiniteQuery(customersQuery({ search: filter.search, status, order }));
  const total = useTotal(status, filter.search !== '');
  return (
    <ListCard
      title={t('users.title')}
      query={query}
      rowsOf={(page) => page.users}
      rowKey={({ id }) => id}
      rowData={({ status: one }) => ({ 'data-status': one })}
      columns={useColumns(onView, order, (next) => filter.choose('order', next))}
      tableClass="admin-table admin-users"
      skeletons={14}
      filter={filter}
      filters={
        <>
          <SearchInput
            label={t('users.search')}
            aria-label={t('users.searchLabel')}
            {...filter.searchProps}
          />
          <FilterSelect
            label={t('users.filter')}
            options={CHOICES.status.map((value) => ({ value, label: t(`users.filters.${value}`) }))}
            {...filter.selectProps('status')}
          />
          <FilterSelect
            label={t('users.order')}
            options={CHOICES.order.map((value) => ({ value, label: t(`users.orders.${value}`) }))}
            {...filter.selectProps('order')}
          />
        </>
      }
      texts={listTexts(t, 'users')}
      shown={(n) =>
        query.hasNextPage && total !== null && total > n
          ? t('users.shownOf', { n: f.integer(n), total: f.integer(total) })
          : t.count('users.shown', n, { n: f.integer(n) })
      }
      note={<Rules pricesAsOf={query.data?.pages[0]?.pricesAsOf} />}
    />
  );
}

/** How many there are of a status, counted with the totals above the list; null for a search, which nobody counts. */
function useTotal(status: CustomersFilter['status'], isSearch: boolean): number | null {
  const { data } = useCustomerStats();
  return data === undefined || isSearch ? null : data.listed[status];
}

type ColumnsOf = readonly TableColumn<CustomerSummary>[];

function useColumns(
  onView: (userId: string) => void,
  order: CustomerOrder,
  onOrder: (order: CustomerOrder) => void,
): ColumnsOf {
  const t = useMessages(operatorsMessages.dashboard);
  const f = useFormat();
  /** A first press orders by the latest, another by the earliest. */
  const sortable = (label: string, latest: CustomerOrder, earliest: CustomerOrder) => {
    const direction: SortDirection | null =
      order === latest ? 'descending' : order === earliest ? 'ascending' : null;
    return {
      label,
      sorted: direction ?? undefined,
      heading: (
        <SortButton
          direction={direction}
          onSort={() => onOrder(direction === 'descending' ? earliest : latest)}
        >
          {label}
        </SortButton>
      ),
    };
  };
  const date = (at: string) => (
    <time className="num" dateTime={at}>
      {f.dateTime(at, 'date')}
    </time>
  );
  return [
    {
      key: 'name',
      label: t('users.columns.name'),
      header: true,
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ id, fullName, email, isOperator }) => (
        <>
          <button
            type="button"
            className="link"
            aria-label={t('users.viewNamed', { name: fullName, email })}
            onClick={() => onView(id)}
          >
            {fullName}
          </button>{' '}
          <span className="admin-short-id num">{shortId(id)}</span>{' '}
          {isOperator && <Badge tone="neutral">{t('users.operator')}</Badge>}
        </>
      ),
    },
    {
      key: 'email',
      label: t('users.columns.email'),
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ email }) => <Email>{email}</Email>,
    },
    {
      key: 'joined',
      ...sortable(t('users.columns.joined'), 'newest', 'oldest'),
      render: ({ createdAt }) => date(createdAt),
    },
    {
      key: 'active',
      ...sortable(t('users.columns.active'), 'active', 'silent'),
      render: ({ lastActiveAt }) => date(lastActiveAt),
    },
    {
      key: 'value',
      label: t('users.columns.value'),
      align: 'right',
      render: ({ valueCents }) => <Money cents={valueCents} bare />,
    },
    {
      key: 'status',
      label: t('users.columns.status'),
      skeleton: 'badge',
      render: ({ status }) => <StatusBadge status={status} />,
    },
  ];
}

/** What counts as inactive, and the time of the prices: null where there is none, undefined while loading. */
function Rules({ pricesAsOf }: { readonly pricesAsOf: string | null | undefined }) {
  const t = useMessages(operatorsMessages.dashboard);
  const f = useFormat();
  return (
    <p className="admin-rule small quiet">
      {t('users.rule', { days: f.integer(INACTIVE_AFTER_DAYS) })} {pricesAsOf === null && t('users.unpriced')}
      {typeof pricesAsOf === 'string' && t('users.priced', { time: f.dateTime(pricesAsOf, 'clock') })}
    </p>
  );
}
