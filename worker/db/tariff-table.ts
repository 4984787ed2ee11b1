// What every table of tariffs has: a first day, who proposed it, and who decided. The schema holds the rules (0042_storage_fee.sql,
// 0048_pix.sql).

import type { TariffState } from '../domain/storage-fee.ts';
import { readD1Error } from './d1-errors.ts';
import { mayActSql } from './operators/may-act.ts';

export type ProposedTariff = {
  readonly id: string;
  readonly fromDay: string;
  readonly state: TariffState;
  readonly proposedBy: string;
  readonly proposerEmail: string;
  readonly proposedAt: number;
  readonly decidedBy: string | null;
  readonly deciderEmail: string | null;
  readonly decidedAt: number | null;
};

type Decision = { readonly id: string; readonly by: string; readonly at: number };

export type TariffTable<Row extends ProposedTariff> = ReturnType<typeof tariffTable<Row>>;

/** `terms`: what its tariffs say beside, as columns of `t`. `oneOpen`: the column by which one proposal waits at a time. */
export function tariffTable<Row extends ProposedTariff>(
  table: 'tariffs' | 'exchange_tariffs',
  { terms, oneOpen }: { readonly terms: string; readonly oneOpen: string },
) {
  const select = `SELECT t.id, t.from_day AS fromDay, ${terms}, t.state, t.proposed_by AS proposedBy, p.email AS proposerEmail,
      t.proposed_at AS proposedAt, t.decided_by AS decidedBy, d.email AS deciderEmail, t.decided_at AS decidedAt
    FROM ${table} t JOIN users p ON p.id = t.proposed_by LEFT JOIN users d ON d.id = t.decided_by`;
  return {
    /** The newest first; few are ever made. */
    async list(db: D1Database, limit: number): Promise<Row[]> {
      const sql = `${select} ORDER BY t.proposed_at DESC, t.id DESC LIMIT ?1`;
      return (await db.prepare(sql).bind(limit).all<Row>()).results;
    },

    find: (db: D1Database, id: string): Promise<Row | null> =>
      db.prepare(`${select} WHERE t.id = ?1`).bind(id).first<Row>(),

    /** Matches one row: an open proposal of another, who still may propose, decided by who may decide. */
    announceStatement: (db: D1Database, { id, by, at }: Decision): D1PreparedStatement =>
      db
        .prepare(
          `UPDATE ${table} SET state = 'announced', decided_by = ?2, decided_at = ?3
           WHERE id = ?1 AND state = 'open' AND proposed_by <> ?2
             AND ${mayActSql('proposed_by', 'tariff.propose')} AND ${mayActSql('?2', 'tariff.decide')}`,
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
             AND (proposed_by = ?2) = (?4 = 'withdrawn')`,
        )
        .bind(id, by, at, state),

    /** Whether a batch failed because another proposal waits. */
    isOneOpen(error: unknown): boolean {
      const failure = readD1Error(error);
      return failure.kind === 'unique' && failure.columns === `${table}.${oneOpen}`;
    },
  };
}
