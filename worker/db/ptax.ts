// The stored bulletins of the dollar. A day is written once; what a second reading says else is written beside it.

import type { Day } from '../domain/brasilia.ts';
import type { Bulletin, PtaxDay } from '../domain/tax/ptax.ts';
import type { StoredKind } from './candles.ts';

/** The first and the last stored day; null before the first one. */
export type Stored = { readonly first: Day; readonly last: Day } | null;

export async function storedDays(db: D1Database, kind: StoredKind): Promise<Stored> {
  const row = await db
    .prepare('SELECT min(day) AS first, max(day) AS last FROM ptax_days WHERE kind = ?')
    .bind(kind)
    .first<{ readonly first: Day | null; readonly last: Day | null }>();
  return row === null || row.first === null || row.last === null
    ? null
    : { first: row.first, last: row.last };
}

/** When money or metal moved for the first time, by an index; null before. */
export async function firstSettlement(db: D1Database): Promise<number | null> {
  return db
    .prepare(`SELECT min(settled_at) AS at FROM transactions WHERE status = 'completed'`)
    .first<number>('at');
}

/** The last believed bulletin before a day. */
export async function bulletinBefore(db: D1Database, kind: StoredKind, day: Day): Promise<Bulletin | null> {
  return db
    .prepare(
      `SELECT day, buy_e4 AS buyE4, sell_e4 AS sellE4, published_at AS publishedAt FROM ptax_days
       WHERE kind = ?1 AND day < ?2 AND held IS NULL AND buy_e4 IS NOT NULL ORDER BY day DESC LIMIT 1`,
    )
    .bind(kind, day)
    .first<Bulletin>();
}

export type ReadDay = {
  readonly day: Day;
  readonly bulletin: Bulletin | null;
  readonly held: 'implausible' | null;
};

/** The days of one reading, in one statement. What is there stays as it is. */
export function insertDays(
  db: D1Database,
  from: { readonly kind: StoredKind; readonly source: string; readonly at: number },
  days: readonly ReadDay[],
): D1PreparedStatement {
  const rows = days.map(({ day, bulletin, held }) => [
    day,
    bulletin?.buyE4 ?? null,
    bulletin?.sellE4 ?? null,
    bulletin?.publishedAt ?? null,
    held,
  ]);
  return db
    .prepare(
      `INSERT INTO ptax_days (kind, day, buy_e4, sell_e4, published_at, held, source, fetched_at)
       SELECT ?1, r.value ->> 0, r.value ->> 1, r.value ->> 2, r.value ->> 3, r.value ->> 4, ?2, ?3 FROM json_each(?4) r
       WHERE true ON CONFLICT DO NOTHING`,
    )
    .bind(from.kind, from.source, from.at, JSON.stringify(rows));
}

type Row = {
  readonly day: Day;
  readonly buyE4: number | null;
  readonly sellE4: number | null;
  readonly publishedAt: number | null;
};

const COLUMNS = 'day, buy_e4 AS buyE4, sell_e4 AS sellE4, published_at AS publishedAt';

function bulletinOf({ day, buyE4, sellE4, publishedAt }: Row): Bulletin | null {
  return buyE4 === null || sellE4 === null || publishedAt === null
    ? null
    : { day, buyE4, sellE4, publishedAt };
}

/** What was read before `before` and waits for its second reading, the oldest first. */
export async function uncheckedDays(
  db: D1Database,
  kind: StoredKind,
  before: number,
  limit: number,
): Promise<{ readonly day: Day; readonly bulletin: Bulletin | null }[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM ptax_days INDEXED BY ptax_days_unchecked
       WHERE kind = ?1 AND checked_at IS NULL AND second_fetched_at IS NULL AND fetched_at < ?2 ORDER BY day LIMIT ?3`,
    )
    .bind(kind, before, limit)
    .all<Row>();
  return results.map((row) => ({ day: row.day, bulletin: bulletinOf(row) }));
}

/** The second reading said the same. */
export function noteSame(
  db: D1Database,
  kind: StoredKind,
  days: readonly Day[],
  at: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE ptax_days SET checked_at = ?3 WHERE kind = ?1 AND checked_at IS NULL AND second_fetched_at IS NULL
       AND day IN (SELECT value FROM json_each(?2))`,
    )
    .bind(kind, JSON.stringify(days), at);
}

