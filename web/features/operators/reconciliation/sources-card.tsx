// What each source last said, and what of it is explained.

import { isUnread } from '../../../ui/unread.ts';
import { useDayText } from '../../../i18n/use-day-text.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-reconciliation.json';
import type { ReconciliationOverview } from '../../../../worker/contract/operators/reconciliation.ts';
import { BANK_SOURCES } from '../../../../worker/domain/bank-files.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/data-state.tsx';
import { Table, type TableColumn } from '../../../ui/data-table.tsx';
import { StaleNote } from '../../../ui/note.tsx';
import { CopyableId } from '../frame/copyable-id.tsx';
import { Email } from '../frame/email.tsx';
import { useOverview } from './queries.ts';
import { useDaysText } from './use-days-text.ts';

type Source = ReconciliationOverview['sources'][number];

export function SourcesCard() {
  const t = useMessages(messages);
  const overview = useOverview();
  const { data, dataUpdatedAt } = overview;
  const columns = useColumns();
  const refetch = () => void overview.refetch();
  return (
    <Card title={t('overview.title')} aria-busy={overview.isPending}>
      {overview.isRefetchError && (
        <StaleNote readAt={dataUpdatedAt} onRetry={refetch} retrying={overview.isFetching} inset />
      )}
      {isUnread(overview) ? (
        <ErrorState title={t('error.title')} onRetry={refetch} retrying={overview.isFetching}>
          {t('error.text')}
        </ErrorState>
      ) : (
        <Table
          className="admin-table"
          caption={t('overview.title')}
          rows={data?.sources}
          rowKey={({ source }) => source}
          rowData={({ source }) => ({ 'data-source': source })}
          skeletons={2}
          columns={columns}
        />
      )}
      <div className="card-footer">
        <p className="small quiet">{t('overview.about')}</p>
      </div>
    </Card>
  );
}

function useColumns(): readonly TableColumn<Source>[] {
  const t = useMessages(messages);
  const f = useFormat();
  const daysText = useDaysText();
  return [
    {
      key: 'source',
      label: t('overview.source'),
      header: true,
      skeleton: 'line',
      render: ({ source }) => t(`sources.${source}`),
    },
    {
      key: 'file',
      label: t('overview.file'),
      className: 'admin-breaks',
      skeleton: ['line', 'line'],
      render: ({ file }) =>
        file === null ? (
          <span className="quiet">{t('overview.none')}</span>
        ) : (
          <>
            {file.label}
            <span className="sub">{daysText(file)}</span>
            <span className="sub">
              {f.dateTime(file.loadedAt, 'dayMonthTime')}, <Email>{file.loadedBy}</Email>
            </span>
            <span className="sub">
              <CopyableId value={file.sha256} of={t('overview.hashOf', { file: file.label })} />
            </span>
          </>
        ),
    },
    {
      key: 'closing',
      label: t('overview.closing'),
      className: 'admin-breaks num',
      skeleton: ['line', 'line'],
      render: ({ source, closing }) =>
        closing === null ? (
          <span className="quiet">{t('overview.none')}</span>
        ) : (
          <Closing source={source} closing={closing} />
        ),
    },
    {
      key: 'lines',
      label: t('overview.lines'),
      align: 'right',
      className: 'num',
      render: ({ lines }) => f.integer(lines),
    },
    {
      key: 'matched',
      label: t('overview.matched'),
      align: 'right',
      className: 'num',
      render: ({ matched }) => f.integer(matched),
    },
    {
      key: 'open',
      label: t('overview.open'),
      align: 'right',
      className: 'num',
      render: ({ open }) => f.integer(open),
    },
  ];
}

type ClosingProps = {
  readonly source: Source['source'];
  readonly closing: NonNullable<Source['closing']>;
};

/** What the bank says was there, beside what the ledger had. */
function Closing({ source, closing: { day, bankCents, ledgerCents, explained } }: ClosingProps) {
  const t = useMessages(messages.overview);
  const f = useFormat();
  const dayText = useDayText();
  const money = (cents: number) => f.money(cents, BANK_SOURCES[source].asset === 'usd' ? 'USD' : 'BRL');
  const [tone, word] = explained ? (['success', 'explained'] as const) : (['failed', 'unexplained'] as const);
  return (
    <>
      {money(bankCents)}
      <span className="sub">{dayText(day)}</span>
      <span className="sub">{t('ledger', { amount: money(ledgerCents) })}</span>
      <span className="sub">{t('difference', { amount: money(bankCents - ledgerCents) })}</span>
      <span className="sub">
        <Badge tone={tone}>{t(word)}</Badge>
      </span>
    </>
  );
}
