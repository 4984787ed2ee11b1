// The closes of the days, and what one is made of. Rows are written once; triggers keep them in order and as they are.

import { and, asc, desc, eq, gte, lt, lte } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import {
  ALL_DAYS,
  type CloseKind,
  type DayClose,
  MARK_MAX_AGE_MS,
  type NumberedEntry,
} from '../domain/day-closes.ts';
import { USD_BRL } from '../domain/price-rules.ts';
import { DAY_MS } from '../domain/time.ts';
import { type BalancesAt, movedBalancesAtSql } from './balances-at.ts';
import { dayCloses } from './schema.ts';

/** The close of this day; null while there is none. */
export async function closeOf(db: D1Database, day: string): Promise<DayClose | null> {
  const [row] = await drizzle(db).select().from(dayCloses).where(eq(dayCloses.day, day));
  return row ?? null;
}

/** The newest close; null before the first. */
export async function lastClose(db: D1Database): Promise<DayClose | null> {
  return closeBefore(db, ALL_DAYS.to);
}

/** The closes of the days before this one, newest first. */
export async function closesBefore(db: D1Database, day: string, limit: number): Promise<DayClose[]> {
  return drizzle(db)
    .select()
    .from(dayCloses)
    .where(lt(dayCloses.day, day))
    .orderBy(desc(dayCloses.day))
    .limit(limit);
}

/** The newest of them. */
export async function closeBefore(db: D1Database, day: string): Promise<DayClose | null> {
  return (await closesBefore(db, day, 1))[0] ?? null;
}

/** The closes of these days, both included, ascending; at most `limit`. */
export async function closesBetween(
  db: D1Database,
  from: string,
  to: string,
  limit: number,
): Promise<DayClose[]> {
  return drizzle(db)
    .select()
    .from(dayCloses)
    .where(and(gte(dayCloses.day, from), lte(dayCloses.day, to)))
    .orderBy(asc(dayCloses.day))
    .limit(limit);
}

/** Refused by the table where the day is closed already, or is not the next one. */
export function insertClose(db: D1Database, close: DayClose): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO day_closes (day, price_kind, seq_to, gold_cents, gold_at, silver_cents, silver_at, usd_brl_e4, usd_brl_at,
         customers, cash_cents, gold_e4, silver_e4, stock_gold_e4, stock_silver_e4, entries_hash, root,
         previous_hash, hash, kid, signature, closed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .bind(
      close.day,
      close.priceKind,
      close.seqTo,
      close.goldCents,
      close.goldAt,
      close.silverCents,
      close.silverAt,
      close.usdBrlE4,
      close.usdBrlAt,
      close.customers,
      close.cashCents,
      close.goldE4,
      close.silverE4,
      close.stockGoldE4,
      close.stockSilverE4,
      close.entriesHash,
      close.root,
      close.previousHash,
      close.hash,
      close.kid,
      close.signature,
      close.closedAt,
    );
}

/** The days of the operations after a place and before a time, each with its highest number; ascending. */
export type DayCut = { readonly day: string; readonly seq: number };

export type CloseGround = {
  readonly last: DayClose | null;
  readonly cuts: readonly DayCut[];
  /** What those whom these operations moved had before them. */
  readonly balances: readonly BalancesAt[];
};

/** What the days after the last close are made of, of one moment. Reads what was committed since, and nothing before it. */
export async function readCloseGround(db: D1Database, before: number): Promise<CloseGround> {
  const last = await lastClose(db);
  const after = last?.seqTo ?? 0;
  const [cuts, balances] = await db.batch<unknown>([
    db
      .prepare(
        `SELECT date(created_at / 1000, 'unixepoch') AS day, max(seq) AS seq FROM operations
         WHERE seq > ?1 AND created_at < ?2 GROUP BY 1 ORDER BY 1`,
      )
      .bind(after, before),
    movedBalances(db, after),
  ]);
  return {
    last,
    cuts: (cuts?.results ?? []) as DayCut[],
    balances: (balances?.results ?? []) as BalancesAt[],
  };
}

