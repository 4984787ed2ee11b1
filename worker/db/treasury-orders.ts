// Treasury orders: exchanges and taxes at the bank, which one operator records and another books. The schema holds the rules
// (0058_treasury_orders.sql, 0062_orders_taken_back.sql, 0064_numbers_booked_once.sql).

import type { TreasuryOrderKind, TreasuryOrderState } from '../domain/treasury.ts';
import { type ProposedRow, proposedTable } from './proposed-rows.ts';

export type TreasuryTerms = {
  readonly kind: TreasuryOrderKind;
  /** Null where reais alone moved. */
  readonly usdCents: number | null;
  readonly brlCents: number;
  readonly reference: string;
  readonly reason: string;
  /** The booked order of the same terms that this one takes back; null: it says what was done at the bank. */
  readonly undoes: string | null;
};

export type TreasuryOrderRow = ProposedRow &
  TreasuryTerms & {
    readonly state: TreasuryOrderState;
    readonly operationId: string | null;
    /** By which order it was taken back. */
    readonly undoneBy: string | null;
  };

export const TREASURY_ORDERS = proposedTable<TreasuryOrderRow>('treasury_orders', {
  done: 'approved',
  proposes: 'treasury.propose',
  decides: 'treasury.decide',
  terms: `t.kind, t.usd_cents AS usdCents, t.brl_cents AS brlCents, t.reference, t.reason, t.operation_id AS operationId,
    t.undoes, t.undone_by AS undoneBy`,
  oneOf: [['kind', 'reference'], ['undoes']],
});

export function proposeOrderStatement(
  db: D1Database,
  { id, by, at, ...terms }: TreasuryTerms & { readonly id: string; readonly by: string; readonly at: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO treasury_orders (id, kind, usd_cents, brl_cents, reference, reason, proposed_by, proposed_at, undoes)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
    )
    .bind(
      id,
      terms.kind,
      terms.usdCents,
      terms.brlCents,
      terms.reference,
      terms.reason,
      by,
      at,
      terms.undoes,
    );
}

/**
 * Whether another order of the same number, whatever its letters' case, is booked and stands. Of `t`: an order that waits. The index lets two
 * stand only where they did before 0064_numbers_booked_once.sql.
 */
export const numberBookedSql = (t: string): string => `EXISTS (SELECT 1 FROM treasury_orders other
  WHERE other.id <> ${t}.id AND other.kind = ${t}.kind AND other.reference = ${t}.reference COLLATE NOCASE
    AND other.state = 'approved' AND other.undoes IS NULL AND other.undone_by IS NULL)`;

export async function isNumberBooked(db: D1Database, id: string): Promise<boolean> {
  const booked = await db
    .prepare(`SELECT ${numberBookedSql('t')} AS booked FROM treasury_orders t WHERE t.id = ?1`)
    .bind(id)
    .first<number>('booked');
  return booked === 1;
}

/** SQL of the tax that was withheld and not paid yet, in cents of a real. */
export const TAX_OWED_SQL = `(SELECT coalesce(sum(amount), 0) FROM entries WHERE account_id = 'house:taxes' AND asset = 'brl')`;

export async function taxOwed(db: D1Database): Promise<number> {
  return (await db.prepare(`SELECT ${TAX_OWED_SQL} AS cents`).first<number>('cents')) ?? 0;
}
