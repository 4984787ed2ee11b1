import { useWords } from '../../i18n/use-words.ts';
import { profileAlertsWords } from '../../i18n/words/profile-alerts.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(profileAlertsWords);

export default function AlertsPage() {
  const t = useWords(profileAlertsWords);
  return <h1 className="title">{t('meta.title')}</h1>;
}
