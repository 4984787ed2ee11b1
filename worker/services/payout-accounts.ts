// A customer's accounts that money may go to. Whose one is, the bank says at once, free of charge: number and name must be those of the
// customer's identity (P92). A bank that cannot be reached is asked again by the cron; where no bank can say, an operator looks.

import type { Client } from '../auth/client.ts';
import { numberMacs, openIdentity } from '../auth/identity-sealing.ts';
import { openPayout, payoutMarks, sealPayout } from '../auth/payout-sealing.ts';
import type { Refusal } from '../contract/problems.ts';
import type { PayoutAccount, PayoutAccountRequest } from '../contract/withdrawals.ts';
import { failedGuard, guarded, unlessFrozen } from '../db/guards.ts';
import { findIdentity, type IdentityRow } from '../db/identities.ts';
import { mailForEachStatement, mailStatement } from '../db/outbox.ts';
import {
  askBankAgainStatement,
  decidePayoutStatement,
  duePayoutChecks,
  findPayoutAccount,
  insertPayoutAccountStatement,
  listPayoutAccounts,
  type PayoutAccountRow,
  readPayoutRoom,
  refusedByTable,
  removePayoutAccountStatement,
} from '../db/payout-accounts.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { deviceOf } from '../domain/devices.ts';
import { HOLD_MS } from '../domain/holds.ts';
import { checkAgainAt, type Level } from '../domain/identity.ts';
import type { MailMessage, PayoutAccountOutcome } from '../domain/mail-messages.ts';
import {
  maskPayout,
  PAYOUT_ACCOUNT_LIMIT,
  PAYOUT_ACCOUNTS_MAX,
  PAYOUT_LEVEL,
  type PayoutDetails,
  readPayoutDetails,
  sameHolder,
} from '../domain/payout-accounts.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { iso } from '../domain/time.ts';
import { answerWithin } from './answer-within.ts';
import { claimOneOrRefuse } from './attempts.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { SANDBOX } from './payment-gateway-sandbox.ts';
import { type Holder, type PayoutGateway, type PayoutGateways, payoutGatewaysOf } from './payout-gateway.ts';

const LOOK_UP_TIMEOUT_MS = 10_000;
const CHECKS_PER_RUN = 20;

export type PayoutDeps = Pick<Deps, 'db' | 'env' | 'now' | 'newId' | 'origin' | 'defer'>;

export function viewPayoutAccount(row: PayoutAccountRow): PayoutAccount {
  const { id, method, keyType, masked, status, checkedBy, createdAt } = row;
  return { id, method, keyType, masked, status, isTest: checkedBy === SANDBOX, createdAt: iso(createdAt) };
}

export async function ownPayoutAccounts(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): Promise<PayoutAccount[]> {
  return (await listPayoutAccounts(db, accountId, now())).map(viewPayoutAccount);
}

export type AddPayoutRefusal = Refusal<
  | 'LevelNeeded'
  | 'PayoutNotOwner'
  | 'PayoutUnknown'
  | 'PayoutAccountExists'
  | 'PayoutAccountLimit'
  | 'ValidationFailed'
  | 'TooManyRequests'
  | 'Unavailable'
>;

