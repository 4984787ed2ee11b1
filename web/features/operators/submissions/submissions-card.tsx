// The list of submissions: search, type, whether they reached the webhook, the filtered list as a file, more on demand.

import type { ReactNode } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminSubmissionsWords } from '../../../i18n/words/admin-submissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FilterBar, FilterSelect } from '../../../ui/filter-bar.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Note } from '../../../ui/note.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { SUBMISSION_SEARCH_MAX_CHARACTERS } from '../../../../worker/contract/operators/submissions.ts';
import { ExportButton } from './export-button.tsx';
import { useSubmissionCounters, useSubmissions } from './queries.ts';
import { LoadingRow, SubmissionRow } from './submission-row.tsx';
import type { useFilter } from './use-filter.ts';
import '../../../styles/admin-lists.css';

/** In the specification's order. */
const TYPES = ['all', 'signup', 'contact', 'login', 'deposit', 'trade'] as const;
const FORWARDINGS = ['all', 'failed'] as const;
const SKELETONS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'] as const;

type SubmissionsCardProps = {
  readonly filtering: ReturnType<typeof useFilter>;
  readonly onView: (id: string) => void;
};

export function SubmissionsCard({ filtering, onView }: SubmissionsCardProps) {
  const t = useWords(adminSubmissionsWords);
  const { filter, clear } = filtering;
  const list = useSubmissions(filter);
  const hasWebhook = useSubmissionCounters().data?.hasWebhook ?? true;
  const found = list.data?.pages.flatMap((page) => page.submissions);
  const filtered = filter.search !== '' || filter.type !== 'all' || filter.forwarding !== 'all';
  return (
    <Card title={t('list.title')} aria-busy={list.isPending || list.isPlaceholderData}>
      <Filters filtering={filtering} nothing={found?.length === 0} />
      {list.isRefetchError && <Outdated readAt={list.dataUpdatedAt} />}
      {found === undefined && list.isError ? (
        <ErrorState
          title={t('list.error.title')}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        >
          {t('list.error.text')}
        </ErrorState>
      ) : found?.length === 0 ? (
        <Nothing filtered={filtered} onClear={clear} />
      ) : (
        <Table>
          {found === undefined
            ? SKELETONS.map((key) => <LoadingRow key={key} />)
            : found.map((submission) => (
                <SubmissionRow
                  key={submission.id}
                  submission={submission}
                  hasWebhook={hasWebhook}
                  onView={onView}
                />
              ))}
        </Table>
      )}
      {found !== undefined && found.length > 0 && (
        <LoadMore
          shown={t.count('list.shown', found.length)}
          more={list.hasNextPage}
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </Card>
  );
}

type FiltersProps = Pick<SubmissionsCardProps, 'filtering'> & { readonly nothing: boolean };

function Filters({ filtering, nothing }: FiltersProps) {
  const t = useWords(adminSubmissionsWords);
  const { filter, typed, setTyped, setType, setForwarding } = filtering;
  return (
    <FilterBar end={<ExportButton filter={filter} disabled={nothing} />}>
      <SearchInput
        label={t('list.search')}
        aria-label={t('list.searchLabel')}
        value={typed}
        maxLength={SUBMISSION_SEARCH_MAX_CHARACTERS}
        onChange={(event) => setTyped(event.target.value)}
      />
      <FilterSelect
        label={t('list.type')}
        value={filter.type}
        onChange={setType}
        options={TYPES.map((value) => ({ value, label: t(`list.types.${value}`) }))}
      />
      <FilterSelect
        label={t('list.forwarding')}
        value={filter.forwarding}
        onChange={setForwarding}
        options={FORWARDINGS.map((value) => ({ value, label: t(`list.forwardings.${value}`) }))}
      />
    </FilterBar>
  );
}

function Table({ children }: { readonly children: ReactNode }) {
  const t = useWords(adminSubmissionsWords);
  return (
    <table className="table table-cards admin-table">
      <thead>
        <tr>
          <th scope="col">{t('list.columns.type')}</th>
          <th scope="col">{t('list.columns.date')}</th>
          <th scope="col">{t('list.columns.email')}</th>
          <th scope="col" className="admin-wide">
            {t('list.columns.phone')}
          </th>
          <th scope="col">{t('list.columns.webhook')}</th>
          <th scope="col" className="admin-actions">
            {t('list.columns.actions')}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Nothing({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  const t = useWords(adminSubmissionsWords);
  if (!filtered) return <EmptyState title={t('list.empty.title')}>{t('list.empty.text')}</EmptyState>;
  return (
    <EmptyState
      title={t('list.none.title')}
      action={<Button onClick={onClear}>{t('list.none.action')}</Button>}
    >
      {t('list.none.text')}
    </EmptyState>
  );
}

function Outdated({ readAt }: { readonly readAt: number }) {
  const t = useWords(adminSubmissionsWords);
  const f = useFormat();
  return (
    <div className="admin-list-note">
      <Note tone="warning" role="alert" title={t('list.outdated.title')}>
        {t('list.outdated.text', { time: f.dateTime(readAt, 'time') })}
      </Note>
    </div>
  );
}
