// Deposits that the payer's bank took back, and what customers owe for them. The schema holds the rules (0049_deposit_work.sql).

/** What a customer owes for deposits that were taken back, as SQL: nothing is paid out meanwhile. `who`: a place such as `?2`. */
export const disputesOwedSql = (who: string): string =>
  `coalesce((SELECT sum(owed_cents) FROM disputes WHERE account_id = ${who} AND owed_cents > 0), 0)`;

export type DisputeRow = {
  readonly depositId: string;
  readonly amountCents: number;
  readonly takenCents: number;
  readonly owedCents: number;
  readonly forgivenCents: number;
  readonly openedAt: number;
  readonly wonAt: number | null;
};

export function findDispute(db: D1Database, depositId: string): Promise<DisputeRow | null> {
  return db
    .prepare(
      `SELECT deposit_id AS depositId, amount_cents AS amountCents, taken_cents AS takenCents, owed_cents AS owedCents,
         forgiven_cents AS forgivenCents, opened_at AS openedAt, won_at AS wonAt FROM disputes WHERE deposit_id = ?1`,
    )
    .bind(depositId)
    .first<DisputeRow>();
}
