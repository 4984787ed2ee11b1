// The list of customers: search, status, more on demand, and each one's details.

import type { ReactNode } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminDashboardWords } from '../../../i18n/words/admin-dashboard.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FilterBar, FilterSelect } from '../../../ui/filter-bar.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Note } from '../../../ui/note.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import {
  CUSTOMER_SEARCH_MAX_CHARACTERS,
  CUSTOMER_STATUSES,
  INACTIVE_AFTER_DAYS,
} from '../../../../worker/domain/customers.ts';
import { CustomerRow, LoadingRow } from './customer-row.tsx';
import { useCustomers } from './queries.ts';
import { useFilter } from './use-filter.ts';

const FILTERS = ['all', ...CUSTOMER_STATUSES] as const;
const SKELETONS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'] as const;

export function CustomersCard({ onView }: { readonly onView: (userId: string) => void }) {
  const t = useWords(adminDashboardWords);
  const f = useFormat();
  const { filter, typed, setTyped, setStatus, clear } = useFilter();
  const list = useCustomers(filter);
  const users = list.data?.pages.flatMap((page) => page.users);
  const filtered = filter.search !== '' || filter.status !== 'all';
  return (
    <Card title={t('users.title')} aria-busy={list.isPending || list.isPlaceholderData}>
      <FilterBar>
        <SearchInput
          label={t('users.search')}
          aria-label={t('users.searchLabel')}
          value={typed}
          maxLength={CUSTOMER_SEARCH_MAX_CHARACTERS}
          onChange={(event) => setTyped(event.target.value)}
        />
        <FilterSelect
          label={t('users.filter')}
          value={filter.status}
          onChange={setStatus}
          options={FILTERS.map((value) => ({ value, label: t(`users.filters.${value}`) }))}
        />
      </FilterBar>
      {list.isRefetchError && <Outdated readAt={list.dataUpdatedAt} />}
      {users === undefined && list.isError ? (
        <ErrorState
          title={t('users.error.title')}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        >
          {t('users.error.text')}
        </ErrorState>
      ) : users?.length === 0 ? (
        <Nobody filtered={filtered} onClear={clear} />
      ) : (
        <Table pricesAsOf={list.data?.pages[0]?.pricesAsOf}>
          {users === undefined
            ? SKELETONS.map((key) => <LoadingRow key={key} />)
            : users.map((user) => <CustomerRow key={user.id} user={user} onView={onView} />)}
        </Table>
      )}
      {users !== undefined && users.length > 0 && (
        <LoadMore
          shown={t.count('users.shown', users.length, { n: f.integer(users.length) })}
          more={list.hasNextPage}
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </Card>
  );
}

type TableProps = {
  /** The time of the prices; null where there is none, undefined while it is read. */
  readonly pricesAsOf: string | null | undefined;
  readonly children: ReactNode;
};

function Table({ pricesAsOf, children }: TableProps) {
  const t = useWords(adminDashboardWords);
  const f = useFormat();
  return (
    <>
      <table className="table table-cards admin-table admin-users">
        <thead>
          <tr>
            <th scope="col">{t('users.columns.user')}</th>
            <th scope="col">{t('users.columns.joined')}</th>
            <th scope="col" className="r">
              {t('users.columns.value')}
            </th>
            <th scope="col">{t('users.columns.status')}</th>
            <th scope="col" className="admin-actions">
              {t('users.columns.actions')}
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      <p className="admin-rule small quiet">
        {t('users.rule', { days: f.integer(INACTIVE_AFTER_DAYS) })}{' '}
        {pricesAsOf === null && t('users.unpriced')}
        {typeof pricesAsOf === 'string' && t('users.priced', { time: f.dateTime(pricesAsOf, 'clock') })}
      </p>
    </>
  );
}

function Nobody({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  const t = useWords(adminDashboardWords);
  if (!filtered) return <EmptyState title={t('users.empty.title')}>{t('users.empty.text')}</EmptyState>;
  return (
    <EmptyState
      title={t('users.none.title')}
      action={<Button onClick={onClear}>{t('users.none.action')}</Button>}
    >
      {t('users.none.text')}
    </EmptyState>
  );
}

function Outdated({ readAt }: { readonly readAt: number }) {
  const t = useWords(adminDashboardWords);
  const f = useFormat();
  return (
    <div className="admin-note">
      <Note tone="warning" role="alert" title={t('users.outdated.title')}>
        {t('users.outdated.text', { time: f.dateTime(readAt, 'time') })}
      </Note>
    </div>
  );
}