export async function addPayoutAccount(
  deps: PayoutDeps,
  { userId, client }: { readonly userId: string; readonly client: Client },
  request: PayoutAccountRequest,
  gateways: PayoutGateways = payoutGatewaysOf(deps.env),
): Promise<Result<PayoutAccount, AddPayoutRefusal>> {
  const details = readPayoutDetails(request);
  // The schema of the request has found it to be one.
  if (details === null) return err({ code: 'ValidationFailed' });
  const gateway = gatewayFor(gateways, details);
  if (gateway === null)
    return err({ code: 'Unavailable', detail: 'Withdrawals are not available at the moment.' });
  const identity = await findIdentity(deps.db, userId);
  const owner = await ownerOf(deps, identity);
  if (owner === null) {
    const level: Level = identity?.level ?? 0;
    return err({
      code: 'LevelNeeded',
      neededLevel: PAYOUT_LEVEL,
      level,
      of: null,
      limitCents: null,
      usedCents: null,
    });
  }
  const marks = payoutMarks(deps.env.PAYOUT_KEY, details);
  const room = await readPayoutRoom(deps.db, userId, [marks.newest, ...marks.older]);
  if (room.isThere) return err({ code: 'PayoutAccountExists' });
  if (room.others >= PAYOUT_ACCOUNTS_MAX) return err({ code: 'PayoutAccountLimit' });
  const claimed = await claimOneOrRefuse(deps, `payout-accounts:${userId}`, PAYOUT_ACCOUNT_LIMIT);
  if (!claimed.ok) return claimed;
  const found = await lookUp(deps, gateway, details, owner);
  const now = deps.now();
  const where = { device: deviceOf(client.userAgent) ?? null, place: client.place ?? null };
  if (found.said === 'other' || found.said === 'unknown') {
    // The mask alone: whose it is instead is nobody's business here.
    if (found.said === 'other') await noteRefused(deps, { userId, masked: maskPayout(details), where }, now);
    return err({ code: found.said === 'other' ? 'PayoutNotOwner' : 'PayoutUnknown' });
  }
  const status = STATUS[found.said];
  const id = deps.newId();
  const row: PayoutAccountRow = {
    id,
    accountId: userId,
    method: details.method,
    keyType: details.method === 'pix' ? details.keyType : null,
    sealedDetails: await sealPayout(deps.env.PAYOUT_KEY, userId, details),
    masked: maskPayout(details),
    status,
    isSource: 0,
    checkedBy: gateway.name,
    checks: 1,
    createdAt: now,
  };
  try {
    await deps.db.batch([
      ...unlessFrozen(deps.db, deps.newId(), userId, now),
      insertPayoutAccountStatement(deps.db, {
        ...row,
        sealedDetails: row.sealedDetails ?? '',
        status,
        mark: marks.newest,
        olderMarks: marks.older,
        holderMac: found.said === 'own' ? found.mac : null,
        gateway: gateway.name,
        checkAgainAt: status === 'checking' ? checkAgainAt(1, now) : null,
        now,
      }),
      securityEventStatement(deps.db, {
        id: deps.newId(),
        userId,
        kind: 'payout-account-added',
        at: now,
        ...where,
        detail: row.masked,
      }),
      mailStatement(deps.db, {
        id: `payout-account:${id}`,
        userId,
        message: letterOf(row, { outcome: status, at: now, ...where }),
        now,
        origin: deps.origin,
      }),
    ]);
  } catch (error) {
    const code = refusedByTable(error);
    if (code === null) throw error;
    return err({ code });
  }
  deliverSoon(deps);
  return ok(viewPayoutAccount(row));
}

/** Another customer's does not exist for this one. */
export async function removePayoutAccount(
  deps: PayoutDeps,
  { userId, client }: { readonly userId: string; readonly client: Client },
  id: string,
): Promise<Result<null, Refusal<'NotFound' | 'PayoutAccountInUse'>>> {
  const row = await findPayoutAccount(deps.db, id);
  const isOwn = row?.accountId === userId && row.status !== 'removed' && row.status !== 'refused';
  if (row === null || !isOwn) return err({ code: 'NotFound' });
  const now = deps.now();
  try {
    await deps.db.batch([
      ...unlessFrozen(deps.db, deps.newId(), userId, now),
      ...guarded(deps.db, deps.newId(), 'payout-account', [removePayoutAccountStatement(deps.db, row, now)]),
      securityEventStatement(deps.db, {
        id: deps.newId(),
        userId,
        kind: 'payout-account-removed',
        at: now,
        device: deviceOf(client.userAgent),
        place: client.place,
        detail: row.masked,
      }),
    ]);
  } catch (error) {
    if (!failedGuard(error)) throw error;
    const left = await findPayoutAccount(deps.db, id);
    return err({ code: left?.status === 'removed' ? 'NotFound' : 'PayoutAccountInUse' });
  }
  return ok(null);
}

/** For the cron: banks that had not answered are asked again. One that fails does not keep the others waiting. */
export async function checkDuePayoutAccounts(
  deps: PayoutDeps,
  gateways: PayoutGateways = payoutGatewaysOf(deps.env),
): Promise<{ asked: number; failed: number }> {
  const due = await duePayoutChecks(deps.db, deps.now(), CHECKS_PER_RUN);
  const results = await Promise.allSettled(due.map((row) => checkAgain(deps, row, gateways)));
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures)
    console.error(JSON.stringify({ event: 'payout-check-failed', error: String(reason) }));
  return { asked: due.length, failed: failures.length };
}

async function checkAgain(deps: PayoutDeps, row: PayoutAccountRow, gateways: PayoutGateways): Promise<void> {
  const { db, env } = deps;
  const { accountId: userId } = row;
  const details =
    row.sealedDetails === null ? null : await openPayout(env.PAYOUT_KEY, userId, row.sealedDetails);
  if (details === null) throw new Error('a payout account does not open: the key that sealed it is missing');
  const owner = await ownerOf(deps, await findIdentity(db, userId));
  const gateway = gatewayFor(gateways, details);
  const found =
    gateway === null || owner === null
      ? ({ said: 'nothing' } as const)
      : await lookUp(deps, gateway, details, owner);
  const now = deps.now();
  if (found.said === 'nothing' || gateway === null) {
    await askBankAgainStatement(db, row, checkAgainAt(row.checks, now)).run();
    return;
  }
  const to = found.said === 'own' ? 'active' : found.said === 'none' ? 'waiting' : 'refused';
  const holderMac = found.said === 'own' ? found.mac : null;
  await db.batch([
    decidePayoutStatement(
      db,
      { id: row.id, from: 'checking', to, holderMac, by: { gateway: gateway.name } },
      now,
    ),
    ...decidedStatements(deps, { ...row, checkedBy: gateway.name }, { outcome: to }, now),
  ]);
  deliverSoon(deps);
}

