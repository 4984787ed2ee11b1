import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import { type ButtonLook, LinkButton } from '../../ui/button.tsx';
import { SteadyText } from '../../ui/steady-text.tsx';
import { useSession } from './session.ts';

type StartLinkProps = ButtonLook & {
  readonly text?: string;
  /** Where a signed-in user is led instead of the dashboard. */
  readonly inside?: { readonly to: string; readonly text: string };
};

/** Leads to sign-up, or into the product for a signed-in user. */
export function StartLink({ text, inside, ...look }: StartLinkProps) {
  const t = useMessages(commonMessages.start);
  const signedIn = useSession().status === 'in';
  const texts = [text ?? t('open'), inside?.text ?? t('dashboard')] as const;
  return (
    <LinkButton to={signedIn ? (inside?.to ?? '/dashboard') : '/signup'} {...look}>
      <SteadyText texts={texts} shown={texts[signedIn ? 1 : 0]} />
    </LinkButton>
  );
}
