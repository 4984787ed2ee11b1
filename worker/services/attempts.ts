// The limits on sign-in and sign-up: first the platform's rough limiter, then the exact counters in D1.

import { anonymousKey } from '../auth/client.ts';
import type { Refusal } from '../contract/problems.ts';
import { claimAttempts, type AttemptClaim } from '../db/attempts.ts';
import type { AttemptLimit } from '../domain/session-rules.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Deps } from './deps.ts';

/** The window of RATE_LIMIT_AUTH in wrangler.toml. */
const PLATFORM_WINDOW_SECONDS = 60;

/** One counter of a limit: sign-ins of an account, of an address, sign-ups of an address. */
export function claimOf(deps: Deps, bucket: string, limit: AttemptLimit): AttemptClaim {
  return { id: deps.newId(), bucket, ...limit };
}

/** The bucket of an e-mail's sign-ins: unknown e-mails have one too, so that a lock does not reveal an account. */
export function accountBucket(deps: Deps, email: string): string {
  return `sign-in:account:${anonymousKey(email, deps.env.SESSION_SECRET)}`;
}

export async function claimOrRefuse(
  deps: Deps,
  addressKey: string,
  claims: readonly [AttemptClaim, ...AttemptClaim[]],
  now: number,
): Promise<Result<null, Refusal<'TooManyRequests'>>> {
  const { success } = await deps.env.RATE_LIMIT_AUTH.limit({ key: addressKey });
  if (!success) return err({ code: 'TooManyRequests', retryAfterSeconds: PLATFORM_WINDOW_SECONDS });
  const outcome = await claimAttempts(deps.db, claims, now);
  if (outcome.allowed) return ok(null);
  return err({ code: 'TooManyRequests', retryAfterSeconds: Math.ceil(outcome.retryAfterMs / 1000) });
}
