import { useWords } from '../../i18n/use-words.ts';
import { profileWords } from '../../i18n/words/profile.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(profileWords);

export default function DetailsPage() {
  const t = useWords(profileWords);
  return <h1 className="title">{t('meta.title')}</h1>;
}
