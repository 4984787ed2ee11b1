import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminAuditWords } from '../../../i18n/words/admin-audit.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { AuditLogLine } from './queries.ts';

type LineRowProps = { readonly line: AuditLogLine; readonly onOpen: (line: AuditLogLine) => void };

export function LineRow({ line, onOpen }: LineRowProps) {
  const t = useWords(adminAuditWords);
  const f = useFormat();
  return (
    <tr>
      <td className="num" data-l={t('list.columns.when')}>
        <time dateTime={line.at}>{f.dateTime(line.at, 'date')}</time>
        <span className="sub">{f.dateTime(line.at, 'clock')}</span>
      </td>
      <td className="admin-breaks audit-who" data-l={t('list.columns.who')}>
        {line.actor}
      </td>
      <th scope="row" className="admin-breaks" data-l={t('list.columns.what')}>
        {t(`actions.${line.action}`)}
        {line.note !== null && <span className="sub">{line.note}</span>}
      </th>
      <td className="admin-breaks audit-whom" data-l={t('list.columns.whom')}>
        <Whom line={line} />
      </td>
      <td className="admin-actions">
        <Button size="small" aria-label={t('list.detailsOf', { seq: line.seq })} onClick={() => onOpen(line)}>
          {t('list.details')}
        </Button>
      </td>
    </tr>
  );
}

/** A customer by their e-mail, anything else by its kind and id. */
export function Whom({ line }: { readonly line: AuditLogLine }) {
  const t = useWords(adminAuditWords);
  if (line.subjectKind === null || line.subjectId === null) {
    return <span className="quiet">{t('list.nobody')}</span>;
  }
  const kind = t(`subjects.${line.subjectKind}`);
  return (
    <>
      {line.subjectEmail ?? kind}
      {/* There is one log: its name says all. */}
      {line.subjectKind !== 'log' && (
        <span className="sub">
          <CopyableId value={line.subjectId} of={t('line.codeOf', { what: kind, seq: line.seq })} />
        </span>
      )}
    </>
  );
}

export function LoadingRow() {
  return (
    <tr>
      <td>
        <Skeleton shape="short" />
        <span className="sub">
          <Skeleton shape="short" />
        </span>
      </td>
      <td>
        <Skeleton shape="line" />
      </td>
      <td>
        <Skeleton shape="line" />
      </td>
      <td>
        <Skeleton shape="line" />
      </td>
      <td className="admin-actions">
        <Skeleton shape="badge" />
      </td>
    </tr>
  );
}
