// The limits on sign-in and sign-up: first the platform's rough limiter, then the exact counters in D1.

import { anonymousKey, type Client } from '../auth/client.ts';
import { deviceFrom } from '../auth/device-token.ts';
import { PasswordsBusyError } from '../auth/password-queue.ts';
import type { Refusal } from '../contract/problems.ts';
import { claimAttempts, releaseAttemptStatement, type AttemptClaim } from '../db/attempts.ts';
import { isKnownDevice, isKnownDeviceOfEmail } from '../db/known-devices.ts';
import { PASSWORD_WORK_LIMIT, type AttemptLimit } from '../domain/session-rules.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Deps } from './deps.ts';

/** The window of RATE_LIMIT_AUTH in wrangler.toml. */
const PLATFORM_WINDOW_SECONDS = 60;

/** What was counted for an attempt, and the statements that forgive after a right one. */
export type CountedAttempt = {
  readonly claims: readonly AttemptClaim[];
  readonly forgiven: D1PreparedStatement[];
};

/** One counter of a limit: sign-ins of an account, of an address, sign-ups of an address. */
export function claimOf(deps: Pick<Deps, 'newId'>, bucket: string, limit: AttemptLimit): AttemptClaim {
  return { id: deps.newId(), bucket, ...limit };
}

/** The bucket of an e-mail's sign-ins: unknown e-mails have one too, so that a lock does not reveal an account. */
export function accountBucket(deps: Deps, email: string): string {
  return `sign-in:account:${anonymousKey(email, deps.env.SESSION_SECRET)}`;
}

/**
 * The bucket of a browser that has signed in to this account before, or null for a stranger's. Failures there count apart from
 * everybody else's, and for nobody else: a stranger who guesses shuts out strangers only.
 */
export async function deviceBucket(deps: Deps, email: string, client: Client): Promise<string | null> {
  const device = deviceFrom(client.deviceToken);
  if (device === null || !(await isKnownDeviceOfEmail(deps.db, email, device.hash))) return null;
  return `sign-in:device:${anonymousKey(`${email}\n${device.hash}`, deps.env.SESSION_SECRET)}`;
}

/** The same for a customer who is named already: the end of the name of their buckets. Empty for a stranger's browser. */
export async function deviceSuffix(deps: Deps, userId: string, client: Client): Promise<string> {
  const device = deviceFrom(client.deviceToken);
  return device === null || !(await isKnownDevice(deps.db, userId, device.hash)) ? '' : `:${device.hash}`;
}

/** One counter alone, without the platform's limiter: for what a signed-in customer does. */
export async function claimOneOrRefuse(
  deps: Pick<Deps, 'db' | 'newId' | 'now'>,
  bucket: string,
  limit: AttemptLimit,
): Promise<Result<null, Refusal<'TooManyRequests'>>> {
  const outcome = await claimAttempts(deps.db, [claimOf(deps, bucket, limit)], deps.now());
  if (outcome.allowed) return ok(null);
  return err({ code: 'TooManyRequests', retryAfterSeconds: Math.ceil(outcome.retryAfterMs / 1000) });
}

const PASSWORD_WORK_BUCKET = 'password-work';

/** The counter of all hashing for strangers. It goes last, so that who is refused by another does not use it up. */
export function passwordWorkClaim(deps: Deps): AttemptClaim {
  return claimOf(deps, PASSWORD_WORK_BUCKET, PASSWORD_WORK_LIMIT);
}

/** `key`: whom the platform's rough limiter counts, the address of a stranger or the bucket of a known device. */
export async function claimOrRefuse(
  deps: Deps,
  key: string,
  claims: readonly [AttemptClaim, ...AttemptClaim[]],
  now: number,
): Promise<Result<null, Refusal<'TooManyRequests'>>> {
  const { success } = await deps.env.RATE_LIMIT_AUTH.limit({ key });
  if (!success) return err({ code: 'TooManyRequests', retryAfterSeconds: PLATFORM_WINDOW_SECONDS });
  const outcome = await claimAttempts(deps.db, claims, now);
  if (outcome.allowed) return ok(null);
  const retryAfterSeconds = Math.ceil(outcome.retryAfterMs / 1000);
  if (outcome.bucket === PASSWORD_WORK_BUCKET) {
    await releaseAttempts(deps, claims);
    throw new PasswordsBusyError(retryAfterSeconds);
  }
  return err({ code: 'TooManyRequests', retryAfterSeconds });
}

/** What looks at a password, or makes its hash. When the line of passwords is full it was not looked at: nobody has guessed. */
export async function orRelease<T>(
  deps: Pick<Deps, 'db'>,
  claims: readonly AttemptClaim[],
  work: Promise<T>,
): Promise<T> {
  return work.catch(async (error: unknown) => {
    if (error instanceof PasswordsBusyError) await releaseAttempts(deps, claims);
    throw error;
  });
}

async function releaseAttempts({ db }: Pick<Deps, 'db'>, claims: readonly AttemptClaim[]): Promise<void> {
  await db.batch(claims.map(({ id }) => releaseAttemptStatement(db, id)));
}
