// Tables of their own whose rows one operator proposes and another decides: tariffs, treasury orders, refunds by hand and files that are set aside. The schema holds the rules
// (0042_storage_fee.sql, 0048_pix.sql, 0058_treasury_orders.sql, 0059_refunds_by_hand.sql, 0061_files_set_aside.sql).

import type { ProposedCursor } from '../domain/cursors.ts';
import type { Capability } from '../domain/operator-roles.ts';
import type { TariffState } from '../domain/storage-fee.ts';
import type { TreasuryOrderState } from '../domain/treasury.ts';
import { readD1Error } from './d1-errors.ts';
import { mayActSql } from './operators/may-act.ts';

export type ProposedRow = {
  readonly id: string;
  readonly state: TariffState | TreasuryOrderState;
  readonly proposedBy: string;
  readonly proposerEmail: string;
  readonly proposedAt: number;
  readonly decidedBy: string | null;
  readonly deciderEmail: string | null;
  readonly decidedAt: number | null;
};

type Decision = { readonly id: string; readonly by: string; readonly at: number };

/** `done`: the state of what a second operator has approved. */
type Rules = {
  readonly done: 'announced' | 'approved';
  readonly proposes: Capability;
  readonly decides: Capability;
  /** What its rows say beside, as columns of `t`. */
  readonly terms: string;
  /** The columns of each index that lets one of a kind stand. */
  readonly oneOf: readonly (readonly string[])[];
  /** A row of the table of which this is true is not closed like the others. */
  readonly closedOtherwise?: string;
};

export type ProposedTable<Row extends ProposedRow> = ReturnType<typeof proposedTable<Row>>;

export function proposedTable<Row extends ProposedRow>(
  table: 'tariffs' | 'exchange_tariffs' | 'treasury_orders' | 'hand_refunds' | 'bank_set_asides',
  { done, proposes, decides, terms, oneOf, closedOtherwise = 'FALSE' }: Rules,
) {
  const select = `SELECT t.id, ${terms}, t.state, t.proposed_by AS proposedBy, p.email AS proposerEmail,
      t.proposed_at AS proposedAt, t.decided_by AS decidedBy, d.email AS deciderEmail, t.decided_at AS decidedAt
    FROM ${table} t JOIN users p ON p.id = t.proposed_by LEFT JOIN users d ON d.id = t.decided_by`;
  return {
    done,
    decides,

    /** The newest first, after those that wait. */
    async list(db: D1Database, limit: number, after?: ProposedCursor): Promise<Row[]> {
      const where = after === undefined ? '' : `WHERE (t.state = 'open', t.proposed_at, t.id) < (?2, ?3, ?4)`;
      const sql = `${select} ${where} ORDER BY t.state = 'open' DESC, t.proposed_at DESC, t.id DESC LIMIT ?1`;
      const bound = after === undefined ? [] : [after.open, after.at, after.id];
      return (
        await db
          .prepare(sql)
          .bind(limit, ...bound)
          .all<Row>()
      ).results;
    },

    find: (db: D1Database, id: string): Promise<Row | null> =>
      db.prepare(`${select} WHERE t.id = ?1`).bind(id).first<Row>(),

    /** Matches one row: an open proposal of another, who still may propose, decided by who may decide. */
    approveStatement: (db: D1Database, { id, by, at }: Decision): D1PreparedStatement =>
      db
        .prepare(
          `UPDATE ${table} SET state = '${done}', decided_by = ?2, decided_at = ?3
           WHERE id = ?1 AND state = 'open' AND proposed_by <> ?2
             AND ${mayActSql('proposed_by', proposes, '?3')} AND ${mayActSql('?2', decides, '?3')}`,
        )
        .bind(id, by, at),

    /** Changes nothing once it was decided. */
    closeStatement: (
      db: D1Database,
      { id, by, at, state }: Decision & { readonly state: 'rejected' | 'withdrawn' },
    ): D1PreparedStatement =>
      db
        .prepare(
          `UPDATE ${table} SET state = ?4, decided_by = ?2, decided_at = ?3 WHERE id = ?1 AND state = 'open'
             AND (proposed_by = ?2) = (?4 = 'withdrawn') AND NOT ${closedOtherwise}`,
        )
        .bind(id, by, at, state),

    /** Whether a batch failed because another of the kind stands. */
    isAnother(error: unknown): boolean {
      const failure = readD1Error(error);
      return (
        failure.kind === 'unique' &&
        oneOf.some((columns) => failure.columns === columns.map((column) => `${table}.${column}`).join(', '))
      );
    },
  };
}

/** Of a table of tariffs. */
export type ProposedTariff = ProposedRow & { readonly fromDay: string; readonly state: TariffState };

/** `oneOpen`: the column by which one proposal waits at a time. */
export const tariffTable = <Row extends ProposedTariff>(
  table: 'tariffs' | 'exchange_tariffs',
  { terms, oneOpen }: { readonly terms: string; readonly oneOpen: string },
) =>
  proposedTable<Row>(table, {
    done: 'announced',
    proposes: 'tariff.propose',
    decides: 'tariff.decide',
    terms: `t.from_day AS fromDay, ${terms}`,
    oneOf: [[oneOpen]],
  });
