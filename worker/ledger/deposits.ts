// A deposit in three steps, never in one batch: reserved (pending, no money moves), the gateway's decision
// (completed: one settlement operation moves the money; failed: nothing moves), and the customer's answer.

import { clearGuards, guard, guardNotFrozen, guardOpen } from '../db/guards.ts';
import { askAgainMs, type DepositFailure } from '../domain/deposits.ts';
import { DEPOSIT_METHODS, type PaymentMethod } from '../domain/fees.ts';
import type { Marks } from '../domain/portfolio.ts';
import type { Result } from '../domain/result.ts';
import {
  creditOldestStatement,
  endStrayStatement,
  namePaidStatement,
  strayWaitsSql,
} from '../db/stray-payments.ts';
import { wordsSql } from '../db/words.ts';
import { commit, WAS_DECIDED } from './commit.ts';
import { writeReply } from './reply.ts';
import { type Entry, HOUSE, insertEntries, insertOperation, moveCash } from './statements.ts';

export type DepositReservation = {
  readonly operationId: string;
  readonly depositId: string;
  readonly accountId: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly method: PaymentMethod;
  readonly gateway: string;
  /** Not given: the customer, who asks for it. */
  readonly initiator?: 'gateway';
  readonly now: number;
  /** Its submission notice, and the guards of the limits on deposits. */
  readonly alongside: readonly D1PreparedStatement[];
};

const RESERVATION_REFUSALS = {
  'one-operation-per-key': 'OperationExists',
  'account-frozen': 'AccountFrozen',
  guard: 'LimitReached',
} as const;

export async function reserveDeposit(
  db: D1Database,
  deposit: DepositReservation,
): Promise<Result<void, 'OperationExists' | 'LimitReached' | 'AccountFrozen'>> {
  return commit(db, RESERVATION_REFUSALS, [
    ...reservationStatements(db, deposit),
    clearGuards(db, deposit.operationId),
  ]);
}

/** The same for a batch of the caller's. */
export function reservationStatements(db: D1Database, deposit: DepositReservation): D1PreparedStatement[] {
  const { depositId, accountId, operationId, amountCents, feeCents, method, gateway, now } = deposit;
  return [
    insertOperation(db, { initiator: 'customer', ...deposit, id: operationId, kind: 'deposit' }),
    // Of those that are asked for alone: what is on its way is credited, frozen or not.
    ...(deposit.initiator === 'gateway' ? [] : [guardNotFrozen(db, operationId, accountId, now)]),
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
  ];
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
  readonly initiator?: 'gateway' | 'house';
  readonly requestHash: string;
  readonly now: number;
  /** What the gateway calls the payment; not given: the payment is a row of its own, or nobody has heard of one. */
  readonly paidReference?: string;
  /** The house's side of what is credited; not given: the gateway brings dollars. */
  readonly from?: readonly Entry[];
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
  return commit(db, WAS_DECIDED, completeStatements(db, deposit, settlement));
}

/** The same for a batch of the caller's, which aborts at a guard. */
export function completeStatements(
  db: D1Database,
  deposit: PendingDeposit,
  settlement: Settlement,
): D1PreparedStatement[] {
  const { operationId, now, paidReference = null } = settlement;
  return settledStatements(db, deposit, settlement, [
    db
      .prepare(
        `UPDATE deposits SET status = 'completed', settlement_id = ?2, settled_at = ?3, paid_reference = ?4
         WHERE id = ?1 AND status = 'pending'`,
      )
      .bind(deposit.id, operationId, now, paidReference),
    guard(db, operationId, 'deposit'),
  ]);
}

/** Two operators approved this proposal. */
type ByTwo = Omit<Settlement, 'initiator'> & { readonly proposalId: string };

/**
 * By two operators, as it was asked for: what no gateway credits any more, also where the deposit had failed and its payment came after all.
 * Never where a payment of another amount waits, never more than came, and never to a closed account: nobody could have it.
 */
export function creditByTwoStatements(
  db: D1Database,
  deposit: PendingDeposit,
  settlement: ByTwo,
): D1PreparedStatement[] {
  const { operationId, now } = settlement;
  return settledStatements(db, deposit, { ...settlement, initiator: 'house' }, [
    db
      .prepare(
        `UPDATE deposits SET status = 'completed', settlement_id = ?2, settled_at = ?3
         WHERE id = ?1 AND (status = 'pending' AND NOT ${strayWaitsSql('<>')} OR status = 'failed' AND ${strayWaitsSql('=')})`,
      )
      .bind(deposit.id, operationId, now),
    guard(db, operationId, 'deposit'),
    creditOldestStatement(
      db,
      { id: deposit.id, payCents: deposit.amountCents + deposit.feeCents },
      settlement,
    ),
    namePaidStatement(db, deposit.id),
    guardOpen(db, operationId, deposit.accountId),
  ]);
}

