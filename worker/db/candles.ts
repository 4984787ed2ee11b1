// Stored candles: how they are written (merged, replaced or imported) and read. Metals and the exchange rate have
// tables of their own, because their units differ; the statements are the same.

import { bucketStart, type Candle, type Coverage, type Resolution } from '../domain/history-ranges.ts';
import { SERIES, USD_BRL, type Series } from '../domain/price-rules.ts';

/** A database, or a session of one that a replica may serve. */
export type Reader = Pick<D1Database, 'prepare'>;

export type StoredKind = 'spot' | 'simulated';
export type Basis = 'observed' | 'close' | 'average';

export type CandleTable = { readonly table: string; readonly key: string; readonly unit: 'cents' | 'e4' };
const METAL_CANDLES: CandleTable = { table: 'candles', key: 'metal', unit: 'cents' };
const RATE_CANDLES: CandleTable = { table: 'fx_candles', key: 'pair', unit: 'e4' };
export const CANDLE_TABLES = [METAL_CANDLES, RATE_CANDLES] as const;

/** Table and column names come from the two constants above only, never from a request. */
function tableOf(series: Series): CandleTable {
  return series === USD_BRL ? RATE_CANDLES : METAL_CANDLES;
}

export type SeriesCandle = {
  readonly series: Series;
  readonly resolution: Resolution;
  readonly candle: Candle;
};

/**
 * What happens where a candle exists. `merge`: the live minute, or the simulated curve computed again, widens it; this is
 * idempotent. `import`: our own observations stay.
 */
export type OnConflict = 'merge' | 'import';

export type Provenance = {
  readonly kind: StoredKind;
  readonly basis: Basis;
  readonly name: string;
  readonly licence: string;
};

/** D1 takes values up to 2 MB; a chunk of this many candles stays well below. */
const CANDLES_PER_STATEMENT = 5_000;

/** A statement and its parameters, for a batch or for a file of SQL. */
export type Statement = { readonly sql: string; readonly parameters: readonly (string | number)[] };

/** The statements that write `candles`, for one atomic batch. */
export function writeCandles(
  db: D1Database,
  candles: readonly SeriesCandle[],
  from: Provenance,
  onConflict: OnConflict,
  now: number,
): D1PreparedStatement[] {
  return candleStatements(candles, from, onConflict, now, CANDLES_PER_STATEMENT).map(({ sql, parameters }) =>
    db.prepare(sql).bind(...parameters),
  );
}

export function candleStatements(
  candles: readonly SeriesCandle[],
  from: Provenance,
  onConflict: OnConflict,
  now: number,
  candlesPerStatement: number,
): Statement[] {
  const statements: Statement[] = [
    {
      sql: 'INSERT INTO price_sources (name, licence, created_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING',
      parameters: [from.name, from.licence, now],
    },
  ];
  for (const table of CANDLE_TABLES) {
    const rows = candles.filter(({ series }) => tableOf(series) === table).map(rowOf);
    for (let i = 0; i < rows.length; i += candlesPerStatement) {
      const chunk = JSON.stringify(rows.slice(i, i + candlesPerStatement));
      statements.push({
        sql: upsertSql(table, onConflict),
        parameters: [chunk, from.kind, from.basis, from.name, from.licence],
      });
    }
  }
  return statements;
}

function rowOf({ series, resolution, candle }: SeriesCandle): unknown[] {
  return [
    series,
    resolution,
    candle.startAt,
    candle.open,
    candle.high,
    candle.low,
    candle.close,
    candle.lastAt,
  ];
}

function upsertSql({ table, key, unit }: CandleTable, onConflict: OnConflict): string {
  const [open, high, low, close] = [`open_${unit}`, `high_${unit}`, `low_${unit}`, `close_${unit}`];
  const column = (i: number) => `json_extract(row.value, '$[${i}]')`;
  const change = {
    merge: `
      ${high} = max(${table}.${high}, excluded.${high}),
      ${low} = min(${table}.${low}, excluded.${low}),
      ${close} = iif(excluded.last_at >= ${table}.last_at, excluded.${close}, ${table}.${close}),
      last_at = max(${table}.last_at, excluded.last_at),
      source_id = excluded.source_id
      WHERE ${table}.basis = 'observed'`,
    import: `
      ${[open, high, low, close, 'last_at', 'basis', 'source_id'].map((name) => `${name} = excluded.${name}`).join(', ')}
      WHERE ${table}.basis <> 'observed'`,
  }[onConflict];
  return `
    INSERT INTO ${table}
      (${key}, kind, resolution, start_at, ${open}, ${high}, ${low}, ${close}, last_at, basis, source_id)
    SELECT ${column(0)}, ?2, ${column(1)}, ${column(2)}, ${column(3)}, ${column(4)}, ${column(5)}, ${column(6)},
      ${column(7)}, ?3, (SELECT id FROM price_sources WHERE name = ?4 AND licence = ?5)
    FROM json_each(?1) AS row
    WHERE true
    ON CONFLICT (${key}, kind, resolution, start_at) DO UPDATE SET ${change}`;
}

