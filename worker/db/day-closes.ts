// The closes of the days, and what one is made of. Rows are written once; triggers keep them in order and as they are.

import { and, asc, desc, eq, gte, lte } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { CloseKind, DayClose, NumberedEntry } from '../domain/day-closes.ts';
import { dayCloses } from './schema.ts';

/** The close of this day; null while there is none. */
export async function closeOf(db: D1Database, day: string): Promise<DayClose | null> {
  const [row] = await drizzle(db).select().from(dayCloses).where(eq(dayCloses.day, day));
  return row ?? null;
}

/** The newest close; null before the first. */
export async function lastClose(db: D1Database): Promise<DayClose | null> {
  const [row] = await drizzle(db).select().from(dayCloses).orderBy(desc(dayCloses.day)).limit(1);
  return row ?? null;
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
         ptax_buy_e4, ptax_sell_e4, customers, cash_cents, gold_e4, silver_e4, stock_gold_e4, stock_silver_e4, entries_hash, root,
         previous_hash, hash, kid, signature, closed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      close.ptaxBuyE4,
      close.ptaxSellE4,
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

/** The entries after one place in the order of commits up to another, both of operations, in the order of (seq, line). */
export async function entriesBetween(db: D1Database, after: number, upTo: number): Promise<NumberedEntry[]> {
  const { results } = await db
    .prepare(
      // CROSS JOIN: by the index of seq, and from there to the few entries of each operation.
      `SELECT o.seq, e.operation_id AS operationId, e.line, e.account_id AS accountId, e.asset, e.amount
       FROM operations o CROSS JOIN entries e ON e.operation_id = o.id
       WHERE o.seq > ?1 AND o.seq <= ?2 ORDER BY o.seq, e.line`,
    )
    .bind(after, upTo)
    .run<NumberedEntry>();
  return results;
}

export type Mark = { readonly value: number; readonly at: number };
export type Marks = {
  readonly gold: Mark | null;
  readonly silver: Mark | null;
  readonly usdBrl: Mark | null;
};
