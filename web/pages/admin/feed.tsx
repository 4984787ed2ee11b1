import { useWords } from '../../i18n/use-words.ts';
import { adminFeedWords } from '../../i18n/words/admin-feed.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(adminFeedWords);

export default function AdminFeedPage() {
  const t = useWords(adminFeedWords);
  return <h1>{t('meta.title')}</h1>;
}
