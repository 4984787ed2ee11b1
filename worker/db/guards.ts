// Guards: rows that make a batch abort. A CHECK of the table `guards` refuses every row whose `n` is not 1, and D1 then
// rolls the whole batch back. The batch deletes its own rows at its end, so that the table is always empty.

import { readD1Error } from './d1-errors.ts';
import { isFrozenSql } from './freezes.ts';

/** Step 3 of an operation: the batch aborts unless the statement before this one matched exactly one row. */
export function guard(db: D1Database, operationId: string, step: string): D1PreparedStatement {
  return db
    .prepare('INSERT INTO guards (operation_id, step, n) SELECT ?, ?, changes()')
    .bind(operationId, step);
}

/** The same for a set of operations: the statement before this one changed as many rows as `expected`, an SQL expression, says. */
export function guardCount(
  db: D1Database,
  set: {
    readonly step: string;
    readonly expected: string;
    readonly params: readonly string[];
  },
): D1PreparedStatement {
  // Nothing is written where it fits: nothing has to be cleared.
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n) SELECT 'set', ?${set.params.length + 1}, 0 WHERE changes() <> ${set.expected}`,
    )
    .bind(...set.params, set.step);
}

/**
 * A frozen customer moves nothing and changes nothing of the account (P67), also when the freeze falls between the request and
 * its batch. Its failure has a name of its own (`readD1Error`: frozen).
 */
export function guardNotFrozen(db: D1Database, id: string, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n) SELECT ?1, 'not-frozen', NOT ${isFrozenSql('?2', '?3')}`,
    )
    .bind(id, userId, now);
}

/** The same for a batch without other guards. `id` is new. */
export function unlessFrozen(db: D1Database, id: string, userId: string, now: number): D1PreparedStatement[] {
  return [guardNotFrozen(db, id, userId, now), clearGuards(db, id)];
}

/** The batch aborts where the account was closed meanwhile. */
export function guardOpen(db: D1Database, operationId: string, accountId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n)
       SELECT ?1, 'open', EXISTS (SELECT 1 FROM users WHERE id = ?2 AND closed_at IS NULL)`,
    )
    .bind(operationId, accountId);
}

/** The batch aborts if the same person had the bonus in an account that is closed (P59). */
export function guardFirstBonus(db: D1Database, operationId: string, accountId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n)
       SELECT ?1, 'first-bonus', NOT EXISTS (SELECT 1 FROM identities i
         JOIN retained_identities r ON r.number_mac = i.number_mac
         JOIN users u ON u.id = r.account_id WHERE i.user_id = ?2 AND u.bonus_claimed_at IS NOT NULL)`,
    )
    .bind(operationId, accountId);
}

/** The batch aborts unless the customer has this level or a higher one, also where it is lowered meanwhile (P59). */
export function guardLevel(
  db: D1Database,
  at: { readonly operationId: string; readonly accountId: string; readonly level: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n)
       SELECT ?1, 'level', EXISTS (SELECT 1 FROM identities WHERE user_id = ?2 AND level >= ?3)`,
    )
    .bind(at.operationId, at.accountId, at.level);
}

/** Step 5 of an operation. */
export function clearGuards(db: D1Database, operationId: string): D1PreparedStatement {
  return db.prepare('DELETE FROM guards WHERE operation_id = ?').bind(operationId);
}

/** For the caller's batch: each of `statements` must match one row. `id` is new. */
export function guarded(
  db: D1Database,
  id: string,
  step: string,
  statements: readonly D1PreparedStatement[],
): D1PreparedStatement[] {
  return [
    ...statements.flatMap((statement, index) => [statement, guard(db, id, `${step}-${index}`)]),
    clearGuards(db, id),
  ];
}

/** Whether a batch failed at a guard. */
export function failedGuard(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'check' && failure.constraint === 'guard_matched_one_row';
}
