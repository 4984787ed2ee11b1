// The welcome bonus: silver at no cost, once per person of level 1, held until net purchases were enough for long enough (P7, P59).
// What the customer already holds stays as it is: ounces are added, the cost basis does not change.

import { clearGuards, guard, guardFirstBonus, guardLevel, guardNotFrozen } from '../db/guards.ts';
import { noteBonusClaimStatement } from '../db/users.ts';
import { BONUS_HOLD_MS, BONUS_LEVEL, BONUS_OUNCES_E4 } from '../domain/limits.ts';
import type { Marks } from '../domain/portfolio.ts';
import type { Result } from '../domain/result.ts';
import { commitWithReply } from './commit.ts';
import { writeReply } from './reply.ts';
import { HOUSE, insertEntries, insertOperation } from './statements.ts';

export type BonusClaim = {
  readonly operationId: string;
  readonly transactionId: string;
  readonly accountId: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly marks: Marks;
  readonly now: number;
};

/** The specification's own note (C4); the interface translates it. */
export const BONUS_NOTE = 'Welcome bonus: 2 oz silver';

export type BonusRefusal = 'OperationExists' | 'NotTheirs' | 'BeyondBounds' | 'OutOfStock' | 'AccountFrozen';

const CLAIM_REFUSALS = {
  'one-operation-per-key': 'OperationExists',
  // Claimed before, here or in an account that is closed, or nobody knows yet who the customer is.
  'one-bonus-per-account': 'NotTheirs',
  guard: 'NotTheirs',
  'within-bounds': 'BeyondBounds',
  'out-of-stock': 'OutOfStock',
  'account-frozen': 'AccountFrozen',
} as const;

/** Posts the claim and returns the stored reply. */
export async function claimBonus(db: D1Database, claim: BonusClaim): Promise<Result<string, BonusRefusal>> {
  const { operationId, transactionId, accountId, marks, now } = claim;
  return commitWithReply(db, CLAIM_REFUSALS, [
    insertOperation(db, { ...claim, id: operationId, initiator: 'customer', kind: 'bonus' }),
    guardNotFrozen(db, operationId, accountId, now),
    noteBonusClaimStatement(db, accountId, now),
    guard(db, operationId, 'claimed'),
    guardLevel(db, { operationId, accountId, level: BONUS_LEVEL }),
    guardFirstBonus(db, operationId, accountId),
    // Who may claim is decided up to here, by guards. Whose net purchases are enough for long enough already has nothing held.
    db
      .prepare(
        `INSERT INTO holdings (account_id, metal, ounces_e4, held_ounces_e4, updated_at)
         SELECT ?1, 'silver', ?2,
           iif(a.bonus_since <= ?3 - ${BONUS_HOLD_MS}, 0, ?2), ?3
         FROM accounts a WHERE a.id = ?1
         ON CONFLICT (account_id, metal) DO UPDATE SET
           ounces_e4 = ounces_e4 + excluded.ounces_e4,
           held_ounces_e4 = held_ounces_e4 + excluded.held_ounces_e4,
           updated_at = excluded.updated_at`,
      )
      .bind(accountId, BONUS_OUNCES_E4, now),
    db
      .prepare(
        `UPDATE accounts SET bonus_freed_at = ?2, bonus_freed_net_cents = net_purchases_cents
         WHERE id = ?1 AND bonus_since <= ?2 - ${BONUS_HOLD_MS}`,
      )
      .bind(accountId, now),
    db
      .prepare(
        `INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents,
           subtotal_cents, fee_cents, total_cents, status, notes, created_at, settled_at)
         VALUES (?1, ?2, ?3, 'bonus', 'silver', ?4, 0, 0, 0, 0, 'completed', ?5, ?6, ?6)`,
      )
      .bind(transactionId, accountId, operationId, BONUS_OUNCES_E4, BONUS_NOTE, now),
    ...insertEntries(db, operationId, [
      { accountId, asset: 'silver', amount: BONUS_OUNCES_E4 },
      { accountId: HOUSE.promotion, asset: 'silver', amount: -BONUS_OUNCES_E4 },
    ]),
    clearGuards(db, operationId),
    writeReply(db, operationId, marks, now),
  ]);
}
