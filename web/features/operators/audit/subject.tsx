import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsAuditMessages from '#messages/operators-audit.json';
import type { AuditLogLine } from '../../../../worker/contract/operators/audit-log.ts';
import { CopyableId } from '../frame/copyable-id.tsx';
import { Email } from '../frame/email.tsx';

/** The subject of a line: a customer by e-mail, anything else by kind and id. */
export function Subject({ line }: { readonly line: AuditLogLine }) {
  const t = useMessages(operatorsAuditMessages);
  if (line.subjectKind === null || line.subjectId === null) {
    return <span className="quiet">{t('list.nobody')}</span>;
  }
  const kind = t(`subjects.${line.subjectKind}`);
  if (line.subjectKind === 'feed') {
    const feeds: Readonly<Record<string, string>> = operatorsAuditMessages.feeds;
    return (
      <>
        {kind}
        <span className="sub">{feeds[line.subjectId] ?? line.subjectId}</span>
      </>
    );
  }
  return (
    <>
      {line.subjectEmail === null ? kind : <Email>{line.subjectEmail}</Email>}
      {/* There is only one log, so that its kind is enough. */}
      {line.subjectKind !== 'log' && (
        <span className="sub">
          <CopyableId value={line.subjectId} of={t('line.codeOf', { what: kind, seq: line.seq })} />
        </span>
      )}
    </>
  );
}
