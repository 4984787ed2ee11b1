import { AlertForm } from '../../features/account/alert-form.tsx';
import { AlertListCard } from '../../features/account/alert-list.tsx';
import { AlertLogCard } from '../../features/account/alert-log-card.tsx';
import { useAlerts } from '../../features/account/alerts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { profileAlertsWords } from '../../i18n/words/profile-alerts.ts';
import { AccountPanel } from '../../shell/account-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import '../../styles/alerts.css';

export const meta = hiddenPageMeta(profileAlertsWords);

export default function AlertsPage() {
  const t = useWords(profileAlertsWords);
  const { data } = useAlerts();
  return (
    <AccountPanel title={t('meta.title')} lead={t('lead')}>
      <AlertForm alerts={data?.alerts ?? []} />
      <AlertListCard />
      <AlertLogCard />
    </AccountPanel>
  );
}
