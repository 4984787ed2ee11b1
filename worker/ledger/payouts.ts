// The operation that pays a withdrawal out, which is its end, and the one that takes it back if the bank returns it after that, once.

import { clearGuards, guard } from '../db/guards.ts';
import type { SentPayout } from '../db/withdrawals.ts';
import type { Result } from '../domain/result.ts';
import { nextAskedAfterPaid } from '../domain/withdrawals.ts';
import { commit } from './commit.ts';
import { insertsOperation } from '../telemetry/booked.ts';
import { type Entry, HOUSE, insertEntries, moveCash, NEXT_SEQ } from './statements.ts';
import { type Alongside, END_REFUSALS, type EndRefusal } from './withdrawals.ts';

export type PaidOut = {
  /** Whether the gateway says so, or two operators do. */
  readonly initiator: 'gateway' | 'house';
  /** The gateway's own name of the payment; null: operators say so, and it has told them none. */
  readonly reference: string | null;
  /** SHA-256 of what was said. */
  readonly requestHash: string;
  readonly now: number;
};

export async function payOut(
  db: D1Database,
  payout: SentPayout,
  paid: PaidOut,
  alongside: Alongside,
): Promise<Result<void, EndRefusal>> {
  return commit(db, END_REFUSALS, [...payOutStatements(db, payout, paid), ...alongside]);
}

/** It has left: by wire from the dollars of the house, by PIX and TED from its reais, at the rate that was locked when it was sent. */
export function payOutStatements(
  db: D1Database,
  payout: SentPayout,
  { initiator, reference, requestHash, now }: PaidOut,
): D1PreparedStatement[] {
  const { id, amountCents, feeCents } = payout;
  const endId = `end-${id}`;
  return [
    insertsOperation(
      db
        .prepare(
          `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
         SELECT ?2, ${NEXT_SEQ}, w.account_id, ?5, 'withdrawal-end:' || w.id, ?3, 'payout', ?4
         FROM withdrawals w WHERE w.id = ?1 AND w.state = 'sending'`,
        )
        .bind(id, endId, requestHash, now, initiator),
      { operation: endId, kind: 'payout' },
    ),
    guard(db, id, 'sending'),
    db
      .prepare(
        `UPDATE transactions SET status = 'completed', settled_at = ?2 WHERE id = ?1 AND status = 'pending'`,
      )
      .bind(id, now),
    guard(db, id, 'transaction'),
    ...insertEntries(db, endId, [
      { accountId: HOUSE.payouts, asset: 'usd', amount: -amountCents },
      { accountId: HOUSE.fees, asset: 'usd', amount: feeCents },
      ...leftHouse(payout, 1),
    ]),
    db
      .prepare(
        `UPDATE withdrawals SET state = 'paid', end_id = ?2, settled_at = ?3, claimed_until = ?5,
           gateway_reference = coalesce(gateway_reference, ?4) WHERE id = ?1`,
      )
      // What was paid may come back, so it is asked about again.
      .bind(id, endId, now, reference, nextAskedAfterPaid(now, now)),
    clearGuards(db, id),
  ];
}

export type ReturnedPaid = {
  readonly initiator: 'gateway' | 'house';
  readonly transactionId: string;
  readonly requestHash: string;
  readonly failure: string | null;
  readonly now: number;
};

export async function returnPaid(
  db: D1Database,
  payout: SentPayout,
  returned: ReturnedPaid,
  alongside: Alongside,
): Promise<Result<void, EndRefusal>> {
  return commit(db, END_REFUSALS, [...returnPaidStatements(db, payout, returned), ...alongside]);
}

/**
 * The bank sent it back after it had been paid: what had been sent is the customer's again, in dollars, and at the rate of then. The fee of
 * a wire stays with who carried it. A movement of its own, once.
 */
export function returnPaidStatements(
  db: D1Database,
  payout: SentPayout,
  { initiator, transactionId, requestHash, failure, now }: ReturnedPaid,
): D1PreparedStatement[] {
  const { id, accountId, amountCents, feeCents, method, gateway } = payout;
  const returnId = `return-${id}`;
  const cents = amountCents - feeCents;
  return [
    insertsOperation(
      db
        .prepare(
          `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
         SELECT ?2, ${NEXT_SEQ}, w.account_id, ?5, 'withdrawal-return:' || w.id, ?3, 'payout', ?4
         FROM withdrawals w WHERE w.id = ?1 AND w.state = 'paid' AND w.return_id IS NULL`,
        )
        .bind(id, returnId, requestHash, now, initiator),
      { operation: returnId, kind: 'payout' },
    ),
    guard(db, id, 'paid'),
    moveCash(db, accountId, cents),
    guard(db, id, 'cash'),
    db
      .prepare(
        `INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway, notes,
           created_at, settled_at)
         VALUES (?1, ?2, ?3, 'withdrawal-return', ?4, 0, ?4, 'completed', ?5, ?6, ?7, ?8, ?8)`,
      )
      .bind(transactionId, accountId, returnId, cents, method, gateway, id, now),
    ...insertEntries(db, returnId, [{ accountId, asset: 'usd', amount: cents }, ...leftHouse(payout, -1)]),
    db
      .prepare('UPDATE withdrawals SET return_id = ?2, failure = ?3, claimed_until = NULL WHERE id = ?1')
      .bind(id, returnId, failure),
    clearGuards(db, id),
  ];
}

/** What leaves the house with a payment, or comes back with it. Cash of the house is below zero in the books of customers. */
function leftHouse(
  { id, method, amountCents, feeCents, brlCents }: SentPayout,
  sign: 1 | -1,
): readonly Entry[] {
  const cents = sign * (amountCents - feeCents);
  if (method === 'wire') return [{ accountId: HOUSE.cash, asset: 'usd', amount: cents }];
  if (brlCents === null) throw new Error(`the withdrawal ${id} was sent without its rate`);
  return [
    { accountId: HOUSE.fx, asset: 'usd', amount: cents },
    { accountId: HOUSE.fx, asset: 'brl', amount: -sign * brlCents },
    { accountId: HOUSE.pix, asset: 'brl', amount: sign * brlCents },
  ];
}
