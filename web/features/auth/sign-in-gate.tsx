// Sends visitors of private pages to the sign-in page, which shows the reason.

import { useEffect, useRef } from 'react';
import { type Location, useLocation } from 'react-router';
import { useLocalisedNavigate } from '../../i18n/link.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import loginMessages from '#messages/login.json';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useSession } from './session.ts';
import { signInPath } from './return-path.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';

/** In the history entry of the sign-in page. `reset`: the user has just set a new password. */
export type SignedOutState = {
  readonly signedOut: 'expired' | 'elsewhere' | 'ended' | 'suspended' | 'reset';
};

const REASONS: ReadonlySet<unknown> = new Set<SignedOutState['signedOut']>([
  'expired',
  'elsewhere',
  'ended',
  'suspended',
  'reset',
]);

function isSignedOutState(state: unknown): state is SignedOutState {
  return REASONS.has((state as { signedOut?: unknown } | null)?.signedOut);
}

const SUSPENDED = { code: 'AccountSuspended' } as const;

/** Sends a visitor of a private page to /login, with the way back. */
export function useSignInGate(): ReturnType<typeof useSession> {
  const session = useSession();
  const location = useLocation();
  const navigate = useLocalisedNavigate();
  const { status, absence } = session;
  const wasIn = useRef(false);
  const leaving = useRef<Location | null>(null);
  useEffect(() => {
    if (status === 'in') wasIn.current = true;
    if (status !== 'out') return;
    if (absence === 'signed-out' && wasIn.current) {
      // A sign-out in this page opens the home page instead. Who comes Back, even before that page is there, is a visitor.
      leaving.current ??= location;
      if (leaving.current === location) return;
    }
    const signedOut =
      absence === 'expired' || absence === 'ended' || absence === 'suspended' ? absence : 'elsewhere';
    navigate(signInPath(location.pathname + location.search), {
      replace: true,
      state:
        absence === 'visitor' || absence === 'signed-out' ? null : ({ signedOut } satisfies SignedOutState),
    });
  }, [status, absence, location, navigate]);
  return session;
}

/** Shows on the sign-in page why the session has ended. */
export function SignedOutNote() {
  const t = useMessages(loginMessages);
  const { state } = useLocation() as { state: unknown };
  const hydrated = useHydrated();
  if (!hydrated || !isSignedOutState(state)) return null;
  const { signedOut } = state;
  // In the words of every refusal that a suspended account gets, with the way to write to us.
  if (signedOut === 'suspended') return <ProblemNotice error={SUSPENDED} />;
  return (
    <Note
      tone={signedOut === 'reset' ? 'success' : 'warning'}
      role={signedOut === 'reset' ? 'status' : 'alert'}
      title={t(`ended.${signedOut}.title`)}
    >
      {t(`ended.${signedOut}.text`)}
    </Note>
  );
}
