// A customer's accounts that money may go to. Whose one is, the bank says at once, free of charge: number and name must be those of the
// customer's identity (P92). A bank that cannot be reached is asked again by the cron; where no bank can say, an operator looks.

import type { Client } from '../auth/client.ts';
import { payoutMarks, sealPayout } from '../auth/payout-sealing.ts';
import type { Refusal } from '../contract/problems.ts';
import type { PayoutAccount, PayoutAccountRequest } from '../contract/withdrawals.ts';
import { failedGuard, guarded, unlessFrozen } from '../db/guards.ts';
import { findIdentity } from '../db/identities.ts';
import { mailStatement } from '../db/outbox.ts';
import {
  findPayoutAccount,
  insertPayoutAccountStatement,
  listPayoutAccounts,
  type NewPayoutAccount,
  type PayoutAccountRow,
  readPayoutRoom,
  refusedByTable,
  removePayoutAccountStatement,
  UNKNOWN_TO_BANK,
} from '../db/payout-accounts.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { deviceOf } from '../domain/devices.ts';
import { checkAgainAt } from '../domain/identity.ts';
import {
  maskPayout,
  methodsFor,
  PAYOUT_ACCOUNT_LIMIT,
  PAYOUT_ACCOUNTS_MAX,
  PAYOUT_LEVEL,
  type PayoutDetails,
  type PayoutRefusal,
  readPayoutDetails,
} from '../domain/payout-accounts.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { iso } from '../domain/time.ts';
import { claimOneOrRefuse } from './attempts.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { SANDBOX } from './payment-gateway-sandbox.ts';
import { type PayoutGateway, type PayoutGateways, payoutGatewaysOf } from './payout-gateway.ts';
import { letterOf, type PayoutDeps } from './payout-checks.ts';
import { type Found, gatewayFor, type KnownOwner, lookUp, ownerOf } from './payout-look-up.ts';

export function viewPayoutAccount(row: PayoutAccountRow): PayoutAccount {
  const { id, method, keyType, masked, status, checkedBy, createdAt } = row;
  return {
    id,
    method,
    keyType,
    masked,
    status,
    refusal: refusalOf(row),
    isTest: checkedBy === SANDBOX,
    createdAt: iso(createdAt),
  };
}

function refusalOf({ status, reason }: PayoutAccountRow): PayoutRefusal | null {
  if (status !== 'refused') return null;
  if (reason === null) return 'other';
  return reason === UNKNOWN_TO_BANK ? 'unknown' : 'team';
}

export async function ownPayoutAccounts(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): Promise<PayoutAccount[]> {
  return (await listPayoutAccounts(db, accountId, now())).map(viewPayoutAccount);
}

type Who = { readonly userId: string; readonly client: Client };

export type AddPayoutRefusal = Refusal<
  | 'LevelNeeded'
  | 'PayoutNotOwner'
  | 'PayoutUnknown'
  | 'PayoutNeedsCpf'
  | 'PayoutAccountExists'
  | 'PayoutAccountLimit'
  | 'ValidationFailed'
  | 'TooManyRequests'
  | 'Unavailable'
>;

export async function addPayoutAccount(
  deps: PayoutDeps,
  who: Who,
  request: PayoutAccountRequest,
  gateways: PayoutGateways = payoutGatewaysOf(deps.env),
): Promise<Result<PayoutAccount, AddPayoutRefusal>> {
  const details = readPayoutDetails(request);
  // The schema of the request has found it to be one.
  if (details === null) return err({ code: 'ValidationFailed' });
  const gateway = gatewayFor(gateways, details);
  if (gateway === null)
    return err({ code: 'Unavailable', detail: 'Withdrawals are not available at the moment.' });
  const owner = await mayAsk(deps, who.userId, details);
  if (!owner.ok) return owner;
  const found = await lookUp(deps, gateway, details, owner.value);
  switch (found.said) {
    case 'unknown':
      return err({ code: 'PayoutUnknown' });
    case 'other':
      await noteRefused(deps, who, maskPayout(details));
      return err({ code: 'PayoutNotOwner' });
    default:
      return keep(deps, who, { details, gateway, found });
  }
}

