// Payments that reached a gateway for a deposit and that nothing credits by itself: each waits for two operators (P98, P105). The schema
// holds the rules (0060_stray_payments.sql).

import type { StrayOutcome } from '../domain/deposit-work.ts';

/**
 * The same payment is noted once, however often the gateway says it. One of before names were kept is known by its amount. False: it is
 * known.
 */
export async function noteStray(
  db: D1Database,
  depositId: string,
  paid: { readonly id: string; readonly reference: string; readonly cents: number; readonly now: number },
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `INSERT INTO stray_payments (id, deposit_id, reference, cents, at) SELECT ?1, ?2, ?3, ?4, ?5
       WHERE ?4 > 0 AND NOT EXISTS (
         SELECT 1 FROM stray_payments s WHERE s.deposit_id = ?2 AND s.cents = ?4 AND (s.reference = ?3 OR s.reference IS NULL))
       ON CONFLICT DO NOTHING`,
    )
    .bind(paid.id, depositId, paid.reference, paid.cents, paid.now)
    .run();
  return meta.changes > 0;
}

export type StrayRow = {
  readonly id: string;
  readonly reference: string | null;
  readonly cents: number;
  readonly at: number;
  /** Null: it waits. */
  readonly outcome: StrayOutcome | null;
  readonly endedAt: number | null;
  /** Of the proposal that ended it, who made it and who approved it; null where it waits, or nobody kept it. */
  readonly reason: string | null;
  readonly proposedBy: string | null;
  readonly decidedBy: string | null;
};

/** JSON of StrayRow[] of deposit `d`, the oldest first. */
export const STRAYS_JSON = `(SELECT json_group_array(json_object('id', s.id, 'reference', s.reference, 'cents', s.cents, 'at', s.at,
    'outcome', s.outcome, 'endedAt', s.ended_at, 'reason', said.reason, 'proposedBy', who.email, 'decidedBy', other.email)
    ORDER BY s.at, s.id)
  FROM stray_payments s LEFT JOIN operator_proposals said ON said.id = s.proposal_id LEFT JOIN users who ON who.id = said.proposed_by
    LEFT JOIN users other ON other.id = said.decided_by
  WHERE s.deposit_id = d.id)`;

/** Of a deposit: one payment waits, of the amount that was asked for (`=`), or of another one (`<>`). As SQL over the table `deposits`. */
export const strayWaitsSql = (compare: '=' | '<>'): string =>
  `EXISTS (SELECT 1 FROM stray_payments s WHERE s.deposit_id = deposits.id AND s.ended_at IS NULL
     AND s.cents ${compare} deposits.amount_cents + deposits.fee_cents)`;

export type StrayEnd = {
  readonly proposalId: string;
  readonly outcome: StrayOutcome;
  readonly now: number;
};

/** Matches one row: a payment of this deposit that waits. The guard after it decides. */
export function endStrayStatement(
  db: D1Database,
  { id, depositId }: { readonly id: string; readonly depositId: string },
  { proposalId, outcome, now }: StrayEnd,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE stray_payments SET outcome = ?3, ended_at = ?4, proposal_id = ?5
       WHERE id = ?1 AND deposit_id = ?2 AND ended_at IS NULL`,
    )
    .bind(id, depositId, outcome, now, proposalId);
}

/** Of a deposit that is credited as it was asked for: the payment of it that waits longest, if one does. */
export function creditOldestStatement(
  db: D1Database,
  deposit: { readonly id: string; readonly payCents: number },
  { proposalId, now }: Omit<StrayEnd, 'outcome'>,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE stray_payments SET outcome = 'credited', ended_at = ?3, proposal_id = ?4 WHERE id = (
         SELECT id FROM stray_payments WHERE deposit_id = ?1 AND cents = ?2 AND ended_at IS NULL ORDER BY at, id LIMIT 1)`,
    )
    .bind(deposit.id, deposit.payCents, now, proposalId);
}

/** What is credited has the name of the payment that it is of. */
export function namePaidStatement(db: D1Database, depositId: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE deposits SET paid_reference =
         (SELECT reference FROM stray_payments WHERE deposit_id = ?1 AND outcome = 'credited') WHERE id = ?1`,
    )
    .bind(depositId);
}

/**
 * Of a deposit that is credited: whether a payment of this name is another one. Where the credited one has no name, the first that is told
 * of is taken for it.
 */
export async function isAnotherPayment(
  db: D1Database,
  depositId: string,
  reference: string,
): Promise<boolean> {
  const [, found] = await db.batch<{ name: string | null }>([
    db
      .prepare(
        `UPDATE deposits SET paid_reference = ?2 WHERE id = ?1 AND status = 'completed' AND paid_reference IS NULL`,
      )
      .bind(depositId, reference),
    db.prepare('SELECT paid_reference AS name FROM deposits WHERE id = ?1').bind(depositId),
  ]);
  return found?.results[0]?.name !== reference;
}

/** How many wait. */
export async function countStrays(db: D1Database): Promise<number> {
  const sql = 'SELECT count(*) AS n FROM stray_payments WHERE ended_at IS NULL';
  return (await db.prepare(sql).first<number>('n')) ?? 0;
}