/** Behind the decision in its batch: the line of the security log where it is somebody else's, and the letter. */
export function decidedStatements(
  deps: PayoutDeps,
  row: PayoutAccountRow,
  { outcome, reason = null }: { readonly outcome: PayoutAccountOutcome; readonly reason?: string | null },
  now: number,
): D1PreparedStatement[] {
  const { db, origin } = deps;
  const { id, accountId: userId, masked } = row;
  const message = letterOf(row, { outcome, reason, at: now, device: null, place: null });
  const logged = {
    id: deps.newId(),
    userId,
    kind: 'payout-account-refused',
    at: now,
    device: null,
    place: null,
  } as const;
  return [
    ...(outcome === 'refused'
      ? [securityEventStatement(db, { ...logged, detail: masked }, { ifChanged: true })]
      : []),
    mailForEachStatement(db, {
      kind: message.kind,
      rows: `SELECT 'payout-account:' || id || ':' || status AS id, account_id AS user_id, ?3 AS message FROM payout_accounts
             WHERE id = ?1 AND checked_at = ?2`,
      params: [id, now, JSON.stringify(message)],
      now,
      origin,
    }),
  ];
}

function letterOf(
  { method, masked, checkedBy, createdAt }: PayoutAccountRow,
  said: {
    readonly outcome: PayoutAccountOutcome;
    readonly reason?: string | null;
    readonly at: number;
    readonly device: string | null;
    readonly place: string | null;
  },
): Extract<MailMessage, { kind: 'payout-account-added' }> {
  const { outcome, reason = null, at, device, place } = said;
  return {
    kind: 'payout-account-added',
    outcome,
    method,
    to: masked,
    usableFrom: outcome === 'active' ? createdAt + HOLD_MS['new-payout-account'] : null,
    reason,
    isTest: checkedBy === SANDBOX,
    at,
    device,
    place,
  };
}

async function noteRefused(
  deps: PayoutDeps,
  refused: {
    readonly userId: string;
    readonly masked: string;
    readonly where: { readonly device: string | null; readonly place: string | null };
  },
  now: number,
): Promise<void> {
  const { userId, masked, where } = refused;
  const event = {
    id: deps.newId(),
    userId,
    kind: 'payout-account-refused',
    at: now,
    ...where,
    detail: masked,
  } as const;
  await securityEventStatement(deps.db, event).run();
}

/** Who the customer is, as checked. */
type KnownOwner = {
  readonly row: IdentityRow;
  readonly number: string;
  readonly name: string;
};

/** Null below the level from which it is known who the customer is. */
async function ownerOf(deps: PayoutDeps, row: IdentityRow | null): Promise<KnownOwner | null> {
  if (row === null || row.level < PAYOUT_LEVEL || row.sealed === null) return null;
  const identity = await openIdentity(deps.env.PASSWORD_PEPPER, row.userId, row.sealed);
  if (identity === null) throw new Error('an identity does not open: the pepper that sealed it is missing');
  return { row, number: identity.number, name: identity.fullName };
}

type Found =
  /** The customer's own; the MAC of the number that is its holder's too. */
  | { readonly said: 'own'; readonly mac: string }
  /** Another person's, no such account, no look-up, no answer. */
  | { readonly said: 'other' | 'unknown' | 'none' | 'nothing' };

const STATUS = { own: 'active', none: 'waiting', nothing: 'checking' } as const;

async function lookUp(
  deps: PayoutDeps,
  gateway: PayoutGateway,
  details: PayoutDetails,
  { row, number, name }: KnownOwner,
): Promise<Found> {
  let holder: Holder;
  try {
    holder = await answerWithin(LOOK_UP_TIMEOUT_MS, gateway.findHolder(details, { number, name }));
  } catch (error) {
    console.error(JSON.stringify({ event: 'payout-look-up-unreachable', error: String(error) }));
    return { said: 'nothing' };
  }
  if (holder.found !== 'holder') return { said: holder.found === 'unknown' ? 'unknown' : 'none' };
  const { kind, country } = row;
  const macs = numberMacs(deps.env.PASSWORD_PEPPER, { kind, country, number: holder.number });
  const isNumber = [macs.newest, ...macs.older].includes(row.numberMac ?? '');
  return isNumber && sameHolder(holder.name, name)
    ? { said: 'own', mac: row.numberMac ?? '' }
    : { said: 'other' };
}

function gatewayFor(gateways: PayoutGateways, details: PayoutDetails): PayoutGateway | null {
  return gateways.find(({ methods }) => methods.includes(details.method)) ?? null;
}
