// The lines that are stored with a file, as the bank says them, also of one that is set aside. Import it lazily, as every dialog.

import { usePages } from '../../../api/paged.ts';
import { useDayText } from '../../../i18n/use-day-text.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Link } from '../../../i18n/link.tsx';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-reconciliation.json';
import { BANK_SOURCES } from '../../../../worker/domain/bank-files.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { Note } from '../../../ui/note.tsx';
import type { ListedFile } from './files-card.tsx';
import { fileLinesQuery } from './queries.ts';
import { useDaysText } from './use-days-text.ts';

type FileDialogProps = { readonly open: boolean; readonly file: ListedFile; readonly onClose: () => void };

export function FileDialog({ open, file, onClose }: FileDialogProps) {
  const t = useMessages(messages);
  const f = useFormat();
  const dayText = useDayText();
  const daysText = useDaysText();
  const { id, label, source, setAside } = file;
  const currency = BANK_SOURCES[source].asset === 'usd' ? 'USD' : 'BRL';
  return (
    <Dialog open={open} onClose={onClose} title={t('fileLines.title')} width="wide">
      <div className="stack">
        <p className="small">{t('fileLines.about', { file: label, days: daysText(file) })}</p>
        {setAside?.state === 'approved' && (
          <Note tone="warning" title={t('files.aside')}>
            {t('fileLines.aside')}
          </Note>
        )}
        <ListCard
          title={label}
          query={usePages(fileLinesQuery(id))}
          rowsOf={(page) => page.lines}
          rowKey={({ line }) => line}
          rowData={({ line }) => ({ 'data-line': String(line) })}
          tableClass="admin-table"
          columns={[
            {
              key: 'line',
              label: t('fileLines.line'),
              header: true,
              className: 'admin-breaks',
              render: ({ line, day, paymentIds }) => (
                <>
                  {f.integer(line)}
                  <span className="sub">{dayText(day)}</span>
                  {paymentIds.map((name) => (
                    <span className="sub" key={name}>
                      {name}
                    </span>
                  ))}
                </>
              ),
            },
            {
              key: 'amount',
              label: t('fileLines.amount'),
              align: 'right',
              className: 'num',
              render: ({ cents }) => f.money(cents, currency),
            },
            {
              key: 'ours',
              label: t('fileLines.ours'),
              render: ({ operationId }) =>
                operationId === null ? (
                  <span className="quiet">{t('fileLines.none')}</span>
                ) : (
                  <Link className="link" to={`/admin/ledger?operation=${encodeURIComponent(operationId)}`}>
                    {t('breaks.operation')}
                  </Link>
                ),
            },
          ]}
          texts={{
            error: { title: t('files.error.title'), text: t('files.error.text') },
            empty: { title: t('fileLines.empty'), text: t('fileLines.emptyText') },
          }}
          shown={(n) => t.count('fileLines.shown', n)}
        />
      </div>
    </Dialog>
  );
}
