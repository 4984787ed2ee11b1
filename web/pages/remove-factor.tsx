import titles from '#messages/titles.json';
import { RemoveFactor } from '../features/auth/remove-factor.tsx';
import { LinkPage } from '../shell/link-page.tsx';
import { hiddenPageMeta } from '../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.removeFactor);

export default function RemoveFactorPage() {
  return (
    <LinkPage page="remove" other="/profile/security" lifetime="week">
      {(token) => <RemoveFactor token={token} />}
    </LinkPage>
  );
}
