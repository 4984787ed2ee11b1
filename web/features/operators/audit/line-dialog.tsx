// Everything a line of the log says. Loaded when somebody opens one.

import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminAuditWords } from '../../../i18n/words/admin-audit.ts';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { changesOf, type FieldChange } from './changes.ts';
import { useFieldText } from './field-text.ts';
import { Whom } from './line-row.tsx';
import type { AuditLogLine } from './queries.ts';

type LineDialogProps = {
  readonly open: boolean;
  readonly line: AuditLogLine;
  readonly onClose: () => void;
};

export function LineDialog({ open, line, onClose }: LineDialogProps) {
  const t = useWords(adminAuditWords);
  const f = useFormat();
  const changes = changesOf(line.before, line.after);
  return (
    <Dialog open={open} onClose={onClose} title={t('line.title', { seq: f.integer(line.seq) })}>
      <Facts>
        <Fact label={t('line.when')}>
          <time dateTime={line.at}>{f.dateTime(line.at, 'stamp')}</time>
        </Fact>
        <Fact label={t('line.who')}>{line.actor}</Fact>
        <Fact label={t('line.what')}>{t(`actions.${line.action}`)}</Fact>
        <Fact label={t('line.whom')}>
          <Whom line={line} />
        </Fact>
        {line.note !== null && <Fact label={t('line.reason')}>{line.note}</Fact>}
        <Fact label={t('line.device')}>{line.device ?? t('line.unknown')}</Fact>
        <Fact label={t('line.place')}>{line.place ?? t('line.unknown')}</Fact>
      </Facts>
      {changes.length > 0 && (
        <section className="audit-changes">
          <h3>{t('line.changes')}</h3>
          <Facts>
            {changes.map((change) => (
              <Change key={change.path} change={change} />
            ))}
          </Facts>
        </section>
      )}
      <Facts>
        <Fact label={t('line.code')}>
          <CopyableId value={line.id} of={t('line.codeOf', { what: t('line.code'), seq: line.seq })} whole />
        </Fact>
        <Fact label={t('line.mark')}>
          <CopyableId value={line.hash} of={t('check.markOf', { seq: line.seq })} whole />
        </Fact>
      </Facts>
    </Dialog>
  );
}

function Change({ change: { path, before, after } }: { readonly change: FieldChange }) {
  const t = useWords(adminAuditWords);
  const text = useFieldText();
  const field = text.name(path);
  if (after === undefined) {
    return <Fact label={t('line.before', { field })}>{text.value(path, before ?? null)}</Fact>;
  }
  if (before === undefined) {
    return <Fact label={t('line.after', { field })}>{text.value(path, after)}</Fact>;
  }
  if (before === after) return <Fact label={field}>{text.value(path, after)}</Fact>;
  return (
    <Fact label={field}>
      <span className="audit-before">{text.value(path, before)}</span> <Icon name="arrow" small />
      <span className="visually-hidden">{t('line.becomes')}</span> <b>{text.value(path, after)}</b>
    </Fact>
  );
}
