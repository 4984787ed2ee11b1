import { Suspense, useState } from 'react';
import { ClosingCard } from '../../features/account/closing-card.tsx';
import { ConsentCard } from '../../features/account/consent-card.tsx';
import { DataAnswerCard } from '../../features/account/data-answer-card.tsx';
import { DataCopyCard } from '../../features/account/data-copy-card.tsx';
import { useReadClosingAgain } from '../../features/account/my-data.ts';
import { useSession } from '../../features/auth/session.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import myDataMessages from '#messages/my-data.json';
import titles from '#messages/titles.json';
import { AccountPanel } from '../../shell/account-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const WithdrawalDialog = lazyPart(
  () => import('../../features/trading/withdrawal/withdrawal-dialog.tsx'),
  'WithdrawalDialog',
);

export const meta = hiddenPageMeta(titles.myData);

export default function MyDataPage() {
  const t = useMessages(myDataMessages);
  const { profile } = useSession();
  if (profile === null) return null;
  return (
    <AccountPanel title={titles.myData.title} lead={t('lead')}>
      <DataAnswerCard />
      <DataCopyCard />
      <ConsentCard email={profile.email} />
      <Closing />
    </AccountPanel>
  );
}

/** The cash of an account that is to be closed is withdrawn from here. */
function Closing() {
  const readAgain = useReadClosingAgain();
  const [withdrawal, setWithdrawal] = useState({ number: 0, open: false });
  const close = () => {
    setWithdrawal(({ number }) => ({ number, open: false }));
    readAgain();
  };
  return (
    <>
      <ClosingCard
        onWithdrawAll={() => setWithdrawal(({ number }) => ({ number: number + 1, open: true }))}
      />
      <Suspense fallback={null}>
        {withdrawal.number > 0 && (
          <WithdrawalDialog
            key={withdrawal.number}
            open={withdrawal.open}
            all
            onClose={close}
            onSeeTransactions={close}
          />
        )}
      </Suspense>
    </>
  );
}
