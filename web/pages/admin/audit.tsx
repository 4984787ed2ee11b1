import { CheckCard } from '../../features/operators/audit/check-card.tsx';
import { ExportButton } from '../../features/operators/audit/export-button.tsx';
import { LogCard } from '../../features/operators/audit/log-card.tsx';
import { useFilter } from '../../features/operators/audit/use-filter.ts';
import { useWords } from '../../i18n/use-words.ts';
import { adminAuditWords } from '../../i18n/words/admin-audit.ts';
import { AdminPanel } from '../../shell/admin-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(adminAuditWords);

export default function AdminAuditPage() {
  const t = useWords(adminAuditWords);
  const filter = useFilter();
  return (
    <AdminPanel title={t('meta.title')} lead={t('lead')} actions={<ExportButton filter={filter.asked} />}>
      <CheckCard />
      <LogCard filter={filter} />
    </AdminPanel>
  );
}
