// The typed client of the API. Every call keeps the session fresh and fails in a known way (transport.ts). The compiler
// checks paths and bodies (`type Api`), the contract's schemas check replies (`receive`).

import { hc } from 'hono/client';
import * as v from 'valibot';
import type { Api } from '../../worker/app.ts';
import { REPLAYED_HEADER } from '../../worker/contract/money.ts';
import { RefreshedSession, type Session } from '../../worker/contract/sessions.ts';
import { withAttendance } from './attendance.ts';
import { isBrowser, isOnline, localStorageOrNull, locksOrNull } from './browser-ports.ts';
import { rememberEndedElsewhere } from './ended-elsewhere.ts';
import type { MoneyReply } from './money-intent.ts';
import { NetworkError } from './problem-error.ts';
import { expectProblem, problemFrom } from './late-problem.ts';
import { createSessionClock, type SessionExpiry } from './session-clock.ts';
import { createStepUps } from './step-up.ts';
import { createTransport, type TransportPorts } from './transport.ts';

/** The prerender needs a URL and sends no request. */
const BASE = isBrowser ? `${window.location.origin}/api` : 'http://localhost/api';

export function expiryOf(session: Session): SessionExpiry {
  // From the seconds left, not from the server's clock: this browser's clock can be wrong.
  return { userId: session.user.id, expiresAt: Date.now() + session.expiresIn * 1_000 };
}

async function renew(): Promise<SessionExpiry | null> {
  const response = await fetch(
    `${BASE}/auth/refresh`,
    withAttendance({ method: 'POST', credentials: 'same-origin' }),
  );
  if (response.ok) {
    const { session } = v.parse(RefreshedSession, await response.json());
    return session === null ? null : expiryOf(session);
  }
  const problem = await problemFrom(response);
  const { code } = problem.problem;
  if (code === 'SessionEnded') rememberEndedElsewhere('ended');
  if (code === 'AccountSuspended') rememberEndedElsewhere('suspended');
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

/** Calls back when the server has ended this browser's session. */
export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

/** Connects calls that need a step-up with the dialog that asks for it. */
export const stepUps = createStepUps();

/** Shared with uploads, which have another `fetch` (upload.ts). */
export const transportPorts: TransportPorts = {
  fetch: (input, init) => fetch(input, withAttendance(init)),
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

/** A file takes longer than other replies. */
const FILE_TIMEOUT_MS = 5 * 60_000;
export const fileApi = hc<Api>(BASE, { fetch: createTransport(transportPorts, FILE_TIMEOUT_MS) });

export type Reply = Pick<Response, 'json' | 'headers'>;

/** The reply's body, checked against the contract. A body that breaks off counts as no reply, not as a refusal. */
export async function receive<S extends v.GenericSchema>(
  schema: S,
  call: Promise<Reply>,
): Promise<v.InferOutput<S>> {
  const response = await call;
  return v.parse(schema, await bodyOf(response));
}

/** The same for a money method, with whether the server replayed the reply of an earlier request. */
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
