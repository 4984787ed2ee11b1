// A withdrawal in two operations: what the customer asked for is taken aside when it is asked for, and ends once, paid out or given back.
// Its end has an id that follows from its own, so that no two ends can be posted. What comes back after it was paid is a third.
// Every end has a key of ours, and so is never the customer's operation, whoever asked for it: a key that a customer has used first would
// keep him from cancelling, and his mailbox from freezing.

import { guardWithdrawable } from '../db/withdrawable.ts';
import { clearGuards, guard, guardNotFrozen } from '../db/guards.ts';
import {
  insertWithdrawal,
  type NewWithdrawal,
  noteReferenceStatement,
  type SentPayout,
  WITHDRAWAL_JSON,
} from '../db/withdrawals.ts';
import type { PayoutMethod } from '../domain/payout-accounts.ts';
import type { Marks } from '../domain/portfolio.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { CANCELLABLE_STATES, DECIDED_STATES, type WithdrawalState } from '../domain/withdrawals.ts';
import { wordsSql } from '../db/words.ts';
import { commit } from './commit.ts';
import { replySql } from './reply.ts';
import { type Entry, HOUSE, insertEntries, insertOperation, moveCash, NEXT_SEQ } from './statements.ts';

export type WithdrawalReservation = NewWithdrawal & {
  readonly method: PayoutMethod;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly marks: Marks;
  /** The letter, and the guards of the limits on withdrawals. */
  readonly alongside: readonly D1PreparedStatement[];
};

export type ReservationRefusal =
  | 'OperationExists'
  | 'AccountFrozen'
  /** A guard: not that much is withdrawable, a limit, or where it goes is no account of the customer's any more. */
  | 'NotAsExpected';

/** Takes the money aside and returns the stored reply. */
export async function reserveWithdrawal(
  db: D1Database,
  withdrawal: WithdrawalReservation,
): Promise<Result<string, ReservationRefusal>> {
  const { operationId, withdrawalId, accountId, amountCents, feeCents, method, gateway, now } = withdrawal;
  const posted = await commit(db, [
    insertOperation(db, { ...withdrawal, id: operationId, initiator: 'customer', kind: 'payout' }),
    guardNotFrozen(db, operationId, accountId, now),
    guardWithdrawable(db, withdrawal, now),
    moveCash(db, accountId, -amountCents),
    guard(db, operationId, 'cash'),
    db
      .prepare(
        `INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway, created_at)
         VALUES (?1, ?2, ?3, 'withdrawal', ?4, ?5, ?6, 'pending', ?7, ?8, ?9)`,
      )
      .bind(
        withdrawalId,
        accountId,
        operationId,
        amountCents - feeCents,
        feeCents,
        amountCents,
        method,
        gateway,
        now,
      ),
    insertWithdrawal(db, withdrawal),
    guard(db, operationId, 'withdrawal'),
    ...insertEntries(db, operationId, [
      { accountId, asset: 'usd', amount: -amountCents },
      { accountId: HOUSE.payouts, asset: 'usd', amount: amountCents },
    ]),
    ...withdrawal.alongside,
    clearGuards(db, operationId),
    db
      .prepare(
        `UPDATE operations SET reply = json_insert(${replySql('?1', '?3')}, '$.withdrawal', json(
           (SELECT ${WITHDRAWAL_JSON} FROM withdrawals w JOIN payout_accounts p ON p.id = w.payout_account_id
            WHERE w.reserve_id = operations.id)))
         WHERE id = ?2 RETURNING reply`,
      )
      .bind(JSON.stringify(withdrawal.marks), operationId, now),
  ]);
  if (posted.ok) {
    if (posted.value.reply === null) throw new Error('a reserved withdrawal wrote no reply');
    return ok(posted.value.reply);
  }
  switch (posted.error) {
    case 'one-operation-per-key':
      return err('OperationExists');
    case 'account-frozen':
      return err('AccountFrozen');
    case 'guard':
    case 'cash-not-below-zero':
      return err('NotAsExpected');
    default:
      throw new Error(`a reservation was refused by ${posted.error}`);
  }
}

