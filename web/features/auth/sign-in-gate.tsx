// Sends visitors of private pages to the sign-in page, which shows the reason.

import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLocalisedNavigate } from '../../i18n/link.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import loginMessages from '#messages/login.json';
import { Note } from '../../ui/note.tsx';
import { useSession } from './session.ts';
import { signInPath } from './return-path.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';

/** In the history entry of the sign-in page. `reset`: the user has just set a new password. */
export type SignedOutState = { readonly signedOut: 'expired' | 'elsewhere' | 'ended' | 'reset' };

const REASONS: ReadonlySet<unknown> = new Set<SignedOutState['signedOut']>([
  'expired',
  'elsewhere',
  'ended',
  'reset',
]);

function isSignedOutState(state: unknown): state is SignedOutState {
  return REASONS.has((state as { signedOut?: unknown } | null)?.signedOut);
}

/** Sends a visitor of a private page to /login, with the way back. */
export function useSignInGate(): ReturnType<typeof useSession> {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useLocalisedNavigate();
  const { status, absence } = session;
  useEffect(() => {
    // A sign-out in this page opens the home page instead.
    if (status !== 'out' || absence === 'signed-out') return;
    const signedOut = absence === 'expired' || absence === 'ended' ? absence : 'elsewhere';
    navigate(signInPath(pathname + search), {
      replace: true,
      state: absence === 'visitor' ? null : ({ signedOut } satisfies SignedOutState),
    });
  }, [status, absence, pathname, search, navigate]);
  return session;
}

/** Shows on the sign-in page why the session has ended. */
export function SignedOutNote() {
  const t = useMessages(loginMessages);
  const { state } = useLocation() as { state: unknown };
  const hydrated = useHydrated();
  if (!hydrated || !isSignedOutState(state)) return null;
  return (
    <Note
      tone={state.signedOut === 'reset' ? 'success' : 'warning'}
      role={state.signedOut === 'reset' ? 'status' : 'alert'}
      title={t(`ended.${state.signedOut}.title`)}
    >
      {t(`ended.${state.signedOut}.text`)}
    </Note>
  );
}
