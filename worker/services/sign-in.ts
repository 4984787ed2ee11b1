// Sign-in by e-mail and password. An unknown e-mail and a wrong password cost the same work and get the same answer.
// The attempt is counted before the password is looked at, so parallel guesses cannot outrun the lock.

import type { Client } from '../auth/client.ts';
import type { SessionCookies } from '../auth/cookies.ts';
import { verifyPassword } from '../auth/passwords.ts';
import type { SignIn } from '../contract/accounts.ts';
import type { Refusal } from '../contract/problems.ts';
import type { SignedIn } from '../contract/sessions.ts';
import { clearBucketStatement, releaseAttemptStatement } from '../db/attempts.ts';
import { submissionStatement } from '../db/submissions.ts';
import { findCredentials, noteSignInStatement, type ProfileRow } from '../db/users.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { SIGN_IN_ACCOUNT_LIMIT, SIGN_IN_ADDRESS_LIMIT } from '../domain/session-rules.ts';
import { accountBucket, claimOf, claimOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';
import { forwardSoon } from './forward-submissions.ts';
import { openSession } from './open-session.ts';
import { toProfile } from './profile.ts';
import { refuseUnexpected } from './unexpected.ts';

/** A customer who is in: the reply, and the cookies that go with it. */
export type Entered = { readonly reply: SignedIn; readonly cookies: SessionCookies };

export type SignInRefusal = Refusal<
  'InvalidCredentials' | 'AccountSuspended' | 'TooManyRequests' | 'SignInError'
>;

type SignInCommand = SignIn & { readonly client: Client };

/** Handed in by tests that count how often it is called. */
export type PasswordCheck = typeof verifyPassword;

export async function signIn(
  deps: Deps,
  command: SignInCommand,
  fits: PasswordCheck = verifyPassword,
): Promise<Result<Entered, SignInRefusal>> {
  try {
    return await checkAndEnter(deps, command, fits);
  } catch (error) {
    return refuseUnexpected('SignInError', error);
  }
}

async function checkAndEnter(
  deps: Deps,
  command: SignInCommand,
  fits: PasswordCheck,
): Promise<Result<Entered, SignInRefusal>> {
  const now = deps.now();
  const address = claimOf(deps, `sign-in:address:${command.client.addressKey}`, SIGN_IN_ADDRESS_LIMIT);
  const account = claimOf(deps, accountBucket(deps, command.email), SIGN_IN_ACCOUNT_LIMIT);
  const claimed = await claimOrRefuse(deps, command.client.addressKey, [address, account], now);
  if (!claimed.ok) return claimed;

  const found = await findCredentials(deps.db, command.email);
  const known = await fits(found?.passwordHash ?? null, command.password, deps.env.PASSWORD_PEPPER);
  if (found === null || !known) return err({ code: 'InvalidCredentials' });

  // The password was right: the account's failures are forgotten, the address keeps those of other accounts.
  const forgiven = [
    releaseAttemptStatement(deps.db, address.id),
    clearBucketStatement(deps.db, account.bucket),
  ];
  if (found.status === 'suspended') {
    await deps.db.batch(forgiven);
    return err({ code: 'AccountSuspended' });
  }
  return ok(await enter(deps, command, found.profile, forgiven, now));
}

async function enter(
  deps: Deps,
  command: SignInCommand,
  profile: ProfileRow,
  forgiven: readonly D1PreparedStatement[],
  now: number,
): Promise<Entered> {
  const { remember, client, phone } = command;
  const opened = await openSession(deps, profile, { remember, client }, now);
  await deps.db.batch([
    ...opened.statements,
    submissionStatement(deps.db, {
      id: deps.newId(),
      type: 'login',
      userId: profile.id,
      email: profile.email,
      phone: phone === '' ? undefined : phone,
      userAgent: client.userAgent,
      data: { loginTime: new Date(now).toISOString() },
      now,
    }),
    noteSignInStatement(deps.db, profile.id, now),
    ...forgiven,
  ]);
  forwardSoon(deps);
  return { cookies: opened.cookies, reply: { session: opened.session, profile: toProfile(profile) } };
}
