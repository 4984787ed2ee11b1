// Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { Suspense } from 'react';
import { useSession } from '../../features/auth/session.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import titles from '#messages/titles.json';
import { AccountPanel } from '../../shell/account-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.payouts);

const PayoutCards = lazyPart(
  () => import('../../features/trading/withdrawal/payouts-page.tsx'),
  'PayoutCards',
);

export default function PayoutsPage() {
  const t = useMessages(profileMessages.payouts);
  const { profile } = useSession();
  if (profile === null) return null;
  return (
    <AccountPanel title={titles.payouts.title} lead={t('lead')}>
      <Suspense fallback={null}>
        <PayoutCards />
      </Suspense>
    </AccountPanel>
  );
}
