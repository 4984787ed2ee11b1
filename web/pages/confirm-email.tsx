import titles from '#messages/titles.json';
import { ConfirmEmail } from '../features/auth/confirm-email.tsx';
import { LinkPage } from '../shell/link-page.tsx';
import { hiddenPageMeta } from '../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.confirmEmail);

export default function ConfirmEmailPage() {
  return (
    <LinkPage page="confirm" other="/" lifetime="day">
      {(token) => <ConfirmEmail token={token} />}
    </LinkPage>
  );
}
