// Minutes of prices that leave the database, those of all series at once.

import { SERIES } from '../domain/price-rules.ts';
import { CANDLE_TABLES, type CandleTable, type StoredKind } from './candles.ts';
import { clearGuards } from './guards.ts';

/** The start of the oldest stored minute of any series: one row read for each. */
export async function oldestMinute(db: D1Database, kind: StoredKind): Promise<number | null> {
  const firsts = CANDLE_TABLES.map(
    ({ table, key }) =>
      `SELECT (SELECT start_at FROM ${table} WHERE ${key} = s.value AND kind = ?2 AND resolution = 'minute'
         ORDER BY start_at LIMIT 1) AS start_at FROM json_each(?1) s`,
  );
  return db
    .prepare(`SELECT min(start_at) AS start_at FROM (${firsts.join(' UNION ALL ')})`)
    .bind(JSON.stringify(SERIES), kind)
    .first<number>('start_at');
}

export type MinuteSpan = { readonly kind: StoredKind; readonly from: number; readonly to: number };

/** Of a table, with ?1 to ?4 of `spanValues`: an index range for each series. */
const inSpan = ({ key }: CandleTable) =>
  `${key} IN (SELECT value FROM json_each(?1)) AND kind = ?2 AND resolution = 'minute' AND start_at >= ?3 AND start_at < ?4`;
const spanValues = ({ kind, from, to }: MinuteSpan) => [JSON.stringify(SERIES), kind, from, to] as const;

/** The minutes from `from` to before `to`, each with its unit and where it came from, by series and time. */
export async function minutesOf(db: D1Database, span: MinuteSpan): Promise<Record<string, unknown>[]> {
  const minutes = CANDLE_TABLES.map(
    (table) =>
      `SELECT ${table.key} AS series, kind, start_at AS startAt, '${table.unit}' AS unit, open_${table.unit} AS open,
         high_${table.unit} AS high, low_${table.unit} AS low, close_${table.unit} AS close, last_at AS lastAt, basis, source_id
       FROM ${table.table} WHERE ${inSpan(table)}`,
  );
  const { results } = await db
    .prepare(
      `SELECT m.series, m.kind, m.startAt, m.unit, m.open, m.high, m.low, m.close, m.lastAt, m.basis, p.name AS source, p.licence
       FROM (${minutes.join(' UNION ALL ')}) m JOIN price_sources p ON p.id = m.source_id ORDER BY m.series, m.startAt`,
    )
    .bind(...spanValues(span))
    .run<Record<string, unknown>>();
  return results;
}

/** Drops them, or nothing of them where there are not `count`. `id` is new. */
export function removeMinutesStatements(
  db: D1Database,
  id: string,
  span: MinuteSpan,
  count: number,
): D1PreparedStatement[] {
  const counts = CANDLE_TABLES.map((table) => `(SELECT count(*) FROM ${table.table} WHERE ${inSpan(table)})`);
  return [
    db
      .prepare(`INSERT INTO guards (operation_id, step, n) SELECT ?5, 'minutes', ${counts.join(' + ')} = ?6`)
      .bind(...spanValues(span), id, count),
    ...CANDLE_TABLES.map((table) =>
      db.prepare(`DELETE FROM ${table.table} WHERE ${inSpan(table)}`).bind(...spanValues(span)),
    ),
    clearGuards(db, id),
  ];
}
