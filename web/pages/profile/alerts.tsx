import { AlertForm } from '../../features/account/alert-form.tsx';
import { AlertListCard } from '../../features/account/alert-list.tsx';
import { AlertLogCard } from '../../features/account/alert-log-card.tsx';
import { useAlerts } from '../../features/account/alerts.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import titles from '#messages/titles.json';
import { AccountPanel } from '../../shell/account-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import '../../styles/account.css';

export const meta = hiddenPageMeta(titles.alerts);

export default function AlertsPage() {
  const t = useMessages(profileMessages.alerts);
  const { data } = useAlerts();
  return (
    <AccountPanel title={titles.alerts.title} lead={t('lead')}>
      <AlertForm alerts={data?.alerts ?? []} />
      <AlertListCard />
      <AlertLogCard />
    </AccountPanel>
  );
}
