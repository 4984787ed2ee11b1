// A forgotten password: a link by e-mail, good once and for half an hour. Whether an e-mail has an account changes
// neither the answer nor the work: the same queries run, and for an unknown e-mail they write nothing.

import type { Client } from '../auth/client.ts';
import { deviceFrom } from '../auth/device-token.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { FactorsInDoubt, ForgotPassword, ResetPassword } from '../contract/passwords.ts';
import type { Refusal } from '../contract/problems.ts';
import { claimAttempts, clearBucketStatement } from '../db/attempts.ts';
import { cancelEmailChangeStatement } from '../db/email-changes.ts';
import {
  removeUnprovedFactorsStatements,
  removeYoungFactorsStatements,
  youngFactors,
} from '../db/factors.ts';
import { forgetDevicesStatement } from '../db/known-devices.ts';
import { closeLinksStatement, type FoundLink, isUsedLink, useLinkStatement } from '../db/mailed-links.ts';
import { mailStatement } from '../db/outbox.ts';
import { endedSessionIds, endSessionsStatement } from '../db/own-sessions.ts';
import { type NewSecurityEvent, securityEventStatement } from '../db/security-events.ts';
import { voidPendingSignInsStatement } from '../db/pending-sign-ins.ts';
import { confirmEmailStatement, findCredentials, setPasswordStatement } from '../db/users.ts';
import { deviceOf } from '../domain/devices.ts';
import { MAILED_LINK_PURPOSES, YOUNG_FACTOR_MS } from '../domain/mailed-links.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { PASSWORD_FORGOT_ACCOUNT_LIMIT, PASSWORD_FORGOT_ADDRESS_LIMIT } from '../domain/session-rules.ts';
import { iso } from '../domain/time.ts';
import { accountBucket, claimOf, claimOrRefuse, deviceBucket } from './attempts.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { closeSockets } from './end-sessions.ts';
import { newLink, pressedLink } from './mailed-link.ts';
import { newPasswordRefusal } from './new-password.ts';
import { hasherOf } from './password-hasher.ts';
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
  const { id, expiresAt, statement } = newLink(deps, { purpose: 'password-reset', userId }, now);
  return [
    statement,
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

type Pressed = { readonly token: string; readonly client: Client };
type LinkRefusal = Refusal<'LinkInvalid' | 'TooManyRequests'>;

/** The second factors that whoever had the password may have added: the owner says which of them stay. */
export async function factorsInDoubt(
  deps: Deps,
  pressed: Pressed,
): Promise<Result<FactorsInDoubt, LinkRefusal>> {
  const now = deps.now();
  const found = await openReset(deps, pressed, now);
  if (!found.ok) return found;
  // Without a proved address all of them go: nobody knows whose they are.
  const doubted =
    found.value.emailConfirmedAt === null
      ? []
      : await youngFactors(deps.db, found.value.userId, now - YOUNG_FACTOR_MS);
  return ok({
    factors: doubted.map(({ id, name, createdAt }) => ({ id, name, createdAt: iso(createdAt) })),
  });
}

async function openReset(deps: Deps, pressed: Pressed, now: number): Promise<Result<FoundLink, LinkRefusal>> {
  const found = await pressedLink(deps, pressed, ['password-reset'], now);
  return found.ok && found.value.uses > 0 ? err({ code: 'LinkInvalid' }) : found;
}

/** Sets the password behind a link: it is used up, the others are closed, and every session of the account ends. */
export async function resetPassword(
  deps: Deps,
  command: ResetPassword & { readonly client: Client },
): Promise<Result<null, LinkRefusal | Refusal<'ValidationFailed'>>> {
  const now = deps.now();
  const { client, password } = command;
  const found = await openReset(deps, command, now);
  if (!found.ok) return found;
  const link = found.value;
  const guessable = await newPasswordRefusal('password', password, link);
  if (guessable !== null) return err(guessable);
  const passwordHash = await hashPassword(password, deps.env.PASSWORD_PEPPER, hasherOf(deps.env));
  try {
    const known = await deviceBucket(deps, link.email, client);
    const results = await deps.db.batch([
      ...resetStatements(deps, link, { ...command, passwordHash }, now),
      ...(known === null ? [] : [clearBucketStatement(deps.db, known)]),
    ]);
    closeSockets(deps, results.flatMap(endedSessionIds));
    deliverSoon(deps);
  } catch (error) {
    // Two uses of one link raced, and this one was second.
    if (isUsedLink(error)) return err({ code: 'LinkInvalid' });
    throw error;
  }
  return ok(null);
}

type ResetCommand = ResetPassword & { readonly passwordHash: string; readonly client: Client };

function resetStatements(
  deps: Deps,
  { id, userId, email, mailbox }: FoundLink,
  { passwordHash, client, keepFactors }: ResetCommand,
  now: number,
): D1PreparedStatement[] {
  const { db } = deps;
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const device = deviceFrom(client.deviceToken);
  return [
    useLinkStatement(db, id, now),
    // The links of letters that a stranger's doing caused go too.
    closeLinksStatement(db, { userId, purposes: MAILED_LINK_PURPOSES }, now),
    cancelEmailChangeStatement(db, userId, now),
    setPasswordStatement(db, { userId, passwordHash }, now),
    endSessionsStatement(db, { userId, exceptId: null, reason: 'password-changed' }, now),
    voidPendingSignInsStatement(db, userId),
    forgetDevicesStatement(db, userId, device?.hash ?? null),
    // Who was there before the owner of the mailbox is out; afterwards only what the owner does not know is.
    ...removeUnprovedFactorsStatements(db, userId),
    ...removeYoungFactorsStatements(db, { userId, kept: keepFactors, since: now - YOUNG_FACTOR_MS }),
    confirmEmailStatement(db, { userId, email: mailbox }, now),
    // A customer who has just proved their identity is not locked out by another person's guesses.
    clearBucketStatement(db, accountBucket(deps, email)),
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