/** By two operators, as what arrived (P106): the deposit is of that amount from then on, and keeps what had been announced. */
export function creditArrivedStatements(
  db: D1Database,
  deposit: PendingDeposit,
  { arrived, ...settlement }: ByTwo & { readonly arrived: ArrivedPayment },
): D1PreparedStatement[] {
  const { operationId, now, proposalId } = settlement;
  const { strayId, amountCents, feeCents } = arrived;
  return settledStatements(db, { ...deposit, amountCents, feeCents }, { ...settlement, initiator: 'house' }, [
    db
      .prepare(
        `UPDATE deposits SET status = 'completed', settlement_id = ?2, settled_at = ?3, announced_cents = amount_cents, amount_cents = ?4,
           fee_cents = ?5
         WHERE id = ?1 AND status <> 'completed' AND amount_cents <> ?4`,
      )
      .bind(deposit.id, operationId, now, amountCents, feeCents),
    guard(db, operationId, 'deposit'),
    endStrayStatement(db, { id: strayId, depositId: deposit.id }, { proposalId, outcome: 'credited', now }),
    guard(db, operationId, 'payment'),
    namePaidStatement(db, deposit.id),
    guardOpen(db, operationId, deposit.accountId),
    db
      .prepare(`UPDATE transactions SET subtotal_cents = ?2, fee_cents = ?3, total_cents = ?2 WHERE id = ?1`)
      .bind(deposit.id, amountCents, feeCents),
    guard(db, operationId, 'amount'),
  ]);
}

export type ArrivedPayment = {
  readonly strayId: string;
  readonly amountCents: number;
  readonly feeCents: number;
};

/** `marks`: what marks the deposit completed, with its guards. */
function settledStatements(
  db: D1Database,
  deposit: PendingDeposit,
  settlement: Settlement,
  marks: readonly D1PreparedStatement[],
): D1PreparedStatement[] {
  const { operationId, now, initiator = 'gateway' } = settlement;
  return [
    insertOperation(db, {
      id: operationId,
      accountId: deposit.accountId,
      initiator,
      idempotencyKey: `settle:${deposit.id}`,
      requestHash: settlement.requestHash,
      kind: 'settlement',
      now,
    }),
    ...marks,
    moveCash(db, deposit.accountId, deposit.amountCents),
    guard(db, operationId, 'cash'),
    db
      .prepare(
        `UPDATE transactions SET status = 'completed', notes = NULL, settled_at = ?2
         WHERE id = ?1 AND status ${initiator === 'house' ? `<> 'completed'` : `= 'pending'`}`,
      )
      .bind(deposit.id, now),
    guard(db, operationId, 'transaction'),
    ...insertEntries(db, operationId, [
      { accountId: deposit.accountId, asset: 'usd', amount: deposit.amountCents },
      ...(settlement.from ?? [
        { accountId: HOUSE.fees, asset: 'usd', amount: deposit.feeCents },
        { accountId: HOUSE.cash, asset: 'usd', amount: -(deposit.amountCents + deposit.feeCents) },
      ]),
    ]),
    ...settlement.alongside,
    clearGuards(db, operationId),
  ];
}

export type Failing = {
  readonly why: DepositFailure;
  readonly now: number;
  /** Rows that must come and go with it: the letter to the customer. */
  readonly alongside?: readonly D1PreparedStatement[];
};

/** Marks the deposit failed, once, and why. No money moves, so there is no operation. */
export async function failDeposit(
  db: D1Database,
  depositId: string,
  failing: Failing,
): Promise<Result<void, 'AlreadyDecided'>> {
  return commit(db, WAS_DECIDED, failStatements(db, depositId, failing));
}

/** The same for a batch of the caller's, which aborts at a guard. */
export function failStatements(
  db: D1Database,
  depositId: string,
  { why, now, alongside = [] }: Failing,
): D1PreparedStatement[] {
  return [
    db
      .prepare(`UPDATE deposits SET status = 'failed', settled_at = ?2 WHERE id = ?1 AND status = 'pending'`)
      .bind(depositId, now),
    guard(db, depositId, 'deposit'),
    db
      .prepare(
        `UPDATE transactions SET status = 'failed', notes = ?3, settled_at = ?2 WHERE id = ?1 AND status = 'pending'`,
      )
      .bind(depositId, now, why),
    guard(db, depositId, 'transaction'),
    ...alongside,
    clearGuards(db, depositId),
  ];
}

/** The gateway has been called: notes its reference and writes the customer's answer, unless another was first. */
export async function acknowledgeDeposit(
  db: D1Database,
  deposit: { readonly id: string; readonly operationId: string },
  acknowledged: {
    readonly reference: string;
    readonly marks: Marks;
    readonly now: number;
    /** What the gateway answered. */
    readonly alongside?: readonly D1PreparedStatement[];
  },
): Promise<void> {
  await commit(db, {}, [
    ...(acknowledged.alongside ?? []),
    db
      .prepare(
        `UPDATE deposits SET acknowledged_at = ?2, gateway_reference = ?3,
           next_ask_at = iif(status = 'pending' AND method IN (${wordsSql(DEPOSIT_METHODS)}), ?4, NULL)
         WHERE id = ?1 AND acknowledged_at IS NULL`,
      )
      .bind(deposit.id, acknowledged.now, acknowledged.reference, acknowledged.now + askAgainMs(0)),
    writeReply(db, deposit.operationId, acknowledged.marks, acknowledged.now),
  ]);
}
