// The last postings of an account that is closed: the held welcome bonus goes back to the house, and what the customer gave up
// of the cash becomes the house's. Statements for the batch of the closing, which aborts where the account holds anything else.

import { clearGuards, guard } from '../db/guards.ts';

import { metalMoves, type ReversibleOperation } from './reverse.ts';
import { HOUSE, insertEntries, insertOperation, mirrorEntries, moveCash } from './statements.ts';

/** The ledger's own note; the interface translates it. */
export const WAIVED_NOTE = 'Given up on closing the account';
export const BONUS_BACK_NOTE = 'Welcome bonus given back on closing the account';

export type LastPostings = {
  readonly closingId: string;
  readonly accountId: string;
  readonly newId: () => string;
  readonly now: number;
  /** Cents; 0 posts nothing. */
  readonly waivedCents: number;
  /** The operation of the bonus while it is held. */
  readonly heldBonus: ReversibleOperation | null;
};

export function lastPostings(db: D1Database, last: LastPostings): D1PreparedStatement[] {
  return [...giveBonusBack(db, last), ...waive(db, last)];
}

function giveBonusBack(
  db: D1Database,
  { heldBonus: of, closingId, accountId, newId, now }: LastPostings,
): D1PreparedStatement[] {
  if (of === null || of.metal === null) return [];
  const operationId = newId();
  return [
    insertOperation(db, {
      id: operationId,
      accountId,
      // The key is ours: the customer's own may not be in its way.
      initiator: 'house',
      idempotencyKey: `closing:${closingId}:bonus`,
      requestHash: closingId,
      kind: 'reversal',
      reverses: of.operationId,
      now,
    }),
    ...metalMoves(db, { operationId, transactionId: newId(), of, note: BONUS_BACK_NOTE, now }, of.metal),
    mirrorEntries(db, operationId, of.operationId),
    clearGuards(db, operationId),
  ];
}

function waive(
  db: D1Database,
  { waivedCents, closingId, accountId, newId, now }: LastPostings,
): D1PreparedStatement[] {
  if (waivedCents === 0) return [];
  const operationId = newId();
  return [
    insertOperation(db, {
      id: operationId,
      accountId,
      initiator: 'house',
      idempotencyKey: `closing:${closingId}:cash`,
      requestHash: closingId,
      kind: 'waiver',
      now,
    }),
    moveCash(db, accountId, -waivedCents),
    guard(db, operationId, 'cash'),
    db
      .prepare(
        `INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, notes,
           created_at, settled_at)
         VALUES (?1, ?2, ?3, 'waiver', ?4, 0, ?4, 'completed', ?5, ?6, ?6)`,
      )
      .bind(newId(), accountId, operationId, waivedCents, WAIVED_NOTE, now),
    ...insertEntries(db, operationId, [
      { accountId, asset: 'usd', amount: -waivedCents },
      { accountId: HOUSE.waived, asset: 'usd', amount: waivedCents },
    ]),
    clearGuards(db, operationId),
  ];
}
