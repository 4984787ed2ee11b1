// Sign-in by e-mail and password. An unknown e-mail and a wrong password cost the same work and get the same answer.
// The attempt is counted before the password is looked at, so parallel guesses cannot outrun the lock.

import type { Client } from '../auth/client.ts';
import { enterApart, PasswordsBusyError } from '../auth/password-queue.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from '../auth/passwords.ts';
import type { SignIn } from '../contract/accounts.ts';
import type { Refusal } from '../contract/problems.ts';
import { isClosingDue } from '../db/account-closings.ts';
import { clearBucketStatement, releaseAttemptStatement } from '../db/attempts.ts';
import { findSecondFactors } from '../db/factors.ts';
import { findCredentials, isStalePassword, setPasswordStatement } from '../db/users.ts';
import type { SecondFactor } from '../domain/factors.ts';
import { err, ok, type Result } from '../domain/result.ts';
import {
  SIGN_IN_ACCOUNT_LIMIT,
  SIGN_IN_ADDRESS_LIMIT,
  SIGN_IN_DEVICE_LIMIT,
} from '../domain/session-rules.ts';
import {
  accountBucket,
  claimOf,
  claimOrRefuse,
  type CountedAttempt,
  deviceBucket,
  orRelease,
  passwordWorkClaim,
} from './attempts.ts';
import type { Deps } from './deps.ts';
import { enter, type Entered } from './enter.ts';
import { noteLimitedOperator, noteOperatorAccess } from './operator-access.ts';
import { openPendingSignIn } from './second-step.ts';
import { NOBODY, noteRefusedSignIn } from './security-notes.ts';
import { hasherOf } from './password-hasher.ts';
import { refuseUnexpected } from './unexpected.ts';

export type SignInRefusal = Refusal<
  'InvalidCredentials' | 'AccountSuspended' | 'TooManyRequests' | 'SignInError'
>;

/** The password was right and a second factor is required: there is no session yet. */
export type SecondStepAsked = {
  readonly secondFactor: { readonly ticket: string; readonly methods: SecondFactor[] };
};

type SignInCommand = SignIn & { readonly client: Client };

/** Handed in by tests that count how often it is called. */
export type PasswordCheck = typeof verifyPassword;

export async function signIn(
  deps: Deps,
  command: SignInCommand,
  fits: PasswordCheck = verifyPassword,
): Promise<Result<Entered | SecondStepAsked, SignInRefusal>> {
  try {
    await enterApart();
    return await checkAndEnter(deps, command, fits);
  } catch (error) {
    return refuseUnexpected('SignInError', error);
  }
}

async function checkAndEnter(
  deps: Deps,
  command: SignInCommand,
  fits: PasswordCheck,
): Promise<Result<Entered | SecondStepAsked, SignInRefusal>> {
  const now = deps.now();
  const counted = await countAttempt(deps, command, now);
  if (!counted.ok) {
    noteLimitedOperator(deps, { email: command.email }, command.client, now);
    return counted;
  }
  const { claims, forgiven } = counted.value;

  const found = await findCredentials(deps.db, command.email);
  const { PASSWORD_PEPPER } = deps.env;
  const looked = fits(found?.passwordHash ?? null, command.password, PASSWORD_PEPPER, hasherOf(deps.env));
  const known = await orRelease(deps, claims, looked);
  if (found === null || !known) {
    noteRefusedSignIn(deps, found?.profile.id ?? NOBODY, command.client, now, 'password');
    return err({ code: 'InvalidCredentials' });
  }

  // The seven days are over, and the cron closes the account within the minute: there is no such account.
  if (await isClosingDue(deps.db, found.profile.id, now)) return err({ code: 'InvalidCredentials' });
  if (found.status === 'suspended') {
    await deps.db.batch(forgiven);
    noteOperatorAccess(deps, found.profile.id, 'operator.suspended-refused', command.client, now);
    return err({ code: 'AccountSuspended' });
  }
  renewHash(deps, found.profile.id, { ...command, stored: found.passwordHash }, now);
  const methods = await findSecondFactors(deps.db, found.profile.id);
  if (methods.length > 0) {
    const ticket = await openPendingSignIn(deps, found.profile.id, command, forgiven, now);
    return ok({ secondFactor: { ticket, methods } });
  }
  return ok(await enter(deps, { ...command, profile: found.profile }, forgiven, now));
}

/** An old hash is made anew where the password is known: so a pepper that was rotated can be taken out, and costs can rise. */
function renewHash(
  deps: Deps,
  userId: string,
  { password, stored }: { readonly password: string; readonly stored: string },
  now: number,
): void {
  const pepper = deps.env.PASSWORD_PEPPER;
  if (!isOutdatedHash(stored, pepper)) return;
  const renew = async () => {
    const passwordHash = await hashPassword(password, pepper, hasherOf(deps.env));
    await setPasswordStatement(deps.db, { userId, passwordHash, instead: stored }, now).run();
  };
  deps.defer(
    renew().catch((error: unknown) => {
      // The password was changed meanwhile: there is nothing to renew. Or many wait: another sign-in renews it.
      if (!isStalePassword(error) && !(error instanceof PasswordsBusyError)) throw error;
    }),
  );
}

/**
 * Counts the attempt before it is looked at. `forgiven` are the statements for a right password: the account's failures are
 * forgotten, the address keeps those of other accounts. A known device has a counter of its own and forgives only itself.
 */
async function countAttempt(
  deps: Deps,
  { email, client }: SignInCommand,
  now: number,
): Promise<Result<CountedAttempt, Refusal<'TooManyRequests'>>> {
  const known = await deviceBucket(deps, email, client);
  if (known !== null) {
    const own = claimOf(deps, known, SIGN_IN_DEVICE_LIMIT);
    const claimed = await claimOrRefuse(deps, known, [own], now);
    const forgiven = [clearBucketStatement(deps.db, known)];
    return claimed.ok ? ok({ claims: [own], forgiven }) : claimed;
  }
  const address = claimOf(deps, `sign-in:address:${client.addressKey}`, SIGN_IN_ADDRESS_LIMIT);
  const account = claimOf(deps, accountBucket(deps, email), SIGN_IN_ACCOUNT_LIMIT);
  const claims = [address, account, passwordWorkClaim(deps)] as const;
  const claimed = await claimOrRefuse(deps, client.addressKey, claims, now);
  if (!claimed.ok) return claimed;
  const forgiven = [
    releaseAttemptStatement(deps.db, address.id),
    clearBucketStatement(deps.db, account.bucket),
  ];
  return ok({ claims, forgiven });
}
