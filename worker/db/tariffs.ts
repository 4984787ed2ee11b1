// Tariffs of storage, and the letters about what is announced. The schema holds the rules (0042_storage_fee.sql).

import type { StorageTerms } from '../domain/storage-fee.ts';
import { readD1Error } from './d1-errors.ts';
import { mailForEachStatement } from './outbox.ts';
import { type ProposedTariff, tariffTable } from './proposed-rows.ts';

/** The tariff in force on a day, which is SQL. */
export const tariffOnSql = (day: string): string =>
  `SELECT id FROM tariffs WHERE kind = 'storage' AND state = 'announced' AND from_day <= ${day} ORDER BY from_day DESC LIMIT 1`;

export type TariffRow = ProposedTariff & StorageTerms & { readonly mailedAt: number | null };

export const STORAGE_TARIFFS = tariffTable<TariffRow>('tariffs', {
  terms: `t.free_days AS freeDays, t.above_cents AS aboveCents, t.cent_days_per_cent AS centDaysPerCent, t.mailed_at AS mailedAt`,
  oneOpen: 'kind',
});

export type AnnouncedTariff = StorageTerms & { readonly fromDay: string; readonly announcedAt: number };

/** The one that was announced last; null while nothing costs anything and nobody was told that it will. */
export async function announcedTariff(db: D1Database): Promise<AnnouncedTariff | null> {
  return db
    .prepare(
      `SELECT from_day AS fromDay, decided_at AS announcedAt, free_days AS freeDays, above_cents AS aboveCents,
         cent_days_per_cent AS centDaysPerCent
       FROM tariffs WHERE kind = 'storage' AND state = 'announced' ORDER BY from_day DESC LIMIT 1`,
    )
    .first<AnnouncedTariff>();
}

export type NewTariff = {
  readonly id: string;
  readonly fromDay: string;
  readonly terms: StorageTerms;
  readonly by: string;
  readonly at: number;
};

/** Changes nothing where these terms are announced already. */
export function proposeTariffStatement(
  db: D1Database,
  { id, fromDay, terms, by, at }: NewTariff,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO tariffs (id, kind, from_day, free_days, above_cents, cent_days_per_cent, proposed_by, proposed_at)
       SELECT ?1, 'storage', ?2, ?3, ?4, ?5, ?6, ?7
       WHERE NOT EXISTS (SELECT 1 FROM tariffs WHERE kind = 'storage' AND state = 'announced'
         AND free_days = ?3 AND above_cents = ?4 AND cent_days_per_cent = ?5)`,
    )
    .bind(id, fromDay, terms.freeDays, terms.aboveCents, terms.centDaysPerCent, by, at);
}

/** Whether a batch failed because another announced one begins on that day. */
export function isTariffDayTaken(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns === 'tariffs.kind, tariffs.from_day';
}

/** Whether a batch failed because thirty days of notice were not left. */
export function isNoticeTooShort(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'check' && failure.constraint === 'thirty_days_of_notice';
}

export type Unmailed = { readonly id: string; readonly fromDay: string; readonly mailedTo: string };

/** The oldest announcement that not everybody has a letter of. */
export async function unmailedTariff(db: D1Database): Promise<Unmailed | null> {
  return db
    .prepare(
      `SELECT id, from_day AS fromDay, mailed_to AS mailedTo FROM tariffs
       WHERE state = 'announced' AND mailed_at IS NULL ORDER BY decided_at LIMIT 1`,
    )
    .first<Unmailed>();
}

/**
 * Letters to the next customers, in the order of their ids, and how far it came: one batch, so that nobody is left out and nobody
 * gets two. `mailed_at` is set when no customer is left.
 */
export async function mailTariff(
  db: D1Database,
  { id, fromDay, mailedTo }: Unmailed,
  now: number,
  limit: number,
): Promise<number> {
  const next = 'SELECT id FROM users WHERE id > ?1 AND closed_at IS NULL ORDER BY id LIMIT ?2';
  const [letters] = await db.batch([
    mailForEachStatement(db, {
      kind: 'storage-tariff',
      rows: `SELECT 'tariff-' || ?3 || '-' || id AS id, id AS user_id, ?4 AS message FROM (${next})`,
      params: [mailedTo, limit, id, JSON.stringify({ kind: 'storage-tariff', fromDay })],
      now,
    }),
    db
      .prepare(
        `UPDATE tariffs SET mailed_at = iif((SELECT count(*) FROM (${next})) < ?2, ?4, NULL),
           mailed_to = coalesce((SELECT max(id) FROM (${next})), mailed_to)
         WHERE id = ?3 AND mailed_to = ?1 AND mailed_at IS NULL`,
      )
      .bind(mailedTo, limit, id, now),
  ]);
  return letters?.meta.changes ?? 0;
}