/** It said something else: the day counts for nothing until an operator has decided. */
export function noteDifferent(
  db: D1Database,
  kind: StoredKind,
  day: Day,
  second: Bulletin | null,
  at: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE ptax_days SET held = 'differs', second_buy_e4 = ?3, second_sell_e4 = ?4, second_published_at = ?5, second_fetched_at = ?6
       WHERE kind = ?1 AND day = ?2 AND checked_at IS NULL AND second_fetched_at IS NULL`,
    )
    .bind(kind, day, second?.buyE4 ?? null, second?.sellE4 ?? null, second?.publishedAt ?? null, at);
}

/** The series from a day on, for the domain. */
export async function listPtaxDays(db: D1Database, kind: StoredKind, from: Day): Promise<PtaxDay[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS}, checked_at IS NOT NULL OR decided_at IS NOT NULL AS isCertain, held IS NOT NULL AS isHeld
       FROM ptax_days WHERE kind = ?1 AND day >= ?2 ORDER BY day`,
    )
    .bind(kind, from)
    .all<Row & { readonly isCertain: 0 | 1; readonly isHeld: 0 | 1 }>();
  return results.map((row) => ({
    day: row.day,
    bulletin: bulletinOf(row),
    isCertain: row.isCertain === 1,
    isHeld: row.isHeld === 1,
  }));
}

export type HeldDay = {
  readonly day: Day;
  readonly held: 'implausible' | 'differs';
  readonly first: Bulletin | null;
  readonly fetchedAt: number;
  /** Null where there was none yet. */
  readonly second: { readonly bulletin: Bulletin | null; readonly fetchedAt: number } | null;
};

type HeldRow = Row & {
  readonly held: 'implausible' | 'differs';
  readonly fetchedAt: number;
  readonly secondBuyE4: number | null;
  readonly secondSellE4: number | null;
  readonly secondPublishedAt: number | null;
  readonly secondFetchedAt: number | null;
};

const HELD_COLUMNS = `${COLUMNS}, held, fetched_at AS fetchedAt, second_buy_e4 AS secondBuyE4, second_sell_e4 AS secondSellE4,
  second_published_at AS secondPublishedAt, second_fetched_at AS secondFetchedAt`;

export async function heldDays(db: D1Database, kind: StoredKind, limit: number): Promise<HeldDay[]> {
  const { results } = await db
    .prepare(
      `SELECT ${HELD_COLUMNS} FROM ptax_days WHERE kind = ?1 AND held IS NOT NULL ORDER BY day LIMIT ?2`,
    )
    .bind(kind, limit)
    .all<HeldRow>();
  return results.map(heldDay);
}

export async function findHeldDay(db: D1Database, kind: StoredKind, day: Day): Promise<HeldDay | null> {
  const row = await db
    .prepare(`SELECT ${HELD_COLUMNS} FROM ptax_days WHERE kind = ?1 AND day = ?2 AND held IS NOT NULL`)
    .bind(kind, day)
    .first<HeldRow>();
  return row === null ? null : heldDay(row);
}

function heldDay(row: HeldRow): HeldDay {
  const { day, held, fetchedAt, secondBuyE4, secondSellE4, secondPublishedAt, secondFetchedAt } = row;
  const second = { day, buyE4: secondBuyE4, sellE4: secondSellE4, publishedAt: secondPublishedAt };
  return {
    day,
    held,
    first: bulletinOf(row),
    fetchedAt,
    second: secondFetchedAt === null ? null : { bulletin: bulletinOf(second), fetchedAt: secondFetchedAt },
  };
}

/**
 * An operator takes the first or the second reading of a day that is held. The row decides: a CHECK refuses what cannot be, and a day
 * that is not held any more stays.
 */
export function decideDay(
  db: D1Database,
  kind: StoredKind,
  day: Day,
  take: 'first' | 'second',
  at: number,
): D1PreparedStatement {
  const second =
    take === 'second'
      ? ', buy_e4 = second_buy_e4, sell_e4 = second_sell_e4, published_at = second_published_at'
      : '';
  const isThere = take === 'second' ? ' AND second_fetched_at IS NOT NULL' : '';
  return db
    .prepare(
      `UPDATE ptax_days SET held = NULL, decided_at = ?3${second} WHERE kind = ?1 AND day = ?2 AND held IS NOT NULL${isThere}`,
    )
    .bind(kind, day, at);
}
