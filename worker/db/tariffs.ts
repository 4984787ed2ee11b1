// Tariffs of storage: proposed by one operator, announced by another, and what is announced in letters. The schema holds the rules
// (0042_storage_fee.sql).

import type { StorageTerms, TariffState } from '../domain/storage-fee.ts';
import { readD1Error } from './d1-errors.ts';
import { mayActSql } from './operators/may-act.ts';
import { mailForEachStatement } from './outbox.ts';

/** The tariff in force on a day, which is SQL. */
export const tariffOnSql = (day: string): string =>
  `SELECT id FROM tariffs WHERE kind = 'storage' AND state = 'announced' AND from_day <= ${day} ORDER BY from_day DESC LIMIT 1`;

export type TariffRow = StorageTerms & {
  readonly id: string;
  readonly fromDay: string;
  readonly state: TariffState;
  readonly proposedBy: string;
  readonly proposerEmail: string;
  readonly proposedAt: number;
  readonly decidedBy: string | null;
  readonly deciderEmail: string | null;
  readonly decidedAt: number | null;
  readonly mailedAt: number | null;
};

const SELECT = `SELECT t.id, t.from_day AS fromDay, t.free_days AS freeDays, t.above_cents AS aboveCents,
    t.cent_days_per_cent AS centDaysPerCent, t.state, t.proposed_by AS proposedBy, p.email AS proposerEmail,
    t.proposed_at AS proposedAt, t.decided_by AS decidedBy, d.email AS deciderEmail, t.decided_at AS decidedAt, t.mailed_at AS mailedAt
  FROM tariffs t JOIN users p ON p.id = t.proposed_by LEFT JOIN users d ON d.id = t.decided_by WHERE t.kind = 'storage'`;

/** The newest first; few are ever made. */
export async function listTariffs(db: D1Database, limit: number): Promise<TariffRow[]> {
  const { results } = await db
    .prepare(`${SELECT} ORDER BY t.proposed_at DESC, t.id DESC LIMIT ?1`)
    .bind(limit)
    .all<TariffRow>();
  return results;
}

export async function findTariff(db: D1Database, id: string): Promise<TariffRow | null> {
  return db.prepare(`${SELECT} AND t.id = ?1`).bind(id).first<TariffRow>();
}

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

/** Whether a batch failed because another proposal waits. */
export function isTariffProposedAlready(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns.startsWith('tariffs.kind');
}

/** Whether a batch failed because thirty days of notice were not left. */
export function isNoticeTooShort(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'check' && failure.constraint === 'thirty_days_of_notice';
}

type Decision = { readonly id: string; readonly by: string; readonly at: number };

/** Matches one row: an open proposal of another, who still may propose, decided by who may decide. */
export function announceStatement(db: D1Database, { id, by, at }: Decision): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE tariffs SET state = 'announced', decided_by = ?2, decided_at = ?3
       WHERE id = ?1 AND state = 'open' AND proposed_by <> ?2
         AND ${mayActSql('proposed_by', 'tariff.propose')} AND ${mayActSql('?2', 'tariff.decide')}`,
    )
    .bind(id, by, at);
}

/** Changes nothing once it was decided. */
export function closeTariffStatement(
  db: D1Database,
  { id, by, at, state }: Decision & { readonly state: 'rejected' | 'withdrawn' },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE tariffs SET state = ?4, decided_by = ?2, decided_at = ?3 WHERE id = ?1 AND state = 'open'
         AND (proposed_by = ?2) = (?4 = 'withdrawn')`,
    )
    .bind(id, by, at, state);
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
