import { CheckCard } from '../../features/operators/audit/check-card.tsx';
import { ExportButton, LogCard, useAuditFilter } from '../../features/operators/audit/log-card.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import operatorsAuditMessages from '#messages/operators-audit.json';
import titles from '#messages/titles.json';
import { OperatorsPanel } from '../../features/operators/frame/panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.audit);

export default function AuditPage() {
  const t = useMessages(operatorsAuditMessages);
  const filter = useAuditFilter();
  return (
    <OperatorsPanel title={titles.audit.title} lead={t('lead')} actions={<ExportButton filter={filter} />}>
      <CheckCard />
      <LogCard filter={filter} />
    </OperatorsPanel>
  );
}
