import { useWords } from '../../i18n/use-words.ts';
import { adminSubmissionsWords } from '../../i18n/words/admin-submissions.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(adminSubmissionsWords);

export default function AdminSubmissionsPage() {
  const t = useWords(adminSubmissionsWords);
  return <h1>{t('meta.title')}</h1>;
}
