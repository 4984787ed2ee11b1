import { useSearchParams } from 'react-router';
import { ChangePasswordCard } from '../../features/auth/change-password-card.tsx';
import { SecurityLogCard } from '../../features/account/security-log-card.tsx';
import { useSession } from '../../features/auth/session.ts';
import { DevicesCard } from '../../features/account/devices-card.tsx';
import { TwoStepCard } from '../../features/auth/two-step-card.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import twoStepMessages from '#messages/two-step.json';
import titles from '#messages/titles.json';
import { AccountPanel } from '../../shell/account-panel.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.security);

export default function SecurityPage() {
  const t = useMessages(profileMessages.security);
  const { profile } = useSession();
  const [query] = useSearchParams();
  const cameToEnrol = query.get('for') === 'operators';
  if (profile === null) return null;
  return (
    <AccountPanel title={titles.security.title} lead={t('lead')}>
      {profile.isAdmin && !profile.hasFactor && <EnrolmentNote />}
      {profile.isAdmin && profile.hasFactor && cameToEnrol && <EnrolledNote />}
      <ChangePasswordCard email={profile.email} />
      <TwoStepCard />
      <DevicesCard />
      <SecurityLogCard />
    </AccountPanel>
  );
}

/** Why an operator is led here instead of into the area (P51). */
function EnrolmentNote() {
  const t = useMessages(twoStepMessages.operators);
  return (
    <Note tone="warning" icon="lock" role="alert" title={t('title')}>
      {t('text')}
    </Note>
  );
}

/** The way back for an operator who was led here. */
function EnrolledNote() {
  const t = useMessages(twoStepMessages);
  return (
    <Note
      tone="info"
      title={t('on')}
      actions={
        <LinkButton to="/admin" size="small">
          {t('operators.open')}
        </LinkButton>
      }
    />
  );
}
