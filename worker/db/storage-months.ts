// The months of storage: which wait to be charged, what one comes to, and the months of a customer.

/** Cash that the fee may take. Of who has asked to close the account nothing is taken: what is there was given up as it is. */
const CHARGEABLE_SQL = `iif(EXISTS (SELECT 1 FROM account_closings c
  WHERE c.user_id = a.id AND c.cancelled_at IS NULL AND c.closed_at IS NULL), 0, a.cash_cents)`;

export type StorageMonth = {
  readonly month: string;
  readonly centDays: number;
  readonly carriedIn: number;
  readonly dueCents: number;
  readonly carriedOut: number;
  /** Null until it is charged. */
  readonly owedBeforeCents: number | null;
  readonly chargedCents: number | null;
  readonly owedCents: number | null;
  readonly chargedAt: number | null;
  /** The receipt, where something was taken. */
  readonly transactionId: string | null;
};

const COLUMNS = `m.month, m.cent_days AS centDays, m.carried_in AS carriedIn, m.due_cents AS dueCents, m.carried_out AS carriedOut,
  m.owed_before_cents AS owedBeforeCents, m.charged_cents AS chargedCents, m.owed_cents AS owedCents, m.charged_at AS chargedAt,
  (SELECT t.id FROM transactions t WHERE t.operation_id = m.operation_id) AS transactionId`;

/** Newest first. */
export async function storageMonthsOf(
  db: D1Database,
  accountId: string,
  limit: number,
): Promise<StorageMonth[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM storage_months m WHERE m.account_id = ?1 ORDER BY m.month DESC LIMIT ?2`)
    .bind(accountId, limit)
    .all<StorageMonth>();
  return results;
}

/** The month that an operation charged; null of any other operation. */
export async function storageMonthOfOperation(
  db: D1Database,
  operationId: string,
): Promise<StorageMonth | null> {
  return db
    .prepare(`SELECT ${COLUMNS} FROM storage_months m WHERE m.operation_id = ?1`)
    .bind(operationId)
    .first<StorageMonth>();
}

export type OpenMonth = { readonly accountId: string; readonly month: string };

/** Those that wait to be charged, oldest first. */
export async function openMonths(db: D1Database, limit: number): Promise<OpenMonth[]> {
  const { results } = await db
    .prepare(
      `SELECT account_id AS accountId, month FROM storage_months WHERE charged_at IS NULL ORDER BY month, account_id LIMIT ?1`,
    )
    .bind(limit)
    .all<OpenMonth>();
  return results;
}

export type MonthToCharge = OpenMonth & {
  readonly centDays: number;
  readonly carriedIn: number;
  readonly dueCents: number;
  readonly owedBeforeCents: number;
  readonly cashCents: number;
};

/** Null once it is charged. */
export async function monthToCharge(db: D1Database, of: OpenMonth): Promise<MonthToCharge | null> {
  return db
    .prepare(
      `SELECT m.account_id AS accountId, m.month, m.cent_days AS centDays, m.carried_in AS carriedIn, m.due_cents AS dueCents,
         coalesce((SELECT before.owed_cents FROM storage_months before
           WHERE before.account_id = m.account_id AND before.month < m.month ORDER BY before.month DESC LIMIT 1), 0) AS owedBeforeCents,
         ${CHARGEABLE_SQL} AS cashCents
       FROM storage_months m JOIN accounts a ON a.id = m.account_id
       WHERE m.account_id = ?1 AND m.month = ?2 AND m.charged_at IS NULL`,
    )
    .bind(of.accountId, of.month)
    .first<MonthToCharge>();
}

/** For the batch of the charge: it aborts unless the cash is what the charge was reckoned from. */
export function guardCashAsRead(
  db: D1Database,
  id: string,
  { accountId, cashCents }: Pick<MonthToCharge, 'accountId' | 'cashCents'>,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n)
       SELECT ?1, 'cash-as-read', EXISTS (SELECT 1 FROM accounts a WHERE a.id = ?2 AND ${CHARGEABLE_SQL} = ?3)`,
    )
    .bind(id, accountId, cashCents);
}

/** Matches one row: the month is not charged. */
export function chargeMonthStatement(
  db: D1Database,
  { accountId, month, owedBeforeCents }: MonthToCharge,
  charged: {
    readonly chargedCents: number;
    readonly owedCents: number;
    readonly operationId: string | null;
    readonly now: number;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE storage_months SET owed_before_cents = ?3, charged_cents = ?4, owed_cents = ?5, charged_at = ?6, operation_id = ?7
       WHERE account_id = ?1 AND month = ?2 AND charged_at IS NULL`,
    )
    .bind(
      accountId,
      month,
      owedBeforeCents,
      charged.chargedCents,
      charged.owedCents,
      charged.now,
      charged.operationId,
    );
}
