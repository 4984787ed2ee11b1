import { ContactsCard } from '../../features/auth/contacts-card.tsx';
import { DetailsForm } from '../../features/account/details-form.tsx';
import { useProfileChange } from '../../features/auth/session-transitions.ts';
import { useSession } from '../../features/auth/session.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import titles from '#messages/titles.json';
import { AccountPanel } from '../../shell/account-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { Card } from '../../ui/card.tsx';

export const meta = hiddenPageMeta(titles.profile);

export default function DetailsPage() {
  const t = useMessages(profileMessages);
  const { profile } = useSession();
  const change = useProfileChange();
  if (profile === null) return null;
  return (
    <AccountPanel title={titles.profile.title} lead={t('lead')}>
      <Card padded>
        <DetailsForm profile={profile} onSaved={change} />
      </Card>
      <ContactsCard profile={profile} />
    </AccountPanel>
  );
}
