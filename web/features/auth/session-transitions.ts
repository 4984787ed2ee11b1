// What a session's beginning and end do to everything the page knows. No number of one customer may outlive his
// session in the cache, and no reply still on its way may bring it back.

import type { QueryClient } from '@tanstack/react-query';
import { expiryOf, sessionClock } from '../../api/client.ts';
import { forgetEndedElsewhere, wasEndedElsewhere } from '../../api/ended-elsewhere.ts';
import { queryKeys } from '../../api/keys.ts';
import type { SignedIn } from '../../../worker/contract/sessions.ts';
import { type Absence, absent, type KnownSession } from './session.ts';

function forgetOwn(client: QueryClient): void {
  void client.cancelQueries({ queryKey: queryKeys.own });
  client.removeQueries({ queryKey: queryKeys.own });
}

function know(client: QueryClient, known: KnownSession): void {
  void client.cancelQueries({ queryKey: queryKeys.session });
  client.setQueryData<KnownSession>(queryKeys.session, known);
}

/** The server says that the session is over: of itself, or because somebody ended it. */
export function howItEnded(): 'ended' | 'expired' {
  return wasEndedElsewhere() ? 'ended' : 'expired';
}

export function beginSession(client: QueryClient, signedIn: SignedIn): void {
  forgetEndedElsewhere();
  sessionClock.start(expiryOf(signedIn.session));
  forgetOwn(client);
  know(client, signedIn);
}

export function endSession(client: QueryClient, absence: Absence): void {
  const known = client.getQueryData<KnownSession>(queryKeys.session);
  // The first reason stands: a sign-out here makes other calls fail as expired a moment later.
  if (known !== undefined && known.session === null) return;
  sessionClock.end();
  know(client, absent(absence));
  forgetOwn(client);
}

/** Another tab signed in, perhaps as somebody else: ask again who is here. */
export function followOtherTab(client: QueryClient, userId: string): void {
  const known = client.getQueryData<KnownSession>(queryKeys.session);
  if (known?.session?.user.id === userId) return;
  forgetOwn(client);
  void client.resetQueries({ queryKey: queryKeys.session });
}
