// A new password for a customer who is signed in and knows the current one. It ends every other session. A customer with
// two-step sign-in proves the second factor too; for the others the current password is the proof.

import type { Client } from '../auth/client.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import { stepUpRefusal } from '../auth/step-up.ts';
import type { ChangePassword, PasswordChanged } from '../contract/passwords.ts';
import type { Refusal } from '../contract/problems.ts';
import { clearBucketStatement } from '../db/attempts.ts';
import { unlessFrozen } from '../db/guards.ts';
import { mailStatement } from '../db/outbox.ts';
import { endedSessionIds, endSessionsStatement } from '../db/own-sessions.ts';
import { closeLinksStatement } from '../db/mailed-links.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { voidPendingSignInsStatement } from '../db/pending-sign-ins.ts';
import { findPasswordHash, findProfile, isStalePassword, setPasswordStatement } from '../db/users.ts';
import { deviceOf } from '../domain/devices.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { PASSWORD_CHANGE_LIMIT } from '../domain/session-rules.ts';
import { claimOf, claimOrRefuse, orRelease } from './attempts.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { closeSockets } from './end-sessions.ts';
import { newPasswordRefusal } from './new-password.ts';
import { hasherOf } from './password-hasher.ts';

type ChangeCommand = ChangePassword & {
  readonly client: Client;
  readonly session: {
    readonly sessionId: string;
    readonly userId: string;
    readonly steppedUpAt: number | null;
  };
};

export type ChangeRefusal = Refusal<
  'PasswordIncorrect' | 'StepUpRequired' | 'TooManyRequests' | 'ValidationFailed'
>;

export async function changePassword(
  deps: Deps,
  command: ChangeCommand,
): Promise<Result<PasswordChanged, ChangeRefusal>> {
  const now = deps.now();
  const { userId } = command.session;
  const stepUp = await stepUpRefusal(deps.db, command.session, now);
  // The current password, which is asked for below, is all that somebody without a factor can prove.
  const hasFactor = stepUp?.code === 'StepUpRequired' && !stepUp.methods.includes('password');
  if (hasFactor) return err(stepUp);
  const claim = claimOf(deps, `password-change:${userId}`, PASSWORD_CHANGE_LIMIT);
  const claimed = await claimOrRefuse(deps, command.client.addressKey, [claim], now);
  if (!claimed.ok) return claimed;
  const isRight = (hash: string | null) =>
    verifyPassword(hash, command.currentPassword, deps.env.PASSWORD_PEPPER, hasherOf(deps.env));
  const current = await findPasswordHash(deps.db, userId);
  if (!(await orRelease(deps, [claim], isRight(current)))) return err({ code: 'PasswordIncorrect' });
  const owner = await findProfile(deps.db, userId);
  if (owner === null) throw new Error('a session has a customer');
  const guessable = await newPasswordRefusal('newPassword', command.newPassword, owner);
  if (guessable !== null) return err(guessable);
  const hashed = hashPassword(command.newPassword, deps.env.PASSWORD_PEPPER, hasherOf(deps.env));
  const passwordHash = await orRelease(deps, [claim], hashed);
  const write = (instead: string | null) => {
    const statements = changeStatements(deps, command, { passwordHash, current: instead }, now);
    return writtenOrStale(deps.db, [...statements, clearBucketStatement(deps.db, claim.bucket)]);
  };
  let results = await write(current);
  if (results === null) {
    // Another request changed the password, and the one that was sent is no longer current; or a sign-in has hashed the same one anew.
    const again = await findPasswordHash(deps.db, userId);
    if (await orRelease(deps, [claim], isRight(again))) results = await write(again);
  }
  if (results === null) return err({ code: 'PasswordIncorrect' });
  const ended = results.flatMap(endedSessionIds);
  closeSockets(deps, ended);
  deliverSoon(deps);
  return ok({ sessionsEnded: ended.length });
}

/** Null where the password that is to be replaced is not there any more. */
async function writtenOrStale(db: D1Database, statements: D1PreparedStatement[]): Promise<D1Result[] | null> {
  try {
    return await db.batch(statements);
  } catch (error) {
    if (isStalePassword(error)) return null;
    throw error;
  }
}

function changeStatements(
  deps: Deps,
  command: ChangeCommand,
  hashes: { readonly passwordHash: string; readonly current: string | null },
  now: number,
): D1PreparedStatement[] {
  const { db } = deps;
  const { userId, sessionId } = command.session;
  const where = { device: deviceOf(command.client.userAgent), place: command.client.place ?? null };
  return [
    ...unlessFrozen(db, deps.newId(), userId, now),
    setPasswordStatement(db, { userId, passwordHash: hashes.passwordHash, instead: hashes.current }, now),
    closeLinksStatement(db, { userId, purposes: ['password-reset'] }, now),
    endSessionsStatement(db, { userId, exceptId: sessionId, reason: 'password-changed' }, now),
    voidPendingSignInsStatement(db, userId),
    securityEventStatement(db, { id: deps.newId(), userId, kind: 'password-changed', at: now, ...where }),
    mailStatement(db, {
      id: deps.newId(),
      userId,
      message: { kind: 'security-change', change: 'password-changed', at: now, ...where },
      now,
      origin: deps.origin,
    }),
  ];
}
