// One wish of the customer to move money, and the key that makes it happen once however often it is sent.
// The key lives as long as the wish: a lost reply, a 503 and a second click all send the same key.

import { isRefusal, NetworkError, ProblemError } from './problem-error.ts';

export type MoneyIntent<Body> = { readonly key: string; readonly body: Body };

export function moneyIntent<Body>(body: Body, key: string = crypto.randomUUID()): MoneyIntent<Body> {
  return { key, body };
}

export type MoneyReply<T> = {
  readonly value: T;
  /** True when an earlier reply was lost and this is its replay: the operation happened once, before. */
  readonly replayed: boolean;
};

/** Nobody knows yet whether the money moved. Sending the same intent again is safe and finds out. */
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
  /** Called before each repetition, so that the screen can say what is going on. */
  readonly onRetry?: (attempt: number) => void;
};

/**
 * Sends until the server decides: its success, its refusal (ProblemError), or after three silences
 * UnknownOutcomeError. Anything that is not an answer (a fault of our own) is thrown as it is.
 */
export async function carryOut<Body, T>(sending: Sending<Body, T>): Promise<MoneyReply<T>> {
  const { intent, send, wait, onRetry } = sending;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(intent.body, intent.key);
    } catch (error) {
      if (isRefusal(error)) throw error;
      if (!(error instanceof ProblemError || error instanceof NetworkError)) throw error;
      const pause = RETRY_WAITS_MS[attempt];
      if (pause === undefined) throw new UnknownOutcomeError(error);
      const asked = error instanceof ProblemError && error.retryAfter !== null ? error.retryAfter * 1_000 : 0;
      await wait(Math.min(10_000, Math.max(pause, asked)));
      onRetry?.(attempt + 1);
    }
  }
}
