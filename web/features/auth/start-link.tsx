import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import { type ButtonLook, LinkButton } from '../../ui/button.tsx';
import { useSession } from './session.ts';

/** Leads to sign-up, or to the dashboard for a signed-in user. Both texts take the same space, so that nothing moves. */
export function StartLink({ text, ...look }: ButtonLook & { readonly text?: string }) {
  const t = useMessages(commonMessages.start);
  const { status } = useSession();
  const signedIn = status === 'in';
  return (
    <LinkButton to={signedIn ? '/dashboard' : '/signup'} {...look}>
      <EitherText first={!signedIn} texts={[text ?? t('open'), t('dashboard')]} />
    </LinkButton>
  );
}

/** One of two texts in a box that fits both, so that a change moves nothing beside it. */
function EitherText({
  first,
  texts,
}: {
  readonly first: boolean;
  readonly texts: readonly [string, string];
}) {
  return (
    <span className="steady-text">
      <span data-shown={first}>{texts[0]}</span>
      <span data-shown={!first}>{texts[1]}</span>
    </span>
  );
}
