// The operators' list of customers.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { Badge } from '../../../ui/badge.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { FilterSelect, FoldedDays } from '../../../ui/filter-bar.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { Money } from '../../../ui/money.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import type { CustomerSummary } from '../../../../worker/contract/operators/customers.ts';
import { type CustomerOrder, INACTIVE_AFTER_DAYS, shortId } from '../../../../worker/domain/customers.ts';
import { Email } from '../frame/email.tsx';
import { SortButton, type SortDirection } from '../frame/sort-button.tsx';
import { type CustomersFilter, useCustomerStats } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';
import { CUSTOMERS_CHOICES, type CustomersList } from './use-customers-list.ts';

/** The button of a customer's line, which gets the focus back from the details. */
export const rowButtonId = (userId: string): string => `customer-${userId}`;

type CustomersCardProps = {
  readonly list: CustomersList;
  /** Whose details are open. */
  readonly shown: string | null;
  readonly onView: (userId: string) => void;
};

export function CustomersCard({ list: { filter, query }, shown, onView }: CustomersCardProps) {
  const t = useMessages(operatorsMessages.dashboard);
  const f = useFormat();
  const { status, order, from, until } = filter.chosen;
  const total = useTotal(status, filter.search !== '' || from !== '' || until !== '');
  return (
    <ListCard
      title={t('users.title')}
      query={query}
      rowsOf={(page) => page.users}
      rowKey={({ id }) => id}
      rowData={({ id, status: one }) => ({ 'data-status': one, 'data-shown': id === shown })}
      columns={useColumns({ shown, onView }, order, (next) => filter.choose('order', next))}
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
            options={CUSTOMERS_CHOICES.status.map((value) => ({ value, label: t(`users.filters.${value}`) }))}
            {...filter.selectProps('status')}
          />
          <FoldedDays label={t('users.joinedDays')} filter={filter} />
          {/* A desk orders by the head of the table. */}
          <div className="filter-phone">
            <FilterSelect
              label={t('users.order')}
              options={CUSTOMERS_CHOICES.order.map((value) => ({ value, label: t(`users.orders.${value}`) }))}
              {...filter.selectProps('order')}
            />
          </div>
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

/** How many there are of a status, counted with the totals above the list; null for a search, for days and for the frozen, which nobody counts. */
function useTotal(status: CustomersFilter['status'], isNarrower: boolean): number | null {
  const { data } = useCustomerStats();
  return data === undefined || isNarrower || status === 'frozen' ? null : data.listed[status];
}

type ColumnsOf = readonly TableColumn<CustomerSummary>[];

function useColumns(
  { shown, onView }: Pick<CustomersCardProps, 'shown' | 'onView'>,
  order: CustomerOrder,
  onOrder: (order: CustomerOrder) => void,
): ColumnsOf {
  const t = useMessages(operatorsMessages.dashboard);
  const f = useFormat();
  /** A first press orders by the most, another by the least, or as at first. */
  const sortable = (label: string, most: CustomerOrder, least: CustomerOrder | null = null) => {
    const direction: SortDirection | null =
      order === most ? 'descending' : order === least ? 'ascending' : null;
    return {
      label,
      sorted: direction ?? undefined,
      heading: (
        <SortButton
          direction={direction}
          onSort={() => onOrder(direction === 'descending' ? (least ?? 'newest') : most)}
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
      render: ({ id, fullName, email, isOperator, freeze }) => (
        <>
          <button
            type="button"
            id={rowButtonId(id)}
            className="link row-button"
            aria-current={id === shown ? true : undefined}
            aria-label={t('users.viewNamed', { name: fullName, email })}
            onClick={() => onView(id)}
          >
            {fullName}
          </button>{' '}
          <span className="admin-short-id num">{shortId(id)}</span>{' '}
          {isOperator && <Badge tone="neutral">{t('users.operator')}</Badge>}{' '}
          {freeze !== null && <Badge tone="paused">{t('users.frozen')}</Badge>}
        </>
      ),
    },
    {
      key: 'email',
      label: t('users.columns.email'),
      className: 'admin-breaks customer-email',
      skeleton: 'line',
      render: ({ email }) => <Email>{email}</Email>,
    },
    {
      key: 'joined',
      ...sortable(t('users.columns.joined'), 'newest', 'oldest'),
      wide: true,
      className: 'customer-joined',
      render: ({ createdAt }) => date(createdAt),
    },
    {
      key: 'active',
      ...sortable(t('users.columns.active'), 'active', 'silent'),
      className: 'customer-active',
      render: ({ lastActiveAt }) => date(lastActiveAt),
    },
    {
      key: 'value',
      label: t('users.columns.value'),
      align: 'right',
      className: 'customer-value',
      render: ({ valueCents }) => <Money cents={valueCents} bare />,
    },
    {
      key: 'pending',
      ...sortable(t('users.columns.pending'), 'pending'),
      align: 'right',
      wide: true,
      className: 'customer-pending',
      // Few have any: the others say nothing.
      render: ({ pendingCents }) => pendingCents > 0 && <Money cents={pendingCents} bare />,
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
