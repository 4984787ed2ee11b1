// The list of submissions, with its filter and its export.

import { afterwards } from '../../../api/afterwards.ts';
import { usePages } from '../../../api/paged.ts';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsSubmissionsMessages from '#messages/operators-submissions.json';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ANY_DAYS, FilterDays, FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import {
  SUBMISSION_SEARCH_MAX_CHARACTERS,
  type SubmissionSummary,
} from '../../../../worker/contract/operators/submissions.ts';
import { Email } from '../frame/email.tsx';
import { Allowed } from '../frame/may.tsx';
import { phoneText } from '../../../../worker/domain/phone-text.ts';
import { ForwardBadge } from './forward-badge.tsx';
import { type SubmissionsFilter, submissionsQuery, useExport, useSubmissionCounters } from './queries.ts';
import '../../../styles/operators.css';

/** In the specification's order. `webhook` is also the name of the URL's parameter. */
const CHOICES = {
  type: ['all', 'signup', 'contact', 'login', 'deposit', 'trade'],
  webhook: ['all', 'failed'],
  ...ANY_DAYS,
} as const;

export const useSubmissionsFilter = () =>
  useListFilter({
    choices: CHOICES,
    maxCharacters: SUBMISSION_SEARCH_MAX_CHARACTERS,
    address: useSearchParams(),
  });

type SubmissionsCardProps = {
  readonly filter: ReturnType<typeof useSubmissionsFilter>;
  readonly onView: (id: string) => void;
};

export function SubmissionsCard({ filter, onView }: SubmissionsCardProps) {
  const t = useMessages(operatorsSubmissionsMessages);
  const { webhook, ...chosen } = filter.chosen;
  const asked = { ...chosen, search: filter.search, forwarding: webhook };
  const query = usePages(submissionsQuery(asked));
  const nothing = query.data?.pages[0]?.submissions.length === 0;
  return (
    <ListCard
      title={t('list.title')}
      query={query}
      rowsOf={(page) => page.submissions}
      rowKey={({ id }) => id}
      rowData={({ id, type }) => ({ 'data-type': type, 'data-submission': id })}
      columns={useColumns(onView)}
      tableClass="admin-table"
      filter={filter}
      filters={
        <>
          <SearchInput label={t('list.search')} aria-label={t('list.searchLabel')} {...filter.searchProps} />
          <FilterSelect
            label={t('list.type')}
            options={CHOICES.type.map((value) => ({ value, label: t(`list.types.${value}`) }))}
            {...filter.selectProps('type')}
          />
          <FilterSelect
            label={t('list.forwarding')}
            options={CHOICES.webhook.map((value) => ({ value, label: t(`list.forwardings.${value}`) }))}
            {...filter.selectProps('webhook')}
          />
          <FilterDays filter={filter} />
        </>
      }
      filtersEnd={
        <Allowed to="submissions.export">
          <ExportButton filter={asked} disabled={nothing} />
        </Allowed>
      }
      texts={listTexts(t, 'list')}
      shown={(n) => t.count('list.shown', n)}
    />
  );
}

function useColumns(onView: (id: string) => void): readonly TableColumn<SubmissionSummary>[] {
  const t = useMessages(operatorsSubmissionsMessages);
  const f = useFormat();
  const hasWebhook = useSubmissionCounters().data?.hasWebhook ?? true;
  return [
    {
      key: 'type',
      label: t('list.columns.type'),
      header: true,
      render: ({ type }) => t(`type.${type}`),
    },
    {
      key: 'date',
      label: t('list.columns.date'),
      render: ({ submittedAt }) => (
        <time className="num" dateTime={submittedAt}>
          {f.dateTime(submittedAt, 'dayMonthYear')}{' '}
          <span className="sub">{f.dateTime(submittedAt, 'clock')}</span>
        </time>
      ),
    },
    {
      key: 'email',
      label: t('list.columns.email'),
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ email }) => <Email>{email}</Email>,
    },
    {
      key: 'phone',
      label: t('list.columns.phone'),
      wide: true,
      className: 'num',
      render: ({ phone }) =>
        phone === null ? <span className="quiet">{t('details.noPhone')}</span> : phoneText(phone),
    },
    {
      key: 'webhook',
      label: t('list.columns.webhook'),
      skeleton: 'badge',
      render: ({ forwarding }) => <ForwardBadge state={forwarding.state} hasWebhook={hasWebhook} />,
    },
    {
      key: 'actions',
      label: t('list.columns.actions'),
      actions: true,
      skeleton: 'badge',
      render: ({ id, type, email, submittedAt }) => {
        const date = `${f.dateTime(submittedAt, 'dayMonthYear')}, ${f.dateTime(submittedAt, 'clock')}`;
        const name = t('list.viewNamed', { type: t(`type.${type}`), email, date });
        return (
          <Button size="small" aria-label={name} onClick={() => onView(id)}>
            {t('list.view')}
          </Button>
        );
      },
    },
  ];
}

type ExportButtonProps = { readonly filter: SubmissionsFilter; readonly disabled: boolean };

/** Exports the whole filtered list, not only the pages on the screen. */
function ExportButton({ filter, disabled }: ExportButtonProps) {
  const t = useMessages(operatorsSubmissionsMessages);
  const showError = useErrorToast();
  const exportList = useExport();
  const start = () =>
    afterwards(exportList.mutateAsync(filter), {
      onSuccess({ rows }) {
        showToast({ type: 'success', title: t('export.done.title'), message: t.count('export.done', rows) });
      },
      onError: (error) => showError(t('export.failed'), error),
    });
  return (
    <Button
      size="small"
      disabled={disabled}
      busy={exportList.isPending}
      busyLabel={t('export.busy')}
      onClick={start}
    >
      {t('export.button')}
    </Button>
  );
}
