// A forgotten password: a link by e-mail, good once and for half an hour. Whether an e-mail has an account changes
// neither the answer nor the work: the same queries run, and for an unknown e-mail they write nothing.

import type { Client } from '../auth/client.ts';
import { deviceFrom } from '../auth/device-token.ts';
import {
  hashPasswordResetToken,
  isPasswordResetToken,
  passwordResetToken,
} from '../auth/password-reset-token.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { ForgotPassword, ResetPassword } from '../contract/passwords.ts';
import type { Refusal } from '../contract/problems.ts';
import { claimAttempts, clearBucketStatement } from '../db/attempts.ts';
import { forgetDevicesStatement } from '../db/known-devices.ts';
import { mailStatement } from '../db/outbox.ts';
import { endedSessionIds, endSessionsStatement } from '../db/own-sessions.ts';
import {
  closeResetsStatement,
  createResetStatement,
  findOpenReset,
  isUsedReset,
  useResetStatement,
} from '../db/password-resets.ts';
import { type NewSecurityEvent, securityEventStatement } from '../db/security-events.ts';
import { voidPendingSignInsStatement } from '../db/pending-sign-ins.ts';
import { findCredentials, setPasswordStatement } from '../db/users.ts';
import { deviceOf } from '../domain/devices.ts';
import { err, ok, type Result } from '../domain/result.ts';
import {
  PASSWORD_FORGOT_ACCOUNT_LIMIT,
  PASSWORD_FORGOT_ADDRESS_LIMIT,
  PASSWORD_RESET_ADDRESS_LIMIT,
  PASSWORD_RESET_LIFETIME_MS,
} from '../domain/session-rules.ts';
import { accountBucket, claimOf, claimOrRefuse, deviceBucket } from './attempts.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { closeSockets } from './end-sessions.ts';
import { newPasswordRefusal } from './new-password.ts';
import { NOBODY } from './security-notes.ts';

export async function requestPasswordReset(
  deps: Deps,
  command: ForgotPassword & { readonly client: Client },
): Promise<Result<null, Refusal<'TooManyRequests'>>> {
  const now = deps.now();
  const { client, email } = command;
  const known = await deviceBucket(deps, email, client);
  if (known === null) {
    const address = claimOf(deps, `forgot:address:${client.addressKey}`, PASSWORD_FORGOT_ADDRESS_LIMIT);
    const claimed = await claimOrRefuse(deps, client.addressKey, [address], now);
    if (!claimed.ok) return claimed;
  }
  // An account that has reached this hour's limit gets no more, and the reply does not reveal it.
  const bucket = `forgot:${known ?? accountBucket(deps, email)}`;
  const account = await claimAttempts(deps.db, [claimOf(deps, bucket, PASSWORD_FORGOT_ACCOUNT_LIMIT)], now);
  const found = await findCredentials(deps.db, email);
  const userId = account.allowed ? (found?.profile.id ?? NOBODY) : NOBODY;
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const event = { kind: 'password-reset-requested', ...where } as const;
  await deps.db.batch(resetLinkStatements(deps, userId, event, now));
  deliverSoon(deps);
  return ok(null);
}

/** A link, its e-mail, and the line of the security log; for an unknown e-mail all of it writes nothing. */
export function resetLinkStatements(
  deps: Deps,
  userId: string,
  event: Pick<NewSecurityEvent, 'kind' | 'device' | 'place'>,
  now: number,
): D1PreparedStatement[] {
  const id = deps.newId();
  const expiresAt = now + PASSWORD_RESET_LIFETIME_MS;
  const tokenHash = hashPasswordResetToken(passwordResetToken(deps.env.SESSION_SECRET, id));
  return [
    createResetStatement(deps.db, { id, userId, tokenHash, expiresAt, now }),
    securityEventStatement(deps.db, { id: deps.newId(), userId, at: now, ...event }),
    mailStatement(deps.db, {
      id,
      userId,
      message: { kind: 'password-reset', resetId: id, expiresAt },
      now,
      origin: deps.origin,
    }),
  ];
}

/** Sets the password behind a link: it is used up, the others are closed, and every session of the account ends. */
export async function resetPassword(
  deps: Deps,
  command: ResetPassword & { readonly client: Client },
): Promise<Result<null, Refusal<'ResetLinkInvalid' | 'TooManyRequests' | 'ValidationFailed'>>> {
  const now = deps.now();
  const { client, token, password } = command;
  const claim = claimOf(deps, `reset:address:${client.addressKey}`, PASSWORD_RESET_ADDRESS_LIMIT);
  const claimed = await claimOrRefuse(deps, client.addressKey, [claim], now);
  if (!claimed.ok) return claimed;
  if (!isPasswordResetToken(token)) return err({ code: 'ResetLinkInvalid' });
  const reset = await findOpenReset(deps.db, hashPasswordResetToken(token), now);
  if (reset === null) return err({ code: 'ResetLinkInvalid' });
  const guessable = await newPasswordRefusal('password', password, reset);
  if (guessable !== null) return err(guessable);
  const passwordHash = await hashPassword(password, deps.env.PASSWORD_PEPPER);
  try {
    const known = await deviceBucket(deps, reset.email, client);
    const results = await deps.db.batch([
      ...resetStatements(deps, { ...reset, passwordHash, client }, now),
      ...(known === null ? [] : [clearBucketStatement(deps.db, known)]),
    ]);
    closeSockets(deps, results.flatMap(endedSessionIds));
    deliverSoon(deps);
  } catch (error) {
    // Two uses of one link raced, and this one was second.
    if (isUsedReset(error)) return err({ code: 'ResetLinkInvalid' });
    throw error;
  }
  return ok(null);
}

type ResetCommand = {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly client: Client;
};

function resetStatements(deps: Deps, reset: ResetCommand, now: number): D1PreparedStatement[] {
  const { db } = deps;
  const { userId, passwordHash, client } = reset;
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const device = deviceFrom(client.deviceToken);
  return [
    useResetStatement(db, reset.id, now),
    closeResetsStatement(db, userId, now),
    setPasswordStatement(db, { userId, passwordHash }, now),
    endSessionsStatement(db, { userId, exceptId: null, reason: 'password-changed' }, now),
    voidPendingSignInsStatement(db, userId),
    forgetDevicesStatement(db, userId, device.isNew ? null : device.hash),
    // A customer who has just proved their identity is not locked out by another person's guesses.
    clearBucketStatement(db, accountBucket(deps, reset.email)),
    securityEventStatement(db, { id: deps.newId(), userId, kind: 'password-reset', at: now, ...where }),
    mailStatement(db, {
      id: deps.newId(),
      userId,
      message: { kind: 'security-change', change: 'password-reset', at: now, ...where },
      now,
      origin: deps.origin,
    }),
  ];
}
