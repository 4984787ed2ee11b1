// A gateway's decision on a payment: verified, matched with the deposit, applied once.
// Duplicates and late contradictions are acknowledged and change nothing; the first decision is final.

import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import { readGatewayEvent, type GatewayEvent } from '../contract/deposits.ts';
import type { Refusal } from '../contract/problems.ts';
import { findDeposit, isDollarDeposit, type StoredDeposit } from '../db/operations.ts';
import { mailStatement } from '../db/outbox.ts';
import { sha256Hex } from '../db/sha256.ts';
import { isAnotherPayment, noteStray } from '../db/stray-payments.ts';
import type { DepositFailure } from '../domain/deposits.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { completeDeposit, failDeposit } from '../ledger/deposits.ts';
import { deliverSoon } from './deliver-mail.ts';
import { type Gateways, genuineGateway, type SignedCallback } from './payment-gateway.ts';
import type { MoneyDeps } from './price-source.ts';
import { logLine } from '../telemetry/log.ts';

export type CallbackRefusal = Refusal<'NotFound' | 'Unauthenticated' | 'ValidationFailed'>;

export type SettlingDeps = Pick<MoneyDeps, 'env' | 'db' | 'hub' | 'now' | 'newId' | 'defer' | 'origin'>;

/** `applied` is false for what was decided before. */
export type CallbackAnswer = { readonly received: true; readonly applied: boolean };

export async function receiveCallback(
  deps: SettlingDeps,
  gateways: Gateways,
  gatewayName: string,
  callback: SignedCallback,
): Promise<Result<CallbackAnswer, CallbackRefusal>> {
  const genuine = await genuineGateway(gateways, gatewayName, callback, deps.now());
  if (!genuine.ok) return genuine;
  const event = readGatewayEvent(callback.body);
  if (event === null) return err({ code: 'ValidationFailed', detail: 'This is not a payment event.' });
  const deposit = await findDeposit(deps.db, event.key);
  // 404: the gateway sends again, and by then the reservation may be there. Reais are told of in words of their own.
  if (deposit === null || !isDollarDeposit(deposit) || deposit.gateway !== gatewayName)
    return err({ code: 'NotFound' });
  if (event.paidCents !== payCentsOf(deposit)) {
    await leaveToOperators(deps, deposit, event);
    return err({ code: 'ValidationFailed', detail: 'The paid amount is not the one asked for.' });
  }
  const applied = await apply(deps, deposit, event, callback.body);
  return ok({ received: true, applied });
}

async function apply(
  deps: SettlingDeps,
  deposit: StoredDeposit,
  event: GatewayEvent,
  body: string,
): Promise<boolean> {
  if (deposit.status !== 'pending') return noteLate(deps, deposit, event);
  return event.outcome === 'completed'
    ? settleDeposit(deps, deposit, { reference: event.reference, requestHash: await sha256Hex(body) })
    : giveUpDeposit(deps, deposit, 'declined');
}

/** Amount and fee. */
export const payCentsOf = ({ amountCents, feeCents }: Pick<StoredDeposit, 'amountCents' | 'feeCents'>) =>
  amountCents + feeCents;

/** Credits a deposit, once; false where it was decided before. `requestHash`: of what the gateway said; `reference`: its name of the payment. */
export async function settleDeposit(
  deps: SettlingDeps,
  deposit: StoredDeposit,
  { reference, requestHash }: { readonly reference: string; readonly requestHash: string },
): Promise<boolean> {
  const now = deps.now();
  const settlement = {
    operationId: deps.newId(),
    requestHash,
    paidReference: reference,
    now,
    alongside: [receipt(deps, deposit, now)],
  };
  const decided = await completeDeposit(deps.db, deposit, settlement);
  if (decided.ok) {
    tellCustomer(deps, deposit);
    return true;
  }
  // What was paid is lost to nobody.
  return noteOvertaken(deps, deposit, { outcome: 'completed', reference, paidCents: payCentsOf(deposit) });
}