/** Each longer length is widened by a shorter one; the end of its candle, as SQL. */
const ROLL_UPS: readonly (readonly [from: Resolution, to: Resolution, end: string])[] = [
  ['minute', 'hour', 'whole.start_at + 3600000'],
  ['hour', 'day', 'whole.start_at + 86400000'],
  ['day', 'week', 'whole.start_at + 604800000'],
  ['day', 'month', `1000 * unixepoch(whole.start_at / 1000, 'unixepoch', '+1 month')`],
  ['month', 'year', `1000 * unixepoch(whole.start_at / 1000, 'unixepoch', '+1 year')`],
];

/**
 * Makes every candle that ends after `since` hold the shorter ones in it. Live prices keep that by themselves, because each
 * minute widens every length; the simulated curve samples each length by itself.
 */
export function widenStatements(db: D1Database, kind: StoredKind, since: number): D1PreparedStatement[] {
  return CANDLE_TABLES.flatMap(({ table, key, unit }) =>
    ROLL_UPS.map(([from, to, end]) => {
      const inside = (value: string) =>
        `coalesce((SELECT ${value} FROM ${table} AS part WHERE part.${key} = whole.${key} AND part.kind = ?1
          AND part.resolution = '${from}' AND part.start_at >= whole.start_at AND part.start_at < ${end}), whole.`;
      return db
        .prepare(
          `UPDATE ${table} AS whole SET
             high_${unit} = max(high_${unit}, ${inside(`max(part.high_${unit})`)}high_${unit})),
             low_${unit} = min(low_${unit}, ${inside(`min(part.low_${unit})`)}low_${unit}))
           WHERE ${key} IN (SELECT value FROM json_each(?3)) AND kind = ?1 AND resolution = '${to}' AND start_at >= ?2`,
        )
        .bind(kind, bucketStart(to, since), JSON.stringify(SERIES));
    }),
  );
}

/** First stored start at or after `from`, per resolution: one row read for each. */
export async function firstStarts(
  db: Reader,
  series: Series,
  kind: StoredKind,
  resolutions: readonly Resolution[],
  from: number,
): Promise<{ coverage: Coverage[]; rowsRead: number }> {
  const { table, key } = tableOf(series);
  const columns = resolutions.map((_, i) => `(${firstStartSql(table, key, i + 4)}) AS first_${i}`);
  const { results, meta } = await db
    .prepare(`SELECT ${columns.join(', ')}`)
    .bind(series, kind, from, ...resolutions)
    .run<Record<string, number | null>>();
  const row = results[0] ?? {};
  const coverage = resolutions.map((resolution, i) => ({ resolution, firstAt: row[`first_${i}`] ?? null }));
  return { coverage, rowsRead: meta.rows_read };
}

function firstStartSql(table: string, key: string, parameter: number): string {
  return `SELECT start_at FROM ${table} WHERE ${key} = ?1 AND kind = ?2 AND resolution = ?${parameter}
    AND start_at >= ?3 ORDER BY start_at LIMIT 1`;
}

export type HistoryRow = {
  readonly start_at: number;
  readonly last_at: number;
  readonly close: number;
  readonly high: number;
  readonly low: number;
  readonly basis: Basis;
  readonly source_id: number;
};

function historyColumns(unit: CandleTable['unit']): string {
  return `start_at, last_at, close_${unit} AS close, high_${unit} AS high, low_${unit} AS low, basis, source_id`;
}

