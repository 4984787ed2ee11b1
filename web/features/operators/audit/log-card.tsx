// The lines of the log: by whom, what and to whom, newest first, each with its details.

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminAuditWords } from '../../../i18n/words/admin-audit.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FilterBar, FilterSelect } from '../../../ui/filter-bar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Note } from '../../../ui/note.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { MACHINE } from '../../../../worker/contract/operators/audit-log.ts';
import { AUDIT_ACTIONS } from '../../../../worker/domain/audit.ts';
import { LineRow, LoadingRow } from './line-row.tsx';
import { type AuditLogLine, useAuditActors, useAuditLog } from './queries.ts';
import type { FilterState } from './use-filter.ts';
import '../../../styles/admin-audit.css';

const LineDialog = lazy(async () => ({ default: (await import('./line-dialog.tsx')).LineDialog }));

const SUBJECT_MAX_CHARACTERS = 254;
const SKELETONS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'] as const;

export function LogCard({ filter }: { readonly filter: FilterState }) {
  const t = useWords(adminAuditWords);
  const f = useFormat();
  const log = useAuditLog(filter.asked);
  const [opened, setOpened] = useState<{ line: AuditLogLine; open: boolean } | null>(null);
  const lines = log.data?.pages.flatMap((page) => page.lines);
  return (
    <Card title={t('list.title')} aria-busy={log.isPending || log.isPlaceholderData}>
      <Filters filter={filter} refreshing={log.isRefetching} onRefresh={() => void log.refetch()} />
      {log.isRefetchError && <Outdated readAt={log.dataUpdatedAt} />}
      {lines === undefined && log.isError ? (
        <ErrorState
          title={t('list.error.title')}
          onRetry={() => void log.refetch()}
          retrying={log.isFetching}
        >
          {t('list.error.text')}
        </ErrorState>
      ) : lines?.length === 0 ? (
        <Nothing filter={filter} />
      ) : (
        <Table>
          {lines === undefined
            ? SKELETONS.map((key) => <LoadingRow key={key} />)
            : lines.map((line) => (
                <LineRow key={line.seq} line={line} onOpen={(of) => setOpened({ line: of, open: true })} />
              ))}
        </Table>
      )}
      {lines !== undefined && lines.length > 0 && (
        <LoadMore
          shown={t.count('list.shown', lines.length, { n: f.integer(lines.length) })}
          more={log.hasNextPage}
          loading={log.isFetchingNextPage}
          failed={log.isFetchNextPageError}
          onMore={() => void log.fetchNextPage()}
        />
      )}
      <Suspense fallback={null}>
        {opened !== null && (
          <LineDialog
            open={opened.open}
            line={opened.line}
            onClose={() => setOpened({ ...opened, open: false })}
          />
        )}
      </Suspense>
    </Card>
  );
}

type FiltersProps = {
  readonly filter: FilterState;
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
};

function Filters({ filter, refreshing, onRefresh }: FiltersProps) {
  const t = useWords(adminAuditWords);
  const { data } = useAuditActors();
  const actors = [
    { value: '', label: t('list.anyone') },
    ...(data?.actors ?? []).map(({ id, email }) => ({ value: id, label: email })),
    ...(data?.hasMachine === true ? [{ value: MACHINE, label: t('list.machine') }] : []),
  ];
  const actions = [
    { value: '' as const, label: t('list.anything') },
    ...AUDIT_ACTIONS.map((value) => ({ value, label: t(`actions.${value}`) })),
  ];
  return (
    <FilterBar
      end={
        <IconButton
          icon="refresh"
          label={t(refreshing ? 'list.refreshing' : 'list.refresh')}
          outlined
          busy={refreshing}
          onClick={onRefresh}
        />
      }
    >
      <SearchInput
        label={t('list.search')}
        aria-label={t('list.searchLabel')}
        value={filter.typed}
        maxLength={SUBJECT_MAX_CHARACTERS}
        onChange={(event) => filter.setTyped(event.target.value)}
      />
      <FilterSelect
        label={t('list.actor')}
        value={filter.asked.actor}
        options={actors}
        onChange={filter.setActor}
      />
      <FilterSelect
        label={t('list.action')}
        value={filter.asked.action}
        options={actions}
        onChange={filter.setAction}
      />
    </FilterBar>
  );
}

function Table({ children }: { readonly children: ReactNode }) {
  const t = useWords(adminAuditWords);
  return (
    <table className="table table-cards admin-table audit-lines">
      <thead>
        <tr>
          <th scope="col">{t('list.columns.when')}</th>
          <th scope="col">{t('list.columns.who')}</th>
          <th scope="col">{t('list.columns.what')}</th>
          <th scope="col">{t('list.columns.whom')}</th>
          <th scope="col" className="admin-actions">
            {t('list.columns.details')}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Nothing({ filter }: { readonly filter: FilterState }) {
  const t = useWords(adminAuditWords);
  if (!filter.isFiltered)
    return <EmptyState title={t('list.empty.title')}>{t('list.empty.text')}</EmptyState>;
  return (
    <EmptyState
      title={t('list.none.title')}
      action={<Button onClick={filter.clear}>{t('list.none.action')}</Button>}
    >
      {t('list.none.text')}
    </EmptyState>
  );
}

function Outdated({ readAt }: { readonly readAt: number }) {
  const t = useWords(adminAuditWords);
  const f = useFormat();
  return (
    <div className="audit-outdated">
      <Note tone="warning" role="alert" title={t('list.outdated.title')}>
        {t('list.outdated.text', { time: f.dateTime(readAt, 'time') })}
      </Note>
    </div>
  );
}