/** Closes a deposit that comes to nothing, once; false where it was decided before. */
export async function giveUpDeposit(
  deps: SettlingDeps,
  deposit: StoredDeposit,
  why: DepositFailure,
): Promise<boolean> {
  const now = deps.now();
  // Whoever still waits for the answer reads it there.
  const alongside = deposit.acknowledgedAt === null ? [] : [failureLetter(deps, deposit, { why, now })];
  const decided = await failDeposit(deps.db, deposit.id, { why, now, alongside });
  if (decided.ok) {
    tellCustomer(deps, deposit);
    return true;
  }
  // Of the other reasons the gateway has said nothing that another decision could contradict.
  return why === 'declined' && noteOvertaken(deps, deposit, { outcome: 'failed' });
}

/** The payment is there, and nothing credits it by itself. */
export async function leaveToOperators(
  deps: SettlingDeps,
  deposit: StoredDeposit,
  said: Said,
): Promise<void> {
  logLine('error', 'payment-mismatch', { deposit: deposit.id, outcome: said.outcome });
  if (said.outcome !== 'completed') return;
  await note(deps, deposit, said);
}

type Paid = { readonly outcome: 'completed' } & Pick<GatewayEvent, 'reference' | 'paidCents'>;
type Said = Paid | { readonly outcome: 'failed' };

const note = (deps: SettlingDeps, deposit: StoredDeposit, { reference, paidCents: cents }: Paid) =>
  noteStray(deps.db, deposit.id, { id: deps.newId(), reference, cents, now: deps.now() });

/** After a deposit was decided: open pages read it again, and its letter goes out. */
function tellCustomer(deps: SettlingDeps, { accountId }: Pick<StoredDeposit, 'accountId'>): void {
  deps.defer(deps.hub.notify(accountId, PORTFOLIO_CHANGED));
  deliverSoon(deps);
}

export function receipt(
  deps: Pick<SettlingDeps, 'db' | 'origin'>,
  deposit: StoredDeposit,
  now: number,
): D1PreparedStatement {
  const { id, accountId, amountCents, feeCents, announcedCents, method, gateway } = deposit;
  return mailStatement(deps.db, {
    id: `receipt:${id}`,
    userId: accountId,
    message: {
      kind: 'deposit-receipt',
      transactionId: id,
      amountCents,
      feeCents,
      ...(announcedCents !== null && { announcedCents }),
      method,
      gateway,
      at: now,
    },
    now,
    origin: deps.origin,
  });
}

export function failureLetter(
  deps: Pick<SettlingDeps, 'db' | 'origin'>,
  { id, accountId, amountCents, method, gateway }: StoredDeposit,
  { why, now }: { readonly why: DepositFailure; readonly now: number },
): D1PreparedStatement {
  return mailStatement(deps.db, {
    id: `deposit-failed:${id}`,
    userId: accountId,
    message: { kind: 'deposit-failed', transactionId: id, amountCents, method, gateway, why, at: now },
    now,
    origin: deps.origin,
  });
}

/** Another decision was first, while this one was under way. */
async function noteOvertaken(deps: SettlingDeps, deposit: StoredDeposit, said: Said): Promise<false> {
  return noteLate(deps, (await findDeposit(deps.db, deposit.id)) ?? deposit, said);
}

/** The first decision stands. What was paid after all, or once more, waits for operators. */
async function noteLate(deps: SettlingDeps, deposit: StoredDeposit, said: Said): Promise<false> {
  const { id, status } = deposit;
  if (said.outcome === 'completed') {
    const isOnceMore = status === 'completed' && (await isAnotherPayment(deps.db, id, said.reference));
    if (isOnceMore || status === 'failed') await note(deps, deposit, said);
  }
  if (status !== said.outcome)
    logLine('warn', 'payment-contradiction', { deposit: id, is: status, said: said.outcome });
  return false;
}
