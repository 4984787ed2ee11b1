// Tariffs of the exchange between reais and dollars: proposed by one operator, announced by another. The schema holds the rules
// (0048_pix.sql).

import type { ExchangeTerms } from '../domain/pix.ts';
import type { TariffState } from '../domain/storage-fee.ts';
import { readD1Error } from './d1-errors.ts';
import { mayActSql } from './operators/may-act.ts';

export type ExchangeTariff = ExchangeTerms & {
  readonly id: string;
  readonly fromDay: string;
  readonly legalBasis: string;
};

export type ExchangeTariffRow = ExchangeTariff & {
  readonly state: TariffState;
  readonly proposedBy: string;
  readonly proposerEmail: string;
  readonly proposedAt: number;
  readonly decidedBy: string | null;
  readonly deciderEmail: string | null;
  readonly decidedAt: number | null;
};

const TERMS = `t.id, t.from_day AS fromDay, t.spread_bp AS spreadBasisPoints, t.iof_bp AS iofBasisPoints, t.legal_basis AS legalBasis`;
const SELECT = `SELECT ${TERMS}, t.state, t.proposed_by AS proposedBy, p.email AS proposerEmail, t.proposed_at AS proposedAt,
    t.decided_by AS decidedBy, d.email AS deciderEmail, t.decided_at AS decidedAt
  FROM exchange_tariffs t JOIN users p ON p.id = t.proposed_by LEFT JOIN users d ON d.id = t.decided_by`;

/** The one in force on a day of Brasília; null: nobody has announced any, and nothing is charged. */
export async function exchangeTariffOn(db: D1Database, day: string): Promise<ExchangeTariff | null> {
  return db
    .prepare(
      `SELECT ${TERMS} FROM exchange_tariffs t WHERE t.state = 'announced' AND t.from_day <= ?1 ORDER BY t.from_day DESC LIMIT 1`,
    )
    .bind(day)
    .first<ExchangeTariff>();
}

/** The newest first; few are ever made. */
export async function listExchangeTariffs(db: D1Database, limit: number): Promise<ExchangeTariffRow[]> {
  const { results } = await db
    .prepare(`${SELECT} ORDER BY t.proposed_at DESC, t.id DESC LIMIT ?1`)
    .bind(limit)
    .all<ExchangeTariffRow>();
  return results;
}

export async function findExchangeTariff(db: D1Database, id: string): Promise<ExchangeTariffRow | null> {
  return db.prepare(`${SELECT} WHERE t.id = ?1`).bind(id).first<ExchangeTariffRow>();
}

export function proposeExchangeTariffStatement(
  db: D1Database,
  { id, by, at, ...terms }: Omit<ExchangeTariff, never> & { readonly by: string; readonly at: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO exchange_tariffs (id, from_day, spread_bp, iof_bp, legal_basis, proposed_by, proposed_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
    )
    .bind(id, terms.fromDay, terms.spreadBasisPoints, terms.iofBasisPoints, terms.legalBasis, by, at);
}

/** Whether a batch failed because another proposal waits. */
export function isExchangeTariffOpen(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns === 'exchange_tariffs.state';
}

/** Whether a batch failed because the day has a tariff, or is over. */
export function isExchangeDayTaken(error: unknown): boolean {
  const failure = readD1Error(error);
  return (
    (failure.kind === 'unique' && failure.columns === 'exchange_tariffs.from_day') ||
    (failure.kind === 'check' && failure.constraint === 'no_tariff_holds_before_it_was_announced')
  );
}

type Decision = { readonly id: string; readonly by: string; readonly at: number };

/** Matches one row: an open proposal of another, who still may propose, decided by who may decide. */
export function announceExchangeStatement(db: D1Database, { id, by, at }: Decision): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE exchange_tariffs SET state = 'announced', decided_by = ?2, decided_at = ?3
       WHERE id = ?1 AND state = 'open' AND proposed_by <> ?2
         AND ${mayActSql('proposed_by', 'tariff.propose')} AND ${mayActSql('?2', 'tariff.decide')}`,
    )
    .bind(id, by, at);
}

/** Changes nothing once it was decided. */
export function closeExchangeStatement(
  db: D1Database,
  { id, by, at, state }: Decision & { readonly state: 'rejected' | 'withdrawn' },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE exchange_tariffs SET state = ?4, decided_by = ?2, decided_at = ?3 WHERE id = ?1 AND state = 'open'
         AND (proposed_by = ?2) = (?4 = 'withdrawn')`,
    )
    .bind(id, by, at, state);
}
