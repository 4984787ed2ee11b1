// Who is signed in: one cache entry, read once per page. Sign-in and sign-up write it, sign-out and the session's end clear
// it: see session-transitions.ts.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/keys.ts';
import { whenIdle } from '../../live/when-idle.ts';
import type { Profile } from '../../../worker/contract/profile.ts';
import type { Session } from '../../../worker/contract/sessions.ts';

/** Why no user is signed in. */
export type Absence =
  | 'visitor'
  | 'expired'
  /** On another device, or by a new password. */
  | 'ended'
  /** With the account, by an operator. */
  | 'suspended'
  | 'signed-out'
  | 'signed-out-elsewhere';

export type KnownSession =
  | { readonly session: Session; readonly profile: Profile }
  | { readonly session: null; readonly profile: null; readonly absence: Absence };

export function absent(absence: Absence): KnownSession {
  return { session: null, profile: null, absence };
}

/** public/theme.js has set the mark before the first paint. */
function remembersSession(): boolean {
  return document.documentElement.dataset['customer'] !== undefined;
}

const idle = () => new Promise<void>((resolve) => void whenIdle(resolve));

export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: async ({ signal }) => {
    // The typed client and the schemas are not in the first load. A browser without a remembered session asks when it
    // is idle.
    if (!remembersSession()) await idle();
    const { fetchSession } = await import('./session-transitions.ts');
    return fetchSession(signal);
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export type SessionView = {
  /** `unknown`: there was no reply. */
  readonly status: 'loading' | 'in' | 'out' | 'unknown';
  readonly profile: Profile | null;
  readonly absence: Absence | null;
  readonly retry: () => void;
};

/** `late`: for a part that mounts after the page. It does not ask again what has just failed: "no reply" stays on screen. */
export function useSession({ late = false } = {}): SessionView {
  const query = useQuery({ ...sessionQuery, retryOnMount: !late });
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return { status: query.isError ? 'unknown' : 'loading', profile: null, absence: null, retry };
  }
  const { data } = query;
  return data.session === null
    ? { status: 'out', profile: null, absence: data.absence, retry }
    : { status: 'in', profile: data.profile, absence: null, retry };
}
