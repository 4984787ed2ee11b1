import { ChangePasswordCard } from '../../features/auth/change-password-card.tsx';
import { SecurityLogCard } from '../../features/account/security-log-card.tsx';
import { useSession } from '../../features/auth/session.ts';
import { DevicesCard } from '../../features/account/devices-card.tsx';
import { TwoStepCard } from '../../features/auth/two-step-card.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import titles from '#messages/titles.json';
import { AccountPanel } from '../../shell/account-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.security);

export default function SecurityPage() {
  const t = useMessages(profileMessages.security);
  const { profile } = useSession();
  if (profile === null) return null;
  return (
    <AccountPanel title={titles.security.title} lead={t('lead')}>
      <ChangePasswordCard email={profile.email} />
      <TwoStepCard />
      <DevicesCard />
      <SecurityLogCard />
    </AccountPanel>
  );
}
