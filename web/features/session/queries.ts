// Who is signed in. One entry of the cache, asked once per page and then kept true by what happens:
// sign-in and sign-up write it, sign-out and the session's end empty it.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, markOf, receive, sessionClock } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import type { Profile } from '../../../worker/contract/accounts.ts';
import { CurrentSession, type Session } from '../../../worker/contract/sessions.ts';

/** Why nobody is signed in, where that is worth telling. */
export type Absence = 'visitor' | 'expired' | 'signed-out' | 'signed-out-elsewhere';

export type KnownSession =
  | { readonly session: Session; readonly profile: Profile }
  | { readonly session: null; readonly profile: null; readonly absence: Absence };

export function absent(absence: Absence): KnownSession {
  return { session: null, profile: null, absence };
}

/** Asks for the session, and where there is none for a refresh, before believing it (decision 17). */
async function fetchSession(signal: AbortSignal): Promise<KnownSession> {
  const hadSession = sessionClock.read() !== null;
  const first = await currentSession(signal);
  if (first !== null) return first;
  const outcome = await sessionClock.refresh();
  if (outcome === 'fresh') {
    const second = await currentSession(signal);
    if (second !== null) return second;
  }
  sessionClock.end();
  return absent(hadSession ? 'expired' : 'visitor');
}

async function currentSession(signal: AbortSignal): Promise<KnownSession | null> {
  const reply = await receive(CurrentSession, api.auth.session.$get({}, { init: { signal } }));
  if (reply.session === null) return null;
  sessionClock.start(markOf(reply.session));
  return reply;
}

export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: ({ signal }) => fetchSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export type SessionView = {
  /** `unknown`: nobody answered, so neither in nor out may be claimed. */
  readonly status: 'loading' | 'in' | 'out' | 'unknown';
  readonly profile: Profile | null;
  readonly absence: Absence | null;
  readonly retry: () => void;
};

export function useSession(): SessionView {
  const query = useQuery(sessionQuery);
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return { status: query.isError ? 'unknown' : 'loading', profile: null, absence: null, retry };
  }
  const { data } = query;
  return data.session === null
    ? { status: 'out', profile: null, absence: data.absence, retry }
    : { status: 'in', profile: data.profile, absence: null, retry };
}
