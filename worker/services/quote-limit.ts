// How often one customer may request a quote: QUOTES_PER_MINUTE, counted by the platform's limiter.
// Approximate by design: quotes cost little, and no money depends on the exact count.

import type { Refusal } from '../contract/problems.ts';
import { err, ok, type Result } from '../domain/result.ts';

const WINDOW_SECONDS = 60;

type Limits = Pick<Env, 'RATE_LIMIT_QUOTES'>;
type Slot = Result<void, Refusal<'TooManyRequests'>>;

/** Once the session is known to be live. */
export const takeQuoteSlot = (env: Limits, accountId: string): Promise<Slot> => takeSlot(env, accountId);

/** Before that, so that nothing is asked for beyond the limit: an ended session must not count against its owner. */
export const takeAskingSlot = (env: Limits, sessionId: string): Promise<Slot> =>
  takeSlot(env, `session:${sessionId}`);

async function takeSlot(env: Limits, key: string): Promise<Slot> {
  const { success } = await env.RATE_LIMIT_QUOTES.limit({ key });
  return success ? ok(undefined) : err({ code: 'TooManyRequests', retryAfterSeconds: WINDOW_SECONDS });
}
