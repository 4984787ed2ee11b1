import { useWords } from '../../i18n/use-words.ts';
import { adminDashboardWords } from '../../i18n/words/admin-dashboard.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(adminDashboardWords);

export default function AdminDashboardPage() {
  const t = useWords(adminDashboardWords);
  return <h1>{t('meta.title')}</h1>;
}