type GivenBack = 'returned' | 'cancelled' | 'rejected';
/** From where each is reached. */
const GIVEN_BACK_FROM: Readonly<Record<GivenBack, readonly WithdrawalState[]>> = {
  returned: ['sending'],
  cancelled: CANCELLABLE_STATES,
  rejected: DECIDED_STATES,
};

/** The bank has said so, or it has not left the house. */
export type EndedBy = 'gateway' | 'house';

export type GiveBack = {
  readonly state: GivenBack;
  readonly initiator: EndedBy;
  /** Why, where the customer did not do it: a word of ours, or the bank's own text. */
  readonly failure: string | null;
  readonly reference?: string;
  readonly now: number;
};

/**
 * Gives all of it back, fee included. For one withdrawal, or for whatever of a customer's can still go back: a statement without a row to
 * change is no failure, so that a freeze takes along what there is.
 */
function giveBackStatements(
  db: D1Database,
  which: { readonly column: 'id' | 'account_id'; readonly value: string },
  { state, initiator, failure, reference, now }: GiveBack,
): D1PreparedStatement[] {
  const those = `w.${which.column} = ?1 AND w.end_id IS NULL AND w.state IN (${wordsSql(GIVEN_BACK_FROM[state])})`;
  return [
    db
      .prepare(
        `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
         SELECT 'end-' || w.id, ${NEXT_SEQ} - 1 + row_number() OVER (ORDER BY w.requested_at, w.id), w.account_id, ?2,
           'withdrawal-end:' || w.id, w.id, 'payout', ?3 FROM withdrawals w WHERE ${those}`,
      )
      .bind(which.value, initiator, now),
    db
      .prepare(
        `UPDATE accounts SET cash_cents = cash_cents + m.cents
         FROM (SELECT w.account_id, sum(w.amount_cents) AS cents FROM withdrawals w WHERE ${those} GROUP BY w.account_id) AS m
         WHERE accounts.id = m.account_id AND kind = 'customer'`,
      )
      .bind(which.value),
    db
      .prepare(
        `INSERT INTO entries (operation_id, line, account_id, asset, amount)
         SELECT 'end-' || w.id, 1, w.account_id, 'usd', w.amount_cents FROM withdrawals w WHERE ${those}
         UNION ALL SELECT 'end-' || w.id, 2, '${HOUSE.payouts}', 'usd', -w.amount_cents FROM withdrawals w WHERE ${those}`,
      )
      .bind(which.value),
    db
      .prepare(
        `UPDATE transactions SET status = 'failed', settled_at = ?2
         WHERE status = 'pending' AND id IN (SELECT w.id FROM withdrawals w WHERE ${those})`,
      )
      .bind(which.value, now),
    db
      .prepare(
        `UPDATE withdrawals AS w SET state = ?2, end_id = 'end-' || w.id, settled_at = ?3, failure = ?4, claimed_until = NULL,
           gateway_reference = coalesce(w.gateway_reference, ?5) WHERE ${those}`,
      )
      .bind(which.value, state, now, failure, reference ?? null),
  ];
}

/** For the batch of a freeze or a charge-back: all of the customer's that nobody has sent yet. */
export function cancelStatements(
  db: D1Database,
  accountId: string,
  cancelled: Omit<GiveBack, 'state'>,
): D1PreparedStatement[] {
  return giveBackStatements(
    db,
    { column: 'account_id', value: accountId },
    { ...cancelled, state: 'cancelled' },
  );
}

/** The same of one withdrawal, for a batch that aborts unless it was given back by it. */
export function giveBackOneStatements(
  db: D1Database,
  id: string,
  how: GiveBack,
): readonly D1PreparedStatement[] {
  return [
    ...giveBackStatements(db, { column: 'id', value: id }, how),
    guard(db, id, 'given-back'),
    clearGuards(db, id),
  ];
}