/** What the customers whom an entry after `seq` moved had there. */
export function movedBalances(db: D1Database, seq: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT account_id AS accountId, cash_cents AS cashCents, gold_e4 AS goldE4, silver_e4 AS silverE4
       FROM (${movedBalancesAtSql('?1')})`,
    )
    .bind(seq);
}

/** An entry, and whether it is of a customer's account. */
export type CloseEntry = NumberedEntry & { readonly ofCustomer: number };

/** The entries after one place in the order of commits up to another, both of operations, in the order of (seq, line). */
export async function entriesBetween(db: D1Database, after: number, upTo: number): Promise<CloseEntry[]> {
  const { results } = await db
    .prepare(
      // CROSS JOIN: by the index of seq, and from there to the few entries of each operation.
      `SELECT o.seq, e.operation_id AS operationId, e.line, e.account_id AS accountId, e.asset, e.amount,
         a.kind = 'customer' AS ofCustomer
       FROM operations o CROSS JOIN entries e ON e.operation_id = o.id CROSS JOIN accounts a ON a.id = e.account_id
       WHERE o.seq > ?1 AND o.seq <= ?2 ORDER BY o.seq, e.line`,
    )
    .bind(after, upTo)
    .run<CloseEntry>();
  return results;
}

/** Whether there is an operation that was made before this moment, by its clock. */
export async function hasOperationBefore(db: D1Database, at: number): Promise<boolean> {
  const found = await db
    .prepare('SELECT EXISTS (SELECT 1 FROM operations WHERE created_at < ?1) AS found')
    .bind(at)
    .first<number>('found');
  return found === 1;
}

/** The number of the last operation; 0 before the first. */
export async function lastSeq(db: D1Database): Promise<number> {
  const seq = await db.prepare('SELECT max(seq) AS seq FROM operations').first<number>('seq');
  return seq ?? 0;
}

/** When the operations with these numbers were made, by the clocks of their Workers. */
export async function clocksOf(
  db: D1Database,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { results } = await db
    .prepare('SELECT seq, created_at AS at FROM operations WHERE seq IN (SELECT value FROM json_each(?1))')
    .bind(JSON.stringify(seqs))
    .run<{ seq: number; at: number }>();
  return new Map(results.map(({ seq, at }) => [seq, at]));
}

export type Mark = { readonly value: number; readonly at: number };
export type Marks = {
  readonly gold: Mark | null;
  readonly silver: Mark | null;
  readonly usdBrl: Mark | null;
};

/**
 * The last accepted prices before each of these moments (midnights), of one kind; null where the last one is too old. Hours
 * and days are kept for ever, and both close with the last price in them; an imported day in between hides no hour.
 */
export async function readMarks(
  db: D1Database,
  kind: CloseKind,
  midnights: readonly number[],
): Promise<Marks[]> {
  const { results } = await db
    .prepare(
      `SELECT ${lastPriceSql('candles', 'metal', 'gold', 'close_cents')} AS gold,
         ${lastPriceSql('candles', 'metal', 'silver', 'close_cents')} AS silver,
         ${lastPriceSql('fx_candles', 'pair', USD_BRL, 'close_e4')} AS usdBrl
       FROM json_each(?1) AS midnight ORDER BY midnight.key`,
    )
    .bind(JSON.stringify(midnights), kind, MARK_MAX_AGE_MS)
    .run<Readonly<Record<keyof Marks, string | null>>>();
  return results.map(({ gold, silver, usdBrl }) => ({
    gold: markOf(gold),
    silver: markOf(silver),
    usdBrl: markOf(usdBrl),
  }));
}

/** `[price, time]` as JSON. A candle that closes within the time began at most a day before it. */
function lastPriceSql(table: string, key: string, series: string, close: string): string {
  const last = (resolution: string) =>
    `SELECT * FROM (SELECT ${close} AS value, last_at FROM ${table}
       WHERE ${key} = '${series}' AND kind = ?2 AND resolution = '${resolution}' AND start_at < midnight.value
         AND start_at >= midnight.value - ?3 - ${DAY_MS} AND basis = 'observed' ORDER BY start_at DESC LIMIT 1)`;
  return `(SELECT json_array(value, last_at) FROM (${last('day')} UNION ALL ${last('hour')})
    WHERE last_at < midnight.value AND last_at >= midnight.value - ?3 ORDER BY last_at DESC LIMIT 1)`;
}

function markOf(json: string | null): Mark | null {
  if (json === null) return null;
  const [value, at] = JSON.parse(json) as [number, number];
  return { value, at };
}
