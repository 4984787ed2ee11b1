import { CheckCard } from '../../features/admin-audit/check-card.tsx';
import { ExportButton } from '../../features/admin-audit/export-button.tsx';
import { LogCard } from '../../features/admin-audit/log-card.tsx';
import { useFilter } from '../../features/admin-audit/use-filter.ts';
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
