import { useWords } from '../../i18n/use-words.ts';
import { adminAuditWords } from '../../i18n/words/admin-audit.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(adminAuditWords);

export default function AdminAuditPage() {
  const t = useWords(adminAuditWords);
  return <h1>{t('meta.title')}</h1>;
}
