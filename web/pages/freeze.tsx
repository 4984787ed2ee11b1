import titles from '#messages/titles.json';
import { FreezeAccount } from '../features/auth/freeze-account.tsx';
import { LinkPage } from '../shell/link-page.tsx';
import { hiddenPageMeta } from '../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.freeze);

export default function FreezePage() {
  return (
    <LinkPage page="freeze" other="/dashboard" lifetime="week" uses="undo">
      {(token) => <FreezeAccount token={token} />}
    </LinkPage>
  );
}
