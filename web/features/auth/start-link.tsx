import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import { type ButtonLook, LinkButton } from '../../ui/button.tsx';
import { SteadyText } from '../../ui/steady-text.tsx';
import { useSession } from './session.ts';

/** Leads to sign-up, or to the dashboard for a signed-in user. Both texts take the same space, so that nothing moves. */
export function StartLink({ text, ...look }: ButtonLook & { readonly text?: string }) {
  const t = useMessages(commonMessages.start);
  const { status } = useSession();
  const signedIn = status === 'in';
  return (
    <LinkButton to={signedIn ? '/dashboard' : '/signup'} {...look}>
      <SteadyText first={!signedIn} texts={[text ?? t('open'), t('dashboard')]} />
    </LinkButton>
  );
}
