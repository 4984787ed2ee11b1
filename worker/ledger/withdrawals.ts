// A withdrawal in two operations: what the customer asked for is taken aside when it is asked for, and ends once, given back or paid out
// (payouts.ts). Its end has an id that follows from its own, so that no two ends can be posted.
// Every end has a key of ours, and so is never the customer's operation, whoever asked for it: a key that a customer has used first would
// keep him from cancelling, and his mailbox from freezing.

import { guardWithdrawable } from '../db/withdrawable.ts';
import { clearGuards, guard, guardNotFrozen } from '../db/guards.ts';
import { insertWithdrawal, type NewWithdrawal, WITHDRAWAL_JSON } from '../db/withdrawals.ts';
import { noteReferenceStatement } from '../db/payouts-at-bank.ts';
import type { PayoutMethod } from '../domain/payout-accounts.ts';
import type { Marks } from '../domain/portfolio.ts';
import type { Result } from '../domain/result.ts';
import { CANCELLABLE_STATES, DECIDED_STATES, type WithdrawalState } from '../domain/withdrawals.ts';
import { wordsSql } from '../db/words.ts';
import { commit, commitWithReply, WAS_DECIDED } from './commit.ts';
import { replySql } from './reply.ts';
import { insertsOperation } from '../telemetry/booked.ts';
import { HOUSE, insertEntries, insertOperation, moveCash, NEXT_SEQ } from './statements.ts';

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

const RESERVATION_REFUSALS = {
  'one-operation-per-key': 'OperationExists',
  'account-frozen': 'AccountFrozen',
  guard: 'NotAsExpected',
  'cash-not-below-zero': 'NotAsExpected',
} as const;

/** Takes the money aside and returns the stored reply. */
export async function reserveWithdrawal(
  db: D1Database,
  withdrawal: WithdrawalReservation,
): Promise<Result<string, ReservationRefusal>> {
  const { operationId, withdrawalId, accountId, amountCents, feeCents, method, gateway, now } = withdrawal;
  return commitWithReply(db, RESERVATION_REFUSALS, [
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
    insertsOperation(
      db
        .prepare(
          `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
         SELECT 'end-' || w.id, ${NEXT_SEQ} - 1 + row_number() OVER (ORDER BY w.requested_at, w.id), w.account_id, ?2,
           'withdrawal-end:' || w.id, w.id, 'payout', ?3 FROM withdrawals w WHERE ${those}`,
        )
        .bind(which.value, initiator, now),
      { operation: which.column === 'id' ? `end-${which.value}` : `ends of ${which.value}`, kind: 'payout' },
    ),
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
export type Alongside = readonly D1PreparedStatement[];

export async function giveBack(
  db: D1Database,
  id: string,
  how: GiveBack,
  alongside: Alongside,
): Promise<Result<void, EndRefusal>> {
  return commit(db, END_REFUSALS, [...giveBackOneStatements(db, id, how), ...alongside]);
}

/** The gateway has taken it and said under which name; nothing has moved yet. */
export async function noteReference(
  db: D1Database,
  id: string,
  reference: string,
): Promise<Result<void, EndRefusal>> {
  return commit(db, END_REFUSALS, [noteReferenceStatement(db, id, reference)]);
}

/** What the end of a withdrawal may be refused for. */
export const END_REFUSALS = { ...WAS_DECIDED, 'reference-taken': 'ReferenceTaken' } as const;
