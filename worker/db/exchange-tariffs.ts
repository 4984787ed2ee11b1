// Tariffs of the exchange between reais and dollars. The schema holds the rules (0048_pix.sql).

import type { ExchangeTerms } from '../domain/pix.ts';
import { readD1Error } from './d1-errors.ts';
import { type ProposedTariff, tariffTable } from './proposed-rows.ts';

export type ExchangeTariff = ExchangeTerms & {
  readonly id: string;
  readonly fromDay: string;
  readonly legalBasis: string;
};

export type ExchangeTariffRow = ProposedTariff & ExchangeTariff;

const TERMS = `t.spread_bp AS spreadBasisPoints, t.iof_bp AS iofBasisPoints, t.legal_basis AS legalBasis`;

export const EXCHANGE_TARIFFS = tariffTable<ExchangeTariffRow>('exchange_tariffs', {
  terms: TERMS,
  oneOpen: 'state',
});

/** The one in force on a day of Brasília; null: nobody has announced any, and nothing is charged. */
export async function exchangeTariffOn(db: D1Database, day: string): Promise<ExchangeTariff | null> {
  return db
    .prepare(
      `SELECT t.id, t.from_day AS fromDay, ${TERMS} FROM exchange_tariffs t
       WHERE t.state = 'announced' AND t.from_day <= ?1 ORDER BY t.from_day DESC LIMIT 1`,
    )
    .bind(day)
    .first<ExchangeTariff>();
}

export function proposeExchangeTariffStatement(
  db: D1Database,
  { id, by, at, ...terms }: ExchangeTariff & { readonly by: string; readonly at: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO exchange_tariffs (id, from_day, spread_bp, iof_bp, legal_basis, proposed_by, proposed_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
    )
    .bind(id, terms.fromDay, terms.spreadBasisPoints, terms.iofBasisPoints, terms.legalBasis, by, at);
}

/** Whether a batch failed because the day has a tariff, or is over. */
export function isExchangeDayTaken(error: unknown): boolean {
  const failure = readD1Error(error);
  return (
    (failure.kind === 'unique' && failure.columns === 'exchange_tariffs.from_day') ||
    (failure.kind === 'check' && failure.constraint === 'no_tariff_holds_before_it_was_announced')
  );
}
