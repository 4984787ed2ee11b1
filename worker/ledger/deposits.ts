// A deposit in three steps, never in one batch: reserved (pending, no money moves), the gateway's decision
// (completed: one settlement operation moves the money; failed: nothing moves), and the customer's answer.

import { clearGuards, guard, guardNotFrozen } from '../db/guards.ts';
import type { DepositMethod } from '../domain/fees.ts';
import type { Marks } from '../domain/portfolio.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { commit } from './commit.ts';
import { writeReply } from './reply.ts';
import { HOUSE, insertEntries, insertOperation, moveCash } from './statements.ts';

export type DepositReservation = {
  readonly operationId: string;
  readonly depositId: string;
  readonly accountId: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly method: DepositMethod;
  readonly gateway: string;
  readonly now: number;
  /** Its submission notice, and the guards of the limits on deposits. */
  readonly alongside: readonly D1PreparedStatement[];
};

export async function reserveDeposit(
  db: D1Database,
  deposit: DepositReservation,
): Promise<Result<void, 'OperationExists' | 'LimitReached' | 'AccountFrozen'>> {
  const { depositId, accountId, operationId, amountCents, feeCents, method, gateway, now } = deposit;
  const reserved = await commit(db, [
    insertOperation(db, { ...deposit, id: operationId, initiator: 'customer', kind: 'deposit' }),
    // Of new ones alone: what is on its way is credited, frozen or not.
    guardNotFrozen(db, operationId, accountId, now),
    db
      .prepare(
        `INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway, created_at)
         VALUES (?1, ?2, ?3, 'deposit', ?4, ?5, ?4, 'pending', ?6, ?7, ?8)`,
      )
      .bind(depositId, accountId, operationId, amountCents, feeCents, method, gateway, now),
    db
      .prepare(
        `INSERT INTO deposits (id, account_id, amount_cents, fee_cents, method, gateway, status, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'pending', ?7)`,
      )
      .bind(depositId, accountId, amountCents, feeCents, method, gateway, now),
    ...deposit.alongside,
    clearGuards(db, operationId),
  ]);
  if (reserved.ok) return ok(undefined);
  if (reserved.error === 'one-operation-per-key') return err('OperationExists');
  if (reserved.error === 'account-frozen') return err('AccountFrozen');
  if (reserved.error === 'guard') return err('LimitReached');
  throw new Error(`a reservation moves no money, yet ${reserved.error} refused it`);
}

/** What the ledger needs to know of a deposit to settle it. */
export type PendingDeposit = {
  readonly id: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly feeCents: number;
};

export type Settlement = {
  readonly operationId: string;
  readonly requestHash: string;
  readonly now: number;
  /** Rows that must come and go with the money: the customer's receipt. */
  readonly alongside: readonly D1PreparedStatement[];
};

/**
 * Credits the amount, once. The gateway brings amount and fee in; the fee is the house's income (P6).
 * 'AlreadyDecided' when the deposit is no longer pending: a duplicate, or a late contradiction.
 */
export async function completeDeposit(
  db: D1Database,
  deposit: PendingDeposit,
  settlement: Settlement,
): Promise<Result<void, 'AlreadyDecided'>> {
  const { operationId, now } = settlement;
  const completed = await commit(db, [
    insertOperation(db, {
      id: operationId,
      accountId: deposit.accountId,
      initiator: 'gateway',
      idempotencyKey: `settle:${deposit.id}`,
      requestHash: settlement.requestHash,
      kind: 'settlement',
      now,
    }),
    db
      .prepare(
        `UPDATE deposits SET status = 'completed', settlement_id = ?2, settled_at = ?3 WHERE id = ?1 AND status = 'pending'`,
      )
      .bind(deposit.id, operationId, now),
    guard(db, operationId, 'deposit'),
    moveCash(db, deposit.accountId, deposit.amountCents),
    guard(db, operationId, 'cash'),
    decideTransaction(db, deposit.id, 'completed', now),
    guard(db, operationId, 'transaction'),
    ...insertEntries(db, operationId, [
      { accountId: deposit.accountId, asset: 'usd', amount: deposit.amountCents },
      { accountId: HOUSE.fees, asset: 'usd', amount: deposit.feeCents },
      { accountId: HOUSE.cash, asset: 'usd', amount: -(deposit.amountCents + deposit.feeCents) },
    ]),
    ...settlement.alongside,
    clearGuards(db, operationId),
  ]);
  return decided(completed);
}

/** Marks the deposit failed, once. No money moves, so there is no operation. */
export async function failDeposit(
  db: D1Database,
  depositId: string,
  now: number,
): Promise<Result<void, 'AlreadyDecided'>> {
  const failed = await commit(db, [
    db
      .prepare(`UPDATE deposits SET status = 'failed', settled_at = ?2 WHERE id = ?1 AND status = 'pending'`)
      .bind(depositId, now),
    guard(db, depositId, 'deposit'),
    decideTransaction(db, depositId, 'failed', now),
    guard(db, depositId, 'transaction'),
    clearGuards(db, depositId),
  ]);
  return decided(failed);
}

/** The gateway has been called: notes its reference and writes the customer's answer, unless another was first. */
export async function acknowledgeDeposit(
  db: D1Database,
  deposit: { readonly id: string; readonly operationId: string },
  acknowledged: { readonly reference: string; readonly marks: Marks; readonly now: number },
): Promise<void> {
  const written = await commit(db, [
    db
      .prepare(
        `UPDATE deposits SET acknowledged_at = ?2, gateway_reference = ?3 WHERE id = ?1 AND acknowledged_at IS NULL`,
      )
      .bind(deposit.id, acknowledged.now, acknowledged.reference),
    writeReply(db, deposit.operationId, acknowledged.marks, acknowledged.now, 'first-writer-wins'),
  ]);
  if (!written.ok) throw new Error(`an acknowledgement moves no money, yet ${written.error} refused it`);
}

function decideTransaction(
  db: D1Database,
  id: string,
  status: 'completed' | 'failed',
  now: number,
): D1PreparedStatement {
  return db
    .prepare(`UPDATE transactions SET status = ?2, settled_at = ?3 WHERE id = ?1 AND status = 'pending'`)
    .bind(id, status, now);
}

function decided(result: Awaited<ReturnType<typeof commit>>): Result<void, 'AlreadyDecided'> {
  if (result.ok) return ok(undefined);
  if (result.error === 'guard' || result.error === 'one-operation-per-key') return err('AlreadyDecided');
  throw new Error(`a settlement was refused by ${result.error}`);
}
