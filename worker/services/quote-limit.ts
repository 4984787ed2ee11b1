// How often one customer may request a quote: QUOTES_PER_MINUTE, counted by the platform's limiter.
// Approximate by design: quotes cost little, and no money depends on the exact count.

import type { Refusal } from '../contract/problems.ts';
import { err, ok, type Result } from '../domain/result.ts';

const WINDOW_SECONDS = 60;

export async function takeQuoteSlot(
  env: Pick<Env, 'RATE_LIMIT_QUOTES'>,
  accountId: string,
): Promise<Result<void, Refusal<'TooManyRequests'>>> {
  const { success } = await env.RATE_LIMIT_QUOTES.limit({ key: accountId });
  return success ? ok(undefined) : err({ code: 'TooManyRequests', retryAfterSeconds: WINDOW_SECONDS });
}