export type EndRefusal =
  /** Another was first, or it cannot end so. */
  | 'AlreadyDecided'
  /** The gateway's reference is another withdrawal's. */
  | 'ReferenceTaken';

/** Rows that come and go with it: the customer's letter. */
type Alongside = readonly D1PreparedStatement[];

export async function giveBack(
  db: D1Database,
  id: string,
  how: GiveBack,
  alongside: Alongside,
): Promise<Result<void, EndRefusal>> {
  return decided(await commit(db, [...giveBackOneStatements(db, id, how), ...alongside]));
}

export type PaidOut = {
  readonly reference: string;
  /** SHA-256 of what the gateway said. */
  readonly requestHash: string;
  readonly now: number;
};

/** It has left: by wire from the dollars of the house, by PIX and TED from its reais, at the rate that was locked when it was sent. */
export async function payOut(
  db: D1Database,
  payout: SentPayout,
  { reference, requestHash, now }: PaidOut,
  alongside: Alongside,
): Promise<Result<void, EndRefusal>> {
  const { id, amountCents, feeCents } = payout;
  const endId = `end-${id}`;
  return decided(
    await commit(db, [
      db
        .prepare(
          `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
           SELECT ?2, ${NEXT_SEQ}, w.account_id, 'gateway', 'withdrawal-end:' || w.id, ?3, 'payout', ?4
           FROM withdrawals w WHERE w.id = ?1 AND w.state = 'sending'`,
        )
        .bind(id, endId, requestHash, now),
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
          `UPDATE withdrawals SET state = 'paid', end_id = ?2, settled_at = ?3, claimed_until = NULL,
             gateway_reference = coalesce(gateway_reference, ?4) WHERE id = ?1`,
        )
        .bind(id, endId, now, reference),
      clearGuards(db, id),
      ...alongside,
    ]),
  );
}

/**
 * The bank sent it back after it had been paid: what had been sent is the customer's again, in dollars, and at the rate of then. The fee of
 * a wire stays with who carried it. A movement of its own, once.
 */
export async function returnPaid(
  db: D1Database,
  payout: SentPayout,
  returned: {
    readonly transactionId: string;
    readonly requestHash: string;
    readonly failure: string | null;
    readonly now: number;
  },
  alongside: Alongside,
): Promise<Result<void, EndRefusal>> {
  const { id, accountId, amountCents, feeCents, method, gateway } = payout;
  const { transactionId, requestHash, failure, now } = returned;
  const returnId = `return-${id}`;
  const cents = amountCents - feeCents;
  return decided(
    await commit(db, [
      db
        .prepare(
          `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
           SELECT ?2, ${NEXT_SEQ}, w.account_id, 'gateway', 'withdrawal-return:' || w.id, ?3, 'payout', ?4
           FROM withdrawals w WHERE w.id = ?1 AND w.state = 'paid' AND w.return_id IS NULL`,
        )
        .bind(id, returnId, requestHash, now),
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
        .prepare('UPDATE withdrawals SET return_id = ?2, failure = ?3 WHERE id = ?1')
        .bind(id, returnId, failure),
      clearGuards(db, id),
      ...alongside,
    ]),
  );
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

/** The gateway has taken it and said under which name; nothing has moved yet. */
export async function noteReference(
  db: D1Database,
  id: string,
  reference: string,
): Promise<Result<void, EndRefusal>> {
  return decided(await commit(db, [noteReferenceStatement(db, id, reference)]));
}

function decided(result: Awaited<ReturnType<typeof commit>>): Result<void, EndRefusal> {
  if (result.ok) return ok(undefined);
  if (result.error === 'guard' || result.error === 'one-operation-per-key') return err('AlreadyDecided');
  if (result.error === 'reference-taken') return err('ReferenceTaken');
  throw new Error(`the end of a withdrawal was refused by ${result.error}`);
}
