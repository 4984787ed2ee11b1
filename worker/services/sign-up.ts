// Sign-up: one atomic batch makes the customer, settings, money account, notice and session, or nothing at all
// (P14). Every sign-up is counted before any work is done for it.

import type { Client } from '../auth/client.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { SignUp } from '../contract/accounts.ts';
import type { Refusal } from '../contract/problems.ts';
import { submissionStatement } from '../db/submissions.ts';
import { createUserStatements, emailIsTaken, isDuplicateEmail } from '../db/users.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { SIGN_UP_ADDRESS_LIMIT } from '../domain/session-rules.ts';
import { currencyFor } from '../domain/settings-rules.ts';
import { TERMS_VERSION } from '../domain/terms.ts';
import { openAccount } from '../ledger/open-account.ts';
import { claimOf, claimOrRefuse, orRelease, passwordWorkClaim } from './attempts.ts';
import { confirmationStatements } from './confirm-email.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import type { Entered } from './enter.ts';
import { forwardSoon } from './forward-submissions.ts';
import { newPasswordRefusal } from './new-password.ts';
import { openSession } from './open-session.ts';
import { hasherOf } from './password-hasher.ts';
import { toProfile } from './profile.ts';
import { refuseUnexpected } from './unexpected.ts';

export type SignUpRefusal = Refusal<
  'DuplicateEmail' | 'TooManyRequests' | 'ValidationFailed' | 'SignupError'
>;

export async function signUp(
  deps: Deps,
  command: SignUp & { readonly client: Client },
): Promise<Result<Entered, SignUpRefusal>> {
  try {
    const now = deps.now();
    const claim = claimOf(deps, `sign-up:address:${command.client.addressKey}`, SIGN_UP_ADDRESS_LIMIT);
    const claims = [claim, passwordWorkClaim(deps)] as const;
    const claimed = await claimOrRefuse(deps, command.client.addressKey, claims, now);
    if (!claimed.ok) return claimed;
    const guessable = await newPasswordRefusal('password', command.password, command);
    if (guessable !== null) return err(guessable);
    // Asked first only to save the hashing; among racing sign-ups the table's UNIQUE decides.
    if (await emailIsTaken(deps.db, command.email)) return err({ code: 'DuplicateEmail' });
    const hashed = hashPassword(command.password, deps.env.PASSWORD_PEPPER, hasherOf(deps.env));
    const passwordHash = await orRelease(deps, claims, hashed);
    return await createAccount(deps, { ...command, passwordHash }, now);
  } catch (error) {
    if (isDuplicateEmail(error)) return err({ code: 'DuplicateEmail' });
    return refuseUnexpected('SignupError', error);
  }
}

async function createAccount(
  deps: Deps,
  command: Omit<SignUp, 'password'> & { readonly passwordHash: string; readonly client: Client },
  now: number,
): Promise<Result<Entered, never>> {
  const { fullName, phone, email, passwordHash, language, client } = command;
  const userId = deps.newId();
  const opened = await openSession(
    deps,
    { id: userId, email },
    { remember: false, client, by: 'signed-up' },
    now,
  );
  await deps.db.batch([
    ...createUserStatements(deps.db, {
      id: userId,
      email,
      fullName,
      phone,
      passwordHash,
      termsVersion: TERMS_VERSION,
      language,
      currency: currencyFor(language),
      now,
    }),
    ...openAccount(deps.db, userId, now),
    submissionStatement(deps.db, {
      id: deps.newId(),
      type: 'signup',
      userId,
      email,
      phone,
      userAgent: client.userAgent,
      data: { fullName },
      now,
    }),
    ...confirmationStatements(deps, userId, now),
    ...opened.statements,
  ]);
  forwardSoon(deps);
  deliverSoon(deps);
  const row = {
    id: userId,
    email,
    fullName,
    phone,
    tier: 'standard',
    bonusClaimedAt: null,
    createdAt: now,
    emailConfirmedAt: null,
    operatorSince: null,
    frozenAt: null,
    freezeEndsAt: null,
    joinedRoles: null,
    operatorHasFactor: 0,
  } as const;
  const profile = toProfile(row, now);
  return ok({ cookies: opened.cookies, reply: { session: opened.session, profile } });
}
