// The beginning and the end of a session in the query cache. No data of a user may outlive the session, and no pending
// reply may bring it back.

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api, expiryOf, receive, sessionClock } from '../../api/client.ts';
import { type EndedElsewhere, endedElsewhere, forgetEndedElsewhere } from '../../api/ended-elsewhere.ts';
import { queryKeys } from '../../api/keys.ts';
import type { Profile } from '../../../worker/contract/profile.ts';
import { CurrentSession, type SignedIn } from '../../../worker/contract/sessions.ts';
import { type Absence, absent, type KnownSession } from './session.ts';

function forgetOwn(client: QueryClient): void {
  void client.cancelQueries({ queryKey: queryKeys.own });
  client.removeQueries({ queryKey: queryKeys.own });
}

function showSession(client: QueryClient, known: KnownSession): void {
  void client.cancelQueries({ queryKey: queryKeys.session });
  client.setQueryData<KnownSession>(queryKeys.session, known);
}

/** Why the session is over. */
export function endReason(): EndedElsewhere | 'expired' {
  return endedElsewhere() ?? 'expired';
}

export function beginSession(client: QueryClient, signedIn: SignedIn): void {
  forgetEndedElsewhere();
  sessionClock.start(expiryOf(signedIn.session));
  forgetOwn(client);
  showSession(client, signedIn);
}

export function endSession(client: QueryClient, absence: Absence): void {
  const known = client.getQueryData<KnownSession>(queryKeys.session);
  // The first reason counts: after a sign-out here, other calls fail as expired.
  if (known !== undefined && known.session === null) return;
  sessionClock.end();
  showSession(client, absent(absence));
  void client.cancelQueries({ queryKey: queryKeys.own });
  // After the components of the session have unmounted: one that renders without its data would ask for it again.
  setTimeout(() => {
    if (client.getQueryData<KnownSession>(queryKeys.session)?.session === null) forgetOwn(client);
  });
}

/** Another tab signed in, perhaps as another user: ask the server again. */
export function followOtherTab(client: QueryClient, userId: string): void {
  const known = client.getQueryData<KnownSession>(queryKeys.session);
  if (known?.session?.user.id === userId) return;
  forgetOwn(client);
  void client.resetQueries({ queryKey: queryKeys.session });
}

/** Shows a changed profile everywhere on the page. */
export function useProfileChange(): (profile: Profile) => void {
  const client = useQueryClient();
  return (profile) =>
    client.setQueryData<KnownSession>(queryKeys.session, (known) =>
      known?.session?.user.id === profile.id ? { session: known.session, profile } : known,
    );
}

/** Asks for the session. Without one it asks for a refresh before it reports a visitor (P17). */
export async function fetchSession(signal: AbortSignal): Promise<KnownSession> {
  const hadSession = sessionClock.read() !== null;
  const first = await currentSession(signal);
  if (first !== null) return first;
  const outcome = await sessionClock.refresh();
  if (outcome === 'fresh') {
    const second = await currentSession(signal);
    if (second !== null) return second;
  }
  sessionClock.end();
  return absent(hadSession ? endReason() : 'visitor');
}

async function currentSession(signal: AbortSignal): Promise<KnownSession | null> {
  const reply = await receive(CurrentSession, api.auth.session.$get({}, { init: { signal } }));
  if (reply.session === null) return null;
  sessionClock.start(expiryOf(reply.session));
  return reply;
}
