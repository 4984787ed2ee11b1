// One intent of the customer to move money, and the idempotency key that makes the server execute it once, however often
// it is sent. The key belongs to the intent: a lost reply, a 503 and a second click all send the same key.

import { isRefusal, NetworkError, ProblemError } from './problem-error.ts';

export type MoneyIntent<Body> = { readonly key: string; readonly body: Body };

export function moneyIntent<Body>(body: Body, key: string = crypto.randomUUID()): MoneyIntent<Body> {
  return { key, body };
}

export type MoneyReply<T> = {
  readonly value: T;
  /** True for the replay of a reply that was lost: the server executed the operation once, before. */
  readonly replayed: boolean;
};

/** It is unknown whether the money moved. Sending the same intent again is safe and answers it. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
  constructor(cause: unknown) {
    super('The reply was lost; the operation may have been carried out', { cause });
  }
}

const RETRY_WAITS_MS = [1_000, 2_000] as const;

type Sending<Body, T> = {
  readonly intent: MoneyIntent<Body>;
  readonly send: (body: Body, key: string) => Promise<MoneyReply<T>>;
  readonly wait: (ms: number) => Promise<void>;
  /** Called before each retry, so that the screen can show it. */
  readonly onRetry?: (attempt: number) => void;
};

/**
 * Sends until the server decides: success, refusal (ProblemError), or UnknownOutcomeError after three attempts without
 * a decision. Any other error (a bug) is rethrown unchanged.
 */
export async function sendUntilDecided<Body, T>(sending: Sending<Body, T>): Promise<MoneyReply<T>> {
  const { intent, send, wait, onRetry } = sending;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(intent.body, intent.key);
    } catch (error) {
      if (isRefusal(error)) throw error;
      if (!(error instanceof ProblemError || error instanceof NetworkError)) throw error;
      const pause = RETRY_WAITS_MS[attempt];
      if (pause === undefined) throw new UnknownOutcomeError(error);
      const asked = error instanceof ProblemError ? (error.problem.retryAfterSeconds ?? 0) * 1_000 : 0;
      await wait(Math.min(10_000, Math.max(pause, asked)));
      onRetry?.(attempt + 1);
    }
  }
}
