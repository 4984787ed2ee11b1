// Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { Suspense } from 'react';
import { useSession } from '../../features/auth/session.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import titles from '#messages/titles.json';
import { AccountPanel } from '../../shell/account-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.identity);

const IdentityCards = lazyPart(() => import('../../features/account/identity-page.tsx'), 'IdentityCards');

export default function IdentityPage() {
  const t = useMessages(profileMessages.identity);
  const { profile } = useSession();
  if (profile === null) return null;
  return (
    <AccountPanel title={titles.identity.title} lead={t('lead')}>
      <Suspense fallback={null}>
        <IdentityCards fullName={profile.fullName} />
      </Suspense>
    </AccountPanel>
  );
}
