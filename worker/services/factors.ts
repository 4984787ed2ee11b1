// A customer's second factors: the list, and the common part of every change.

import type { Client } from '../auth/client.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../auth/recovery-codes.ts';
import type { Factors, FactorsChanged } from '../contract/factors.ts';
import type { Refusal } from '../contract/problems.ts';
import { unlessFrozen } from '../db/guards.ts';
import { mailStatement } from '../db/outbox.ts';
import { listPasskeys } from '../db/passkeys.ts';
import { countRecoveryCodes, renewRecoveryCodesStatements } from '../db/recovery-codes.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { findTotp } from '../db/totp.ts';
import { deviceOf } from '../domain/devices.ts';
import { showRecoveryCode } from '../domain/factors.ts';
import type { SecurityChange } from '../domain/mail-messages.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { SecurityEventKind } from '../domain/security-events.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { newLink } from './mailed-link.ts';
import { iso, isoOrNull } from '../domain/time.ts';

/** The author of a change, and their device. */
export type Owner = {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly client: Client;
};

export async function readFactors(deps: Deps, userId: string): Promise<Factors> {
  const [totp, passkeys, codes] = await Promise.all([
    findTotp(deps.db, userId),
    listPasskeys(deps.db, userId),
    countRecoveryCodes(deps.db, userId),
  ]);
  return {
    totp: totp === null ? null : { createdAt: iso(totp.createdAt), lastUsedAt: isoOrNull(totp.lastUsedAt) },
    passkeys: passkeys.map(({ id, name, synced, createdAt, lastUsedAt }) => ({
      id,
      name,
      synced,
      createdAt: iso(createdAt),
      lastUsedAt: isoOrNull(lastUsedAt),
    })),
    recoveryCodes: { left: codes.left, createdAt: isoOrNull(codes.createdAt) },
  };
}

/** New codes for a customer with a second factor; the former ones become invalid. */
export async function renewRecoveryCodes(
  deps: Deps,
  owner: Owner,
): Promise<Result<FactorsChanged, Refusal<'NotFound'>>> {
  const now = deps.now();
  const { totp, passkeys } = await readFactors(deps, owner.userId);
  if (totp === null && passkeys.length === 0) return err({ code: 'NotFound' });
  const codes = makeCodes(deps, owner.userId);
  await deps.db.batch([
    ...renewRecoveryCodesStatements(deps.db, owner.userId, codes.hashes, now),
    ...noteChange(deps, owner, { kind: 'recovery-codes-renewed', mail: 'recovery-codes-renewed' }, now),
  ]);
  deliverSoon(deps);
  return ok({ factors: await readFactors(deps, owner.userId), recoveryCodes: codes.shown });
}

export function makeCodes(deps: Deps, userId: string) {
  const codes = newRecoveryCodes();
  return {
    shown: codes.map(showRecoveryCode),
    hashes: codes.map((code) => hashRecoveryCode(deps.env.PASSWORD_PEPPER, userId, code)),
  };
}

type Change = {
  readonly kind: Exclude<SecurityEventKind, 'sign-in-refused'>;
  readonly mail?: SecurityChange;
  readonly detail?: string;
  /** A factor that was added: the letter has a link that removes it, for an owner who did not add it. */
  readonly addedId?: string;
};

/** The line in the security log and the notice to the customer, for the batch of the change, which a freeze aborts. */
export function noteChange(deps: Deps, owner: Owner, change: Change, now: number): D1PreparedStatement[] {
  const { userId, client } = owner;
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const { kind, detail } = change;
  const event = securityEventStatement(deps.db, {
    id: deps.newId(),
    userId,
    kind,
    at: now,
    detail,
    ...where,
  });
  const head = [...unlessFrozen(deps.db, deps.newId(), userId, now), event];
  if (change.mail === undefined) return head;
  const { addedId } = change;
  const link =
    addedId === undefined
      ? null
      : newLink(deps, { purpose: 'remove-factor', userId, subjectId: addedId }, now);
  const message = {
    kind: 'security-change',
    change: change.mail,
    at: now,
    ...where,
    ...(link === null ? {} : { linkId: link.id }),
  } as const;
  return [
    ...head,
    ...(link === null ? [] : [link.statement]),
    mailStatement(deps.db, { id: deps.newId(), userId, message, now, origin: deps.origin }),
  ];
}
