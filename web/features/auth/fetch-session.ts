import { api, expiryOf, receive, sessionClock } from '../../api/client.ts';
import { CurrentSession } from '../../../worker/contract/sessions.ts';
import { absent, type KnownSession } from './session.ts';
import { howItEnded } from './session-transitions.ts';

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
  return absent(hadSession ? howItEnded() : 'visitor');
}

async function currentSession(signal: AbortSignal): Promise<KnownSession | null> {
  const reply = await receive(CurrentSession, api.auth.session.$get({}, { init: { signal } }));
  if (reply.session === null) return null;
  sessionClock.start(expiryOf(reply.session));
  return reply;
}