/** Before a bank is asked: who the customer is, and whether there is room for one more. */
async function mayAsk(
  deps: PayoutDeps,
  userId: string,
  details: PayoutDetails,
): Promise<Result<KnownOwner, AddPayoutRefusal>> {
  const identity = await findIdentity(deps.db, userId);
  const owner = await ownerOf(deps, identity);
  if (owner === null) return err(levelNeeded(identity?.level ?? 0));
  if (!methodsFor(owner.row.kind === 'passport').includes(details.method))
    return err({ code: 'PayoutNeedsCpf' });
  const marks = payoutMarks(deps.env.PAYOUT_KEY, details);
  const room = await readPayoutRoom(deps.db, userId, [marks.newest, ...marks.older]);
  if (room.isThere) return err({ code: 'PayoutAccountExists' });
  if (room.others >= PAYOUT_ACCOUNTS_MAX) return err({ code: 'PayoutAccountLimit' });
  const claimed = await claimOneOrRefuse(deps, `payout-accounts:${userId}`, PAYOUT_ACCOUNT_LIMIT);
  return claimed.ok ? ok(owner) : claimed;
}

export function levelNeeded(level: KnownOwner['row']['level']): Refusal<'LevelNeeded'> {
  return {
    code: 'LevelNeeded',
    neededLevel: PAYOUT_LEVEL,
    level,
    of: null,
    limitCents: null,
    usedCents: null,
  };
}

type Answered = {
  readonly details: PayoutDetails;
  readonly gateway: PayoutGateway;
  readonly found: Exclude<Found, { readonly said: 'other' | 'unknown' }>;
};

const STATUS = { own: 'active', none: 'waiting', nothing: 'checking' } as const;

async function keep(
  deps: PayoutDeps,
  { userId, client }: Who,
  { details, gateway, found }: Answered,
): Promise<Result<PayoutAccount, Refusal<'PayoutAccountExists' | 'PayoutAccountLimit'>>> {
  const { db, env, origin } = deps;
  const now = deps.now();
  const marks = payoutMarks(env.PAYOUT_KEY, details);
  const status = STATUS[found.said];
  const row: NewPayoutAccount = {
    id: deps.newId(),
    accountId: userId,
    method: details.method,
    keyType: details.method === 'pix' ? details.keyType : null,
    sealedDetails: await sealPayout(env.PAYOUT_KEY, userId, details),
    masked: maskPayout(details),
    status,
    isSource: found.said === 'own' && found.isSource ? 1 : 0,
    checkedBy: gateway.name,
    checks: 1,
    createdAt: now,
    mark: marks.newest,
    olderMarks: marks.older,
    holderMac: found.said === 'own' ? found.mac : null,
    checkAgainAt: status === 'checking' ? checkAgainAt(1, now) : null,
  };
  const where = { device: deviceOf(client.userAgent) ?? null, place: client.place ?? null };
  const event = { id: deps.newId(), userId, kind: 'payout-account-added', at: now, ...where } as const;
  const message = letterOf(row, { outcome: status, at: now, ...where });
  try {
    await db.batch([
      ...unlessFrozen(db, deps.newId(), userId, now),
      insertPayoutAccountStatement(db, row),
      securityEventStatement(db, { ...event, detail: row.masked }),
      mailStatement(db, { id: `payout-account:${row.id}`, userId, message, now, origin }),
    ]);
  } catch (error) {
    const code = refusedByTable(error);
    if (code === null) throw error;
    return err({ code });
  }
  deliverSoon(deps);
  return ok(viewPayoutAccount({ ...row, reason: null }));
}

/** The mask alone: whose it is instead is nobody's business here. */
async function noteRefused(deps: PayoutDeps, { userId, client }: Who, masked: string): Promise<void> {
  await securityEventStatement(deps.db, {
    id: deps.newId(),
    userId,
    kind: 'payout-account-refused',
    at: deps.now(),
    device: deviceOf(client.userAgent),
    place: client.place,
    detail: masked,
  }).run();
}

/** Another customer's does not exist for this one. */
export async function removePayoutAccount(
  deps: PayoutDeps,
  { userId, client }: Who,
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
