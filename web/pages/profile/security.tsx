import { ChangePasswordCard } from '../../features/password/change-card.tsx';
import { SecurityLogCard } from '../../features/security-log/security-log-card.tsx';
import { useSession } from '../../features/session/queries.ts';
import { SessionsCard } from '../../features/sessions/sessions-card.tsx';
import { TwoStepCard } from '../../features/two-step/two-step-card.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { profileSecurityWords } from '../../i18n/words/profile-security.ts';
import { AccountPanel } from '../../shell/account-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(profileSecurityWords);

export default function SecurityPage() {
  const t = useWords(profileSecurityWords);
  const { profile } = useSession();
  if (profile === null) return null;
  return (
    <AccountPanel title={t('meta.title')} lead={t('lead')}>
      <ChangePasswordCard email={profile.email} />
      <TwoStepCard />
      <SessionsCard />
      <SecurityLogCard />
    </AccountPanel>
  );
}
