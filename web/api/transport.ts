// The one `fetch` of every call. It keeps the session fresh and turns failures into the two errors of problem-error.ts. It
// repeats a request once after a 401 that a refresh resolves, and once after a step-up that the server asked for: the same
// request with the same Idempotency-Key. It never retries a network error.

import type { StepUpMethod } from '../../worker/domain/factors.ts';
import { NetworkError, ProblemError } from './problem-error.ts';
import { problemFrom } from './late-problem.ts';
import type { RefreshOutcome } from './session-clock.ts';

/** Longer than any normal response, shorter than a user waits. */
const TIMEOUT_MS = 15_000;
/** These calls make or end a session: a 401 of theirs is an answer and not an expired session. */
const SESSION_MAKING =
  /^\/api\/auth\/(?:sign-up|sign-in|sign-out|refresh|second-factor(?:\/passkey-options)?|passkey(?:\/options)?|password\/(?:forgot|reset))$/u;

/** The step-up itself: its refusal needs no further step-up. */
const STEP_UP = '/api/auth/step-up';

export type TransportPorts = {
  readonly fetch: typeof fetch;
  readonly isOnline: () => boolean;
  readonly keepFresh: () => Promise<void>;
  readonly refresh: () => Promise<RefreshOutcome>;
  /** Asks the user for a step-up; false if the user declines. */
  readonly stepUp: (methods: readonly StepUpMethod[]) => Promise<boolean>;
  /** Called when the server reports that the session is over. */
  readonly onSessionEnded: () => void;
};

/** `timeoutMs`: uploads take longer than other calls. */
export function createTransport(ports: TransportPorts, timeoutMs: number = TIMEOUT_MS): typeof fetch {
  async function attempt(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    try {
      return await ports.fetch(input, { credentials: 'same-origin', ...init, signal });
    } catch (error) {
      if (init?.signal?.aborted === true) throw error;
      if (limit.aborted) throw new NetworkError('timeout', { cause: error });
      throw new NetworkError(ports.isOnline() ? 'unreachable' : 'offline', { cause: error });
    }
  }

  async function mend(
    refused: ProblemError,
    input: RequestInfo | URL,
    init?: RequestInit,
  ): Promise<Response> {
    const outcome = await ports.refresh();
    if (outcome === 'unknown') throw new NetworkError(ports.isOnline() ? 'unreachable' : 'offline');
    if (outcome === 'fresh') {
      const second = await attempt(input, init);
      if (second.ok) return second;
      const problem = await problemFrom(second);
      if (!isSessionOver(problem)) throw problem;
    }
    ports.onSessionEnded();
    throw refused;
  }

  async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const makesSession = SESSION_MAKING.test(pathOf(input));
    if (!makesSession) await ports.keepFresh();
    const response = await attempt(input, init);
    if (response.ok) return response;
    const problem = await problemFrom(response);
    if (makesSession || !isSessionOver(problem)) throw problem;
    return mend(problem, input, init);
  }

  return async (input, init) => {
    try {
      return await send(input, init);
    } catch (error) {
      if (!needsStepUp(error) || pathOf(input) === STEP_UP) throw error;
      if (!(await ports.stepUp(error.problem.methods ?? []))) throw error;
      init?.signal?.throwIfAborted();
      return send(input, init);
    }
  };
}

function needsStepUp(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.problem.code === 'StepUpRequired';
}

function isSessionOver({ problem }: ProblemError): boolean {
  return problem.code === 'Unauthenticated' || problem.code === 'SessionExpired';
}

function pathOf(input: RequestInfo | URL): string {
  const address = input instanceof Request ? input.url : String(input);
  return new URL(address, 'http://relative.invalid').pathname;
}
