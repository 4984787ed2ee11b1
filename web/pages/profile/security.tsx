import { useWords } from '../../i18n/use-words.ts';
import { profileSecurityWords } from '../../i18n/words/profile-security.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(profileSecurityWords);

export default function SecurityPage() {
  const t = useWords(profileSecurityWords);
  return <h1 className="title">{t('meta.title')}</h1>;
}
