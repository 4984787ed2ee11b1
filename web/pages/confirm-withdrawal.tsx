import titles from '#messages/titles.json';
import { ConfirmWithdrawal } from '../features/auth/confirm-withdrawal.tsx';
import { LinkPage } from '../shell/link-page.tsx';
import { hiddenPageMeta } from '../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.confirmWithdrawal);

export default function ConfirmWithdrawalPage() {
  return (
    <LinkPage page="withdrawal" other="/dashboard" lifetime="halfHour">
      {(token) => <ConfirmWithdrawal token={token} />}
    </LinkPage>
  );
}
