// Every file that was loaded, what its lines say, and setting a wrong one aside: one operator proposes, another approves (P107).

import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-reconciliation.json';
import type { BankFilesPage } from '../../../../worker/contract/operators/reconciliation.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { useMay } from '../frame/may.tsx';
import { filesQuery } from './queries.ts';
import { useDaysText } from './use-days-text.ts';

export type ListedFile = BankFilesPage['files'][number];
/** What is asked about a file: setting it aside is proposed, approved or dropped. */
export type AskedOfFile = { readonly how: 'propose' | 'approve' | 'drop'; readonly file: ListedFile };

type FilesCardProps = {
  readonly onView: (file: ListedFile) => void;
  readonly onAsk: (asked: AskedOfFile) => void;
};

export function FilesCard(props: FilesCardProps) {
  const t = useMessages(messages.files);
  return (
    <ListCard
      title={t('title')}
      query={usePages(filesQuery())}
      rowsOf={(page) => page.files}
      rowKey={({ id }) => id}
      rowData={({ id, setAside }) => ({ 'data-file': id, 'data-set-aside': setAside?.state ?? 'none' })}
      columns={useColumns(props)}
      tableClass="admin-table"
      skeletons={2}
      texts={{
        error: { title: t('error.title'), text: t('error.text') },
        empty: { title: t('empty.title'), text: t('empty.text') },
      }}
      shown={(n) => t.count('shown', n)}
    />
  );
}

function useColumns({ onView, onAsk }: FilesCardProps): readonly TableColumn<ListedFile>[] {
  const t = useMessages(messages);
  const f = useFormat();
  const daysText = useDaysText();
  const mayChange = useMay()('reconciliation.change');
  return [
    {
      key: 'file',
      label: t('files.columns.file'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'line'],
      render: ({ label, source, lines, repeated, loadedAt }) => (
        <>
          {label}
          <span className="sub">{t(`sources.${source}`)}</span>
          <span className="sub">
            {t.count('files.lines', lines, { n: f.integer(lines), repeated: f.integer(repeated) })}
          </span>
          <span className="sub">{t('files.by', { time: f.dateTime(loadedAt, 'dayMonthTime') })}</span>
        </>
      ),
    },
    {
      key: 'days',
      label: t('files.columns.days'),
      render: daysText,
    },
    {
      key: 'state',
      label: t('files.columns.state'),
      className: 'admin-breaks',
      skeleton: 'badge',
      render: ({ setAside }) => <FileState setAside={setAside} />,
    },
    {
      key: 'actions',
      label: t('files.columns.actions'),
      hiddenLabel: true,
      actions: true,
      skeleton: 'badge',
      render: (file) => {
        const { label, setAside } = file;
        const ask = (how: AskedOfFile['how']) => (
          <Button
            size="small"
            aria-label={t(`files.${how}Named`, { file: label })}
            onClick={() => onAsk({ how, file })}
          >
            {t(`files.${how}`)}
          </Button>
        );
        const isOpen = setAside?.state === 'open';
        return (
          <>
            <Button
              size="small"
              aria-label={t('files.viewNamed', { file: label })}
              onClick={() => onView(file)}
            >
              {t('files.view')}
            </Button>{' '}
            {mayChange && setAside === null && ask('propose')}
            {mayChange && isOpen && setAside.waitsForMe && ask('approve')}{' '}
            {mayChange && isOpen && (setAside.waitsForMe || setAside.mine) && ask('drop')}
          </>
        );
      },
    },
  ];
}

function FileState({ setAside }: Pick<ListedFile, 'setAside'>) {
  const t = useMessages(messages.files);
  const f = useFormat();
  if (setAside === null) return <Badge tone="success">{t('inUse')}</Badge>;
  const { state, reason, proposedBy, proposedAt, decidedBy, decidedAt } = setAside;
  const when = (at: string) => f.dateTime(at, 'dayMonthTime');
  return (
    <>
      <Badge tone={state === 'open' ? 'pending' : 'neutral'}>{t(state === 'open' ? 'waits' : 'aside')}</Badge>
      <span className="sub">{reason}</span>
      <span className="sub">{t('proposed', { who: proposedBy, time: when(proposedAt) })}</span>
      {decidedBy !== null && decidedAt !== null && (
        <span className="sub">{t('decided', { who: decidedBy, time: when(decidedAt) })}</span>
      )}
    </>
  );
}
