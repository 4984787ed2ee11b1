import { CheckCard } from '../../features/operators/audit/check-card.tsx';
import { ExportButton, LogCard, useAuditFilter } from '../../features/operators/audit/log-card.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { adminAuditWords } from '../../i18n/words/admin-audit.ts';
import { OperatorsPanel } from '../../features/operators/frame/panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(adminAuditWords);

export default function AuditPage() {
  const t = useWords(adminAuditWords);
  const filter = useAuditFilter();
  return (
    <OperatorsPanel title={t('meta.title')} lead={t('lead')} actions={<ExportButton filter={filter} />}>
      <CheckCard />
      <LogCard filter={filter} />
    </OperatorsPanel>
  );
}
