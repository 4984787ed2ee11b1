import { CheckCard } from '../../features/operators/audit/check-card.tsx';
import { ExportButton, LogCard, useAuditFilter } from '../../features/operators/audit/log-card.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import adminAuditMessages from '#messages/admin-audit.json';
import { OperatorsPanel } from '../../features/operators/frame/panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(adminAuditMessages);

export default function AuditPage() {
  const t = useMessages(adminAuditMessages);
  const filter = useAuditFilter();
  return (
    <OperatorsPanel title={t('meta.title')} lead={t('lead')} actions={<ExportButton filter={filter} />}>
      <CheckCard />
      <LogCard filter={filter} />
    </OperatorsPanel>
  );
}
