// Why a customer finds himself at the sign-in page: said there, after the page he came from has gone.

import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLocalisedNavigate } from '../../i18n/link.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { loginWords } from '../../i18n/words/login.ts';
import { Note } from '../../ui/note.tsx';
import { useSession } from './session.ts';
import { signInPath } from './return-path.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';

/** `reset`: not driven away at all, but back from setting a new password. */
type Departure = 'expired' | 'elsewhere' | 'ended' | 'reset';
type DepartureState = { readonly departure: Departure };

const DEPARTURES: ReadonlySet<unknown> = new Set<Departure>(['expired', 'elsewhere', 'ended', 'reset']);

function isDeparture(state: unknown): state is DepartureState {
  return DEPARTURES.has((state as { departure?: unknown } | null)?.departure);
}

/** Leads a visitor of a private page to /login, keeping the place. */
export function useSignInGate(): ReturnType<typeof useSession> {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useLocalisedNavigate();
  const { status, absence } = session;
  useEffect(() => {
    // After a sign-out in this page the way leads home, not to the door.
    if (status !== 'out' || absence === 'signed-out') return;
    const departure = absence === 'expired' || absence === 'ended' ? absence : 'elsewhere';
    navigate(signInPath(pathname + search), {
      replace: true,
      state: absence === 'visitor' ? null : ({ departure } satisfies DepartureState),
    });
  }, [status, absence, pathname, search, navigate]);
  return session;
}

export function SignedOutNote() {
  const t = useWords(loginWords);
  const { state } = useLocation() as { state: unknown };
  const hydrated = useHydrated();
  if (!hydrated || !isDeparture(state)) return null;
  return (
    <Note
      tone={state.departure === 'reset' ? 'success' : 'warning'}
      role={state.departure === 'reset' ? 'status' : 'alert'}
      title={t(`ended.${state.departure}.title`)}
    >
      {t(`ended.${state.departure}.text`)}
    </Note>
  );
}
