// The operators' list of customers.

import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { Money } from '../../../ui/money.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import type { CustomerSummary } from '../../../../worker/contract/operators/customers.ts';
import {
  CUSTOMER_SEARCH_MAX_CHARACTERS,
  CUSTOMER_STATUSES,
  INACTIVE_AFTER_DAYS,
  shortId,
} from '../../../../worker/domain/customers.ts';
import { customersQuery } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';

const CHOICES = { status: ['all', ...CUSTOMER_STATUSES] } as const;

export function CustomersCard({ onView }: { readonly onView: (userId: string) => void }) {
  const t = useMessages(operatorsMessages.dashboard);
  const f = useFormat();
  const filter = useListFilter({
    choices: CHOICES,
    maxCharacters: CUSTOMER_SEARCH_MAX_CHARACTERS,
    address: useSearchParams(),
  });
  const query = useInfiniteQuery(customersQuery({ search: filter.search, status: filter.chosen.status }));
  return (
    <ListCard
      title={t('users.title')}
      query={query}
      rowsOf={(page) => page.users}
      rowKey={({ id }) => id}
      rowData={({ status }) => ({ 'data-status': status })}
      columns={useColumns(onView)}
      tableClass="admin-table admin-users"
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
        </>
      }
      texts={listTexts(t, 'users')}
      shown={(n) => t.count('users.shown', n, { n: f.integer(n) })}
      note={<Rules pricesAsOf={query.data?.pages[0]?.pricesAsOf} />}
    />
  );
}

function useColumns(onView: (userId: string) => void): readonly TableColumn<CustomerSummary>[] {
  const t = useMessages(operatorsMessages.dashboard);
  const f = useFormat();
  return [
    {
      key: 'user',
      label: t('users.columns.user'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'short'],
      render: ({ id, email, isOperator }) => (
        <>
          {email} {isOperator && <Badge tone="neutral">{t('users.operator')}</Badge>}
          <span className="sub num">{shortId(id)}</span>
        </>
      ),
    },
    {
      key: 'joined',
      label: t('users.columns.joined'),
      render: ({ createdAt }) => (
        <time className="num" dateTime={createdAt}>
          {f.dateTime(createdAt, 'date')}
        </time>
      ),
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
    {
      key: 'actions',
      label: t('users.columns.actions'),
      actions: true,
      skeleton: 'badge',
      render: ({ id, email }) => (
        <Button size="small" aria-label={t('users.viewNamed', { email })} onClick={() => onView(id)}>
          {t('users.view')}
        </Button>
      ),
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
