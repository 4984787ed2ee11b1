import { useWords } from '../../i18n/use-words.ts';
import { adminMailWords } from '../../i18n/words/admin-mail.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(adminMailWords);

export default function AdminMailPage() {
  const t = useWords(adminMailWords);
  return <h1>{t('meta.title')}</h1>;
}
