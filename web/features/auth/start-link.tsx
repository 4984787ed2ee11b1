import { useWords } from '../../i18n/use-words.ts';
import { startWords } from '../../i18n/words/start.ts';
import type { ButtonLook } from '../../ui/button-look.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { SteadyText } from '../../ui/steady-text.tsx';
import { useSession } from './session.ts';

/** Opens an account, in the page's own words if it has them; for whoever is signed in it leads to the dashboard instead. Neither moves what is beside it. */
export function StartLink({ text, ...look }: ButtonLook & { readonly text?: string }) {
  const t = useWords(startWords);
  const { status } = useSession();
  const signedIn = status === 'in';
  return (
    <LinkButton to={signedIn ? '/dashboard' : '/signup'} {...look}>
      <SteadyText first={!signedIn} texts={[text ?? t('open'), t('dashboard')]} />
    </LinkButton>
  );
}
