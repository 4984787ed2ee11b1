// The lines of the audit log, newest first, each with its details.

import { afterwards } from '../../../api/afterwards.ts';
import { usePages } from '../../../api/paged.ts';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsAuditMessages from '#messages/operators-audit.json';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ANY_DAYS, FilterDays, FilterSelect } from '../../../ui/filter-bar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { useProblemText } from '../../../ui/problem-notice.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { type AuditLogLine, MACHINE } from '../../../../worker/contract/operators/audit-log.ts';
import { AUDIT_ACTIONS } from '../../../../worker/domain/audit.ts';
import { type AuditFilter, auditLogQuery, useAuditActors, useAuditExport } from './queries.ts';
import { Email } from '../frame/email.tsx';
import { Allowed } from '../frame/may.tsx';
import { Subject } from './subject.tsx';
import '../../../styles/operators.css';
import { lazyPart } from '../../../ui/lazy-part.ts';

const LineDialog = lazyPart(() => import('./line-dialog.tsx'), 'LineDialog');

const SUBJECT_MAX_CHARACTERS = 254;
const ANYONE: readonly [string, ...string[]] = [''];
const CHOICES = { actor: ANYONE, action: ['', ...AUDIT_ACTIONS], ...ANY_DAYS } as const;

export const useAuditFilter = () =>
  useListFilter({
    choices: CHOICES,
    maxCharacters: SUBJECT_MAX_CHARACTERS,
    address: useSearchParams(),
    searchName: 'subject',
  });

type Filter = ReturnType<typeof useAuditFilter>;

const askedOf = ({ search, chosen }: Filter): AuditFilter => ({ ...chosen, subject: search });

export function LogCard({ filter }: { readonly filter: Filter }) {
  const t = useMessages(operatorsAuditMessages);
  const f = useFormat();
  const query = usePages(auditLogQuery(askedOf(filter)));
  const [opened, setOpened] = useState<{ line: AuditLogLine; open: boolean } | null>(null);
  return (
    <>
      <ListCard
        title={t('list.title')}
        query={query}
        rowsOf={(page) => page.lines}
        rowKey={({ seq }) => seq}
        columns={useColumns((line) => setOpened({ line, open: true }))}
        tableClass="admin-table audit-lines"
        filter={filter}
        filters={<Filters filter={filter} />}
        filtersEnd={
          <IconButton
            icon="refresh"
            label={t(query.isRefetching ? 'list.refreshing' : 'list.refresh')}
            outlined
            busy={query.isRefetching}
            onClick={() => void query.refetch()}
          />
        }
        texts={listTexts(t, 'list')}
        shown={(n) => t.count('list.shown', n, { n: f.integer(n) })}
      />
      <Suspense fallback={null}>
        {opened !== null && (
          <LineDialog
            open={opened.open}
            line={opened.line}
            onClose={() => setOpened({ ...opened, open: false })}
          />
        )}
      </Suspense>
    </>
  );
}

function Filters({ filter }: { readonly filter: Filter }) {
  const t = useMessages(operatorsAuditMessages);
  const { data } = useAuditActors();
  const actors = [
    { value: '', label: t('list.anyone') },
    ...(data?.actors ?? []).map(({ id, email }) => ({ value: id, label: email })),
    ...(data?.hasMachine === true ? [{ value: MACHINE, label: t('list.machine') }] : []),
  ];
  const actions = CHOICES.action.map((value) => ({
    value,
    label: value === '' ? t('list.anything') : t(`actions.${value}`),
  }));
  return (
    <>
      <SearchInput label={t('list.search')} aria-label={t('list.searchLabel')} {...filter.searchProps} />
      <FilterSelect label={t('list.actor')} options={actors} {...filter.selectProps('actor')} />
      <FilterSelect label={t('list.action')} options={actions} {...filter.selectProps('action')} />
      <FilterDays filter={filter} />
    </>
  );
}

function useColumns(onOpen: (line: AuditLogLine) => void): readonly TableColumn<AuditLogLine>[] {
  const t = useMessages(operatorsAuditMessages);
  const f = useFormat();
  return [
    {
      key: 'when',
      label: t('list.columns.when'),
      className: 'num',
      skeleton: ['short', 'short'],
      render: ({ at }) => (
        <>
          <time dateTime={at}>{f.dateTime(at, 'date')}</time>
          <span className="sub">{f.dateTime(at, 'clock')}</span>
        </>
      ),
    },
    {
      key: 'who',
      label: t('list.columns.who'),
      className: 'admin-breaks audit-who',
      skeleton: 'line',
      render: ({ actor }) => <Email>{actor}</Email>,
    },
    {
      key: 'what',
      label: t('list.columns.what'),
      header: true,
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ action, note }) => (
        <>
          {t(`actions.${action}`)}
          {note !== null && <span className="sub">{note}</span>}
        </>
      ),
    },
    {
      key: 'whom',
      label: t('list.columns.whom'),
      className: 'admin-breaks audit-whom',
      skeleton: 'line',
      render: (line) => <Subject line={line} />,
    },
    {
      key: 'details',
      label: t('list.columns.details'),
      actions: true,
      skeleton: 'badge',
      render: (line) => (
        <Button size="small" aria-label={t('list.detailsOf', { seq: line.seq })} onClick={() => onOpen(line)}>
          {t('list.details')}
        </Button>
      ),
    },
  ];
}

/** Exports all lines that match the filter, not only the pages on the screen. */
export function ExportButton(props: { readonly filter: Filter }) {
  return (
    <Allowed to="audit.export">
      <Export {...props} />
    </Allowed>
  );
}

function Export({ filter }: { readonly filter: Filter }) {
  const t = useMessages(operatorsAuditMessages);
  const problemText = useProblemText();
  const exportLog = useAuditExport();
  const start = () =>
    afterwards(exportLog.mutateAsync(askedOf(filter)), {
      onSuccess: () =>
        showToast({ type: 'success', title: t('export.started.title'), message: t('export.started.text') }),
      onError: (error) => {
        const { what, next } = problemText(error);
        showToast({ type: 'error', title: what, message: next });
      },
    });
  return (
    <Button busy={exportLog.isPending} busyLabel={t('export.busy')} onClick={start}>
      {t('export.button')}
    </Button>
  );
}
