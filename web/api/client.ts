// The door to the server: one typed client, whose every call keeps the session fresh and fails in a known way.
// Paths and bodies are checked by the compiler (`type Api`), replies by the contract's own schemas (`receive`).

import { hc } from 'hono/client';
import * as v from 'valibot';
import { REPLAYED_HEADER } from '../../worker/contract/money.ts';
import type { Api } from '../../worker/app.ts';
import { RefreshedSession, type Session } from '../../worker/contract/sessions.ts';
import { isBrowser, isOnline, localStorageOrNull, locksOrNull } from './browser-ports.ts';
import { noteEndedElsewhere } from './ended-elsewhere.ts';
import type { MoneyReply } from './money-intent.ts';
import { NetworkError } from './problem-error.ts';
import { expectProblem, problemFrom } from './late-problem.ts';
import { createSessionClock, type SessionMark } from './session-clock.ts';
import { createStepUps } from './step-up.ts';
import { createTransport, type TransportPorts } from './transport.ts';

/** The address only matters to the build, which never calls. */
const BASE = isBrowser ? `${window.location.origin}/api` : 'http://localhost/api';

export function markOf(session: Session): SessionMark {
  // From the seconds left, not from the server's time of day: this browser's clock may be wrong.
  return { userId: session.user.id, expiresAt: Date.now() + session.expiresIn * 1_000 };
}

async function renew(): Promise<SessionMark | null> {
  const response = await fetch(`${BASE}/auth/refresh`, { method: 'POST', credentials: 'same-origin' });
  if (response.ok) {
    const { session } = v.parse(RefreshedSession, await response.json());
    return session === null ? null : markOf(session);
  }
  const problem = await problemFrom(response);
  if (problem.code === 'SessionEnded') noteEndedElsewhere();
  if (problem.status === 401 || problem.status === 403) return null;
  throw problem;
}

export const sessionClock = createSessionClock({
  storage: localStorageOrNull(),
  locks: locksOrNull(),
  now: Date.now,
  renew,
});

const endListeners = new Set<() => void>();

/** Tells when the server has ended this browser's session. */
export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

/** Where calls that need a proof of who the customer is meet whoever asks for it. */
export const stepUps = createStepUps();

/** What every call rests on; files go through another `fetch` (upload.ts). */
export const transportPorts: TransportPorts = {
  fetch: (input, init) => fetch(input, init),
  isOnline,
  keepFresh: sessionClock.keepFresh,
  refresh: sessionClock.refresh,
  stepUp: stepUps.ask,
  onSessionEnded() {
    sessionClock.end();
    for (const listener of endListeners) listener();
  },
};

export const api = hc<Api>(BASE, { fetch: createTransport(transportPorts) });

type Reply = Pick<Response, 'json' | 'headers'>;

/** The reply's body, checked against the contract. A body that breaks off is silence, not a refusal. */
export async function receive<S extends v.GenericSchema>(
  schema: S,
  call: Promise<Reply>,
): Promise<v.InferOutput<S>> {
  const response = await call;
  return v.parse(schema, await bodyOf(response));
}

/** The same for a money method: says also whether an earlier reply had been lost. */
export async function receiveMoney<S extends v.GenericSchema>(
  schema: S,
  call: Promise<Reply>,
): Promise<MoneyReply<v.InferOutput<S>>> {
  expectProblem();
  const response = await call;
  const value = v.parse(schema, await bodyOf(response));
  return { value, replayed: response.headers.get(REPLAYED_HEADER) === 'true' };
}

async function bodyOf(response: Reply): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new NetworkError(isOnline() ? 'unreachable' : 'offline', { cause: error });
  }
}