/** The newest `limit` candles from `from` on, ascending: an index range, as many rows read as returned. */
export function historySql(series: Series): string {
  const { table, key, unit } = tableOf(series);
  return `SELECT ${historyColumns(unit)} FROM ${table}
    WHERE ${key} = ?1 AND kind = ?2 AND resolution = ?3 AND start_at >= ?4 ORDER BY start_at DESC LIMIT ?5`;
}

export async function readHistory(
  db: Reader,
  series: Series,
  kind: StoredKind,
  resolution: Resolution,
  from: number,
  limit: number,
): Promise<{ rows: HistoryRow[]; rowsRead: number }> {
  const { results, meta } = await db
    .prepare(historySql(series))
    .bind(series, kind, resolution, from, limit)
    .run<HistoryRow>();
  return { rows: results.reverse(), rowsRead: meta.rows_read };
}

/** The candles of these starts (at most 90), ascending: one search of the primary key for each. */
export async function readHistoryAt(
  db: Reader,
  series: Series,
  kind: StoredKind,
  resolution: Resolution,
  starts: readonly number[],
): Promise<{ rows: HistoryRow[]; rowsRead: number }> {
  const { table, key, unit } = tableOf(series);
  // Parameters, not json_each: SQLite counts each entry of the list as a row read, and one out of JSON twice.
  const places = starts.map((_, i) => `?${i + 4}`).join(', ');
  const { results, meta } = await db
    .prepare(
      `SELECT ${historyColumns(unit)} FROM ${table}
       WHERE ${key} = ?1 AND kind = ?2 AND resolution = ?3 AND start_at IN (${places}) ORDER BY start_at`,
    )
    .bind(series, kind, resolution, ...starts)
    .run<HistoryRow>();
  return { rows: results, rowsRead: meta.rows_read };
}

export type SourceRow = { readonly id: number; readonly name: string; readonly licence: string };

export async function readSources(db: Reader, ids: readonly number[]): Promise<SourceRow[]> {
  const { results } = await db
    .prepare(
      'SELECT id, name, licence FROM price_sources WHERE id IN (SELECT value FROM json_each(?1)) ORDER BY id',
    )
    .bind(JSON.stringify(ids))
    .run<SourceRow>();
  return results;
}

/** Start of the last stored candle, or null: where filling a gap begins. */
export async function lastStart(
  db: Reader,
  series: Series,
  kind: StoredKind,
  resolution: Resolution,
): Promise<number | null> {
  const { table, key } = tableOf(series);
  return db
    .prepare(
      `SELECT start_at FROM ${table} WHERE ${key} = ?1 AND kind = ?2 AND resolution = ?3
       ORDER BY start_at DESC LIMIT 1`,
    )
    .bind(series, kind, resolution)
    .first<number>('start_at');
}

export type DayWindow = {
  /** The moment to compare with, and how old the stored price before it may be. */
  readonly referenceAt: number;
  readonly notBefore: number;
  /** First full hour after `referenceAt`: minutes cover the part before, hours the rest. */
  readonly firstHourAt: number;
};

export type DayRow = {
  readonly series: Series;
  readonly reference: number | null;
  readonly high: number | null;
  readonly low: number | null;
};

/** Reference price, highest and lowest of each metal since the window's start; about 100 rows per metal. */
export async function readDay(
  db: Reader,
  metals: readonly Series[],
  kind: StoredKind,
  window: DayWindow,
): Promise<DayRow[]> {
  const within = (resolution: Resolution, bounds: string) =>
    `candles WHERE metal = m.value AND kind = ?2 AND resolution = '${resolution}' AND ${bounds}`;
  const edge = within('minute', 'start_at >= ?3 AND start_at < ?5');
  const hours = within('hour', 'start_at >= ?5');
  const { results } = await db
    .prepare(
      `SELECT m.value AS series,
        (SELECT close_cents FROM ${within('minute', 'start_at < ?3 AND start_at >= ?4')}
         ORDER BY start_at DESC LIMIT 1) AS reference,
        (SELECT max(high_cents) FROM (SELECT high_cents FROM ${edge} UNION ALL SELECT high_cents FROM ${hours})) AS high,
        (SELECT min(low_cents) FROM (SELECT low_cents FROM ${edge} UNION ALL SELECT low_cents FROM ${hours})) AS low
       FROM json_each(?1) AS m`,
    )
    .bind(JSON.stringify(metals), kind, window.referenceAt, window.notBefore, window.firstHourAt)
    .run<DayRow>();
  return results;
}
