// Reais that are not credited by the operation that they arrive by (D94): they are somewhere by name until they end, waiting or on their
// way back. Reais are entries of the house alone.

import { clearGuards, guard } from '../db/guards.ts';
import type { BrlMethod, BrlPaymentState, RefundReason } from '../domain/pix.ts';
import type { Result } from '../domain/result.ts';
import { commit, WAS_DECIDED } from './commit.ts';
import { HOUSE, insertEntries, insertOperation } from './statements.ts';

/** A payment by its name at the bank. */
export type PaymentName = { readonly gateway: string; readonly id: string };

export type ArrivedPayment = PaymentName & {
  readonly method: BrlMethod;
  readonly brlCents: number;
  readonly payerMac: string | null;
  readonly paidAt: number;
};

export type Arrival = {
  readonly operationId: string;
  readonly requestHash: string;
  readonly state: Exclude<BrlPaymentState, 'credited' | 'refunded'>;
  /** Whose it is, or who was meant. */
  readonly accountId: string | null;
  readonly depositId: string | null;
  /** Of what goes back. */
  readonly reason: RefundReason | null;
  readonly now: number;
  /** The letter to the customer. */
  readonly alongside: readonly D1PreparedStatement[];
};

/** Reais that are not credited by the same operation. 'AlreadyArrived': the same payment was told of before. */
export async function bookArrival(
  db: D1Database,
  payment: ArrivedPayment,
  arrival: Arrival,
): Promise<Result<void, 'AlreadyArrived'>> {
  const { operationId, state } = arrival;
  const to = state === 'refunding' ? HOUSE.pixRefunds : HOUSE.pixWaiting;
  const moving = { ...arrival, key: keyOf('arrived', payment), brlCents: payment.brlCents };
  return commit(db, { 'one-operation-per-key': 'AlreadyArrived' }, [
    ...moveReais(db, moving, HOUSE.pix, to),
    insertPayment(db, payment, arrival),
    ...arrival.alongside,
    clearGuards(db, operationId),
  ]);
}

type Moving = {
  readonly operationId: string;
  readonly requestHash: string;
  readonly now: number;
  readonly alongside: readonly D1PreparedStatement[];
};

/** For the caller's batch: what waits goes back. The batch aborts at a guard where it has moved on. */
export function sendBackStatements(
  db: D1Database,
  payment: PaymentName & { readonly brlCents: number; readonly state: BrlPaymentState },
  { reason, ...moving }: Moving & { readonly reason: RefundReason },
): D1PreparedStatement[] {
  const { operationId, now } = moving;
  const key = keyOf('back', payment);
  return [
    ...moveReais(db, { ...moving, key, brlCents: payment.brlCents }, HOUSE.pixWaiting, HOUSE.pixRefunds),
    db
      .prepare(
        `UPDATE brl_payments SET state = 'refunding', reason = ?4, next_try_at = ?5
         WHERE gateway = ?1 AND id = ?2 AND state = ?3 AND state IN ('waiting', 'unknown')`,
      )
      .bind(payment.gateway, payment.id, payment.state, reason, now),
    guard(db, operationId, 'payment'),
    ...moving.alongside,
    clearGuards(db, operationId),
  ];
}

export function sendBack(
  ...[db, payment, moving]: Parameters<typeof sendBackStatements>
): Promise<Result<void, 'AlreadyDecided'>> {
  return commit(db, WAS_DECIDED, sendBackStatements(db, payment, moving));
}

/**
 * For the caller's batch: the bank has it no longer. We sent it back to the payer, or the payer's own bank took it. The batch aborts at a
 * guard where it has moved on. `reason` null: the one that it has.
 */
export function endRefundStatements(
  db: D1Database,
  payment: PaymentName & { readonly brlCents: number; readonly state: BrlPaymentState },
  { reason, ...moving }: Moving & { readonly reason: RefundReason | null },
): D1PreparedStatement[] {
  const { operationId, now } = moving;
  const from = payment.state === 'refunding' ? HOUSE.pixRefunds : HOUSE.pixWaiting;
  const key = keyOf('returned', payment);
  return [
    ...moveReais(db, { ...moving, key, brlCents: payment.brlCents }, from, HOUSE.pix),
    db
      .prepare(
        `UPDATE brl_payments SET state = 'refunded', reason = coalesce(?4, reason), end_id = ?5, ended_at = ?6, next_try_at = NULL
         WHERE gateway = ?1 AND id = ?2 AND state = ?3`,
      )
      .bind(payment.gateway, payment.id, payment.state, reason, operationId, now),
    guard(db, operationId, 'payment'),
    ...moving.alongside,
    clearGuards(db, operationId),
  ];
}

export function endRefund(
  ...[db, payment, moving]: Parameters<typeof endRefundStatements>
): Promise<Result<void, 'AlreadyDecided'>> {
  return commit(db, WAS_DECIDED, endRefundStatements(db, payment, moving));
}

/** For the batch that books it. */
export function insertPayment(
  db: D1Database,
  payment: ArrivedPayment,
  {
    operationId,
    state,
    accountId,
    depositId,
    reason,
    now,
  }: Pick<Arrival, 'operationId' | 'accountId' | 'depositId' | 'reason' | 'now'> & {
    readonly state: BrlPaymentState;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO brl_payments (gateway, id, method, brl_cents, account_id, deposit_id, payer_mac, state, reason, paid_at, received_at,
         arrival_id, next_try_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, iif(?8 IN ('waiting', 'refunding'), ?11, NULL))`,
    )
    .bind(
      payment.gateway,
      payment.id,
      payment.method,
      payment.brlCents,
      accountId,
      depositId,
      payment.payerMac,
      state,
      reason,
      payment.paidAt,
      now,
      operationId,
    );
}

/** Begins an operation of reais alone: from one account of the house to another. */
export function moveReais(
  db: D1Database,
  op: {
    readonly operationId: string;
    readonly requestHash: string;
    readonly key: string;
    readonly brlCents: number;
    readonly now: number;
  },
  from: string,
  to: string,
): D1PreparedStatement[] {
  return [
    insertOperation(db, {
      id: op.operationId,
      accountId: HOUSE.pix,
      initiator: 'gateway',
      idempotencyKey: op.key,
      requestHash: op.requestHash,
      kind: 'reais',
      now: op.now,
    }),
    ...insertEntries(db, op.operationId, [
      { accountId: from, asset: 'brl', amount: -op.brlCents },
      { accountId: to, asset: 'brl', amount: op.brlCents },
    ]),
  ];
}

/** Each step of a payment happens once. */
export const keyOf = (
  step: 'arrived' | 'credited' | 'back' | 'returned',
  { gateway, id }: PaymentName,
): string => `${step}:${gateway}:${id}`;
