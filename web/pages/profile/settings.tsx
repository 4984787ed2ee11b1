import { useWords } from '../../i18n/use-words.ts';
import { profileSettingsWords } from '../../i18n/words/profile-settings.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(profileSettingsWords);

export default function SettingsPage() {
  const t = useWords(profileSettingsWords);
  return <h1 className="title">{t('meta.title')}</h1>;
}
