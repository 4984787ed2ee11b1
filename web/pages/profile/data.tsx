import { ClosingCard } from '../../features/account/closing-card.tsx';
import { ConsentCard } from '../../features/account/consent-card.tsx';
import { DataAnswerCard } from '../../features/account/data-answer-card.tsx';
import { DataCopyCard } from '../../features/account/data-copy-card.tsx';
import { useSession } from '../../features/auth/session.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import myDataMessages from '#messages/my-data.json';
import titles from '#messages/titles.json';
import { AccountPanel } from '../../shell/account-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

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
      <ClosingCard />
    </AccountPanel>
  );
}
