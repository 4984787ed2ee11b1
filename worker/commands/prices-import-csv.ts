// A CSV of real price history as candles: columns by name, dates of a day or a month, plain decimal prices. What does
// not parse is refused with its line; one bad line refuses the file, so that a chart never has silent holes.

import { CsvError, parse } from 'csv-parse/sync';
import type { Basis, SeriesCandle } from '../db/candles.ts';
import { PRICE_MAX_CENTS } from '../domain/limits.ts';
import { bucketStart, rollUp, type Candle, type Resolution } from '../domain/history-ranges.ts';
import { scaledDecimal, USD_BRL, type Series } from '../domain/price-rules.ts';
import { err, ok, type Result } from '../domain/result.ts';

export type ImportOptions = {
  readonly series: Series;
  readonly dateColumn: string;
  readonly priceColumn: string;
  readonly delimiter: string;
};

export type ImportFault = { readonly line: number; readonly problem: string };
export type ImportedCandles = {
  readonly candles: readonly SeriesCandle[];
  readonly rows: number;
  /** Dates of a month (YYYY-MM) are averages of it, dates of a day are closes. */
  readonly basis: Exclude<Basis, 'observed'>;
  readonly firstAt: number;
  readonly lastAt: number;
};

/** Enough to put a file right without printing all of it. */
const FAULTS_SHOWN = 20;
const EARLIEST = Date.UTC(1700, 0, 1);
const RATE_MAX_E4 = 10_000_000;

/** What a longer candle is made of, per length of the file's own dates. */
const LONGER: Readonly<Record<'day' | 'month', readonly Resolution[]>> = {
  day: ['week', 'month', 'year'],
  month: ['year'],
};

type Row = { readonly line: number; readonly date: string; readonly price: string };
type Dated = { readonly resolution: 'day' | 'month'; readonly startAt: number };

export function candlesFromCsv(
  text: string,
  options: ImportOptions,
  now: number,
): Result<ImportedCandles, ImportFault[]> {
  const rows = rowsOf(text, options);
  if (!rows.ok) return rows;
  const faults: ImportFault[] = [];
  const candles = new Map<number, Candle>();
  let resolution: Dated['resolution'] | null = null;
  for (const row of rows.value) {
    const dated = dateOf(row.date);
    const value = priceOf(row.price, options.series);
    const problem =
      dated === null
        ? 'the date is not YYYY-MM-DD or YYYY-MM'
        : (dateProblem(dated, resolution, candles, now) ??
          (value === null ? 'the price is not a positive plain decimal' : null));
    if (problem !== null || dated === null || value === null) {
      faults.push({ line: row.line, problem: problem ?? 'the line does not parse' });
      continue;
    }
    resolution ??= dated.resolution;
    candles.set(dated.startAt, flatCandle(dated.startAt, value));
  }
  if (faults.length > 0) return err(faults.slice(0, FAULTS_SHOWN));
  if (resolution === null) return err([{ line: 1, problem: 'the file has no rows' }]);
  return ok(imported(options.series, resolution, [...candles.values()]));
}

function rowsOf(text: string, options: ImportOptions): Result<Row[], ImportFault[]> {
  const { dateColumn, priceColumn, delimiter } = options;
  try {
    const header = parse(text, { bom: true, delimiter, to_line: 1, trim: true })[0] ?? [];
    const missing = [dateColumn, priceColumn].find((column) => !header.includes(column));
    if (missing !== undefined) {
      return err([
        { line: 1, problem: `there is no column "${missing}"; the file has ${header.join(', ')}` },
      ]);
    }
    const records = parse<{ record: Record<string, string>; info: { lines: number } }>(text, {
      bom: true,
      columns: true,
      delimiter,
      info: true,
      skip_empty_lines: true,
      trim: true,
    });
    return ok(
      records.map(({ record, info }) => ({
        line: info.lines,
        date: record[dateColumn] ?? '',
        price: record[priceColumn] ?? '',
      })),
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return err([{ line: Number(error['lines'] ?? 1), problem: error.message }]);
  }
}

function dateOf(text: string): Dated | null {
  const match = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/u.exec(text);
  if (match === null) return null;
  const [, year = '', month = '', day] = match;
  const startAt = Date.UTC(Number(year), Number(month) - 1, Number(day ?? '1'));
  // Catches 2026-02-30 and 2026-13: they roll over into another date.
  const written = new Date(startAt).toISOString().slice(0, day === undefined ? 7 : 10);
  return written === text ? { resolution: day === undefined ? 'month' : 'day', startAt } : null;
}

function dateProblem(
  dated: Dated,
  resolution: Dated['resolution'] | null,
  seen: ReadonlyMap<number, unknown>,
  now: number,
): string | null {
  if (resolution !== null && dated.resolution !== resolution) return 'days and months are mixed';
  if (dated.startAt > now) return 'the date is in the future';
  if (dated.startAt < EARLIEST) return 'the date is before 1700';
  return seen.has(dated.startAt) ? 'the date occurs twice' : null;
}

function priceOf(text: string, series: Series): number | null {
  const [decimals, max] = series === USD_BRL ? [4, RATE_MAX_E4] : [2, PRICE_MAX_CENTS];
  const value = scaledDecimal(text, decimals);
  return value !== null && value > 0 && value <= max ? value : null;
}

function flatCandle(startAt: number, value: number): Candle {
  return { startAt, open: value, high: value, low: value, close: value, lastAt: startAt };
}

function imported(series: Series, resolution: 'day' | 'month', unsorted: readonly Candle[]): ImportedCandles {
  const candles = unsorted.toSorted((a, b) => a.startAt - b.startAt);
  const own = candles.map((candle) => ({ series, resolution, candle }));
  const longer = LONGER[resolution].flatMap((length) =>
    rollUp(candles, length).map((candle) => ({ series, resolution: length, candle })),
  );
  return {
    candles: [...own, ...longer],
    rows: candles.length,
    basis: resolution === 'month' ? 'average' : 'close',
    firstAt: candles[0]?.startAt ?? bucketStart('day', 0),
    lastAt: candles.at(-1)?.startAt ?? bucketStart('day', 0),
  };
}
