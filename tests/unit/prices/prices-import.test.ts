// Files of the shapes that open data come in, and what the importer makes of them. The fixtures are our own.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { candlesFromCsv, type ImportOptions } from '../../../worker/commands/prices-import-csv.ts';

const NOW = Date.parse('2026-11-21T14:00:00Z');
const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../fixtures/prices', name), 'utf8');
const GOLD: ImportOptions = { series: 'gold', dateColumn: 'Date', priceColumn: 'Price', delimiter: ',' };

function read(text: string, options: Partial<ImportOptions> = {}) {
  return candlesFromCsv(text, { ...GOLD, ...options }, NOW);
}

test('months are averages: one flat candle a month, rolled up by year, to the cent', () => {
  const result = read(fixture('gold-monthly.csv'));
  if (!result.ok) throw new Error('expected candles');
  expect(result.value).toMatchObject({
    rows: 4,
    basis: 'average',
    firstAt: Date.UTC(1833, 0),
    lastAt: Date.UTC(2026, 5),
  });
  expect(
    result.value.candles.map(({ resolution, candle }) => [
      resolution,
      new Date(candle.startAt).toISOString().slice(0, 7),
      candle.close,
    ]),
  ).toEqual([
    ['month', '1833-01', 1_893],
    ['month', '1833-02', 1_893],
    ['month', '2026-05', 455_600],
    ['month', '2026-06', 432_113],
    ['year', '1833-01', 1_893],
    ['year', '2026-01', 432_113],
  ]);
});

test('any column can be the price', () => {
  const result = read(fixture('metals-monthly.csv'), {
    series: 'silver',
    dateColumn: 'month',
    priceColumn: 'silver_usd_oz',
  });
  expect(
    result.ok && result.value.candles.filter((b) => b.resolution === 'month').map((b) => b.candle.close),
  ).toEqual([91, 91]);
});

test('days are closes, rolled up by week, month and year; the order of the lines does not matter', () => {
  const result = read(
    'd,p\n2026-11-17,60\n2026-11-16,58\n2026-11-23,1\n'.replace('2026-11-23', '2026-11-20'),
    {
      series: 'silver',
      dateColumn: 'd',
      priceColumn: 'p',
    },
  );
  if (!result.ok) throw new Error('expected candles');
  expect(result.value.basis).toBe('close');
  expect(result.value.candles.map((b) => b.resolution)).toEqual([
    'day',
    'day',
    'day',
    'week',
    'month',
    'year',
  ]);
  expect(result.value.candles[3]?.candle).toMatchObject({ open: 5_800, high: 6_000, low: 100, close: 100 });
});

test('the dollar in reais keeps four decimals', () => {
  const result = read('month,brl\n1995-01,0.8461\n', {
    series: 'usd-brl',
    dateColumn: 'month',
    priceColumn: 'brl',
  });
  expect(result.ok && result.value.candles[0]?.candle.close).toBe(8_461);
});

test('every line that does not parse is named, and nothing is imported', () => {
  const result = read(fixture('broken.csv'), {
    series: 'silver',
    dateColumn: 'date',
    priceColumn: 'close',
    delimiter: ';',
  });
  expect(result.ok).toBe(false);
  expect(!result.ok && result.error).toEqual([
    { line: 2, problem: 'the price is not a positive plain decimal' },
    { line: 4, problem: 'the date occurs twice' },
    { line: 5, problem: 'the date is not YYYY-MM-DD or YYYY-MM' },
    { line: 6, problem: 'the date is in the future' },
    { line: 7, problem: 'days and months are mixed' },
    { line: 8, problem: 'the price is not a positive plain decimal' },
    { line: 9, problem: 'the price is not a positive plain decimal' },
    { line: 10, problem: 'the price is not a positive plain decimal' },
  ]);
});

const REFUSED: readonly [string, string, number, RegExp][] = [
  [
    'a column that is not there',
    'Day,Price\n2026-01-01,1\n',
    1,
    /no column "Date"; the file has Day, Price/u,
  ],
  ['a line with too few fields', 'Date,Price\n2026-01-01\n', 2, /Invalid Record Length/u],
  ['an open quote', 'Date,Price\n2026-01-01,"1\n', 2, /Quote Not Closed/u],
  ['no rows', 'Date,Price\n', 1, /no rows/u],
  ['nothing at all', '', 1, /no column/u],
  ['zero', 'Date,Price\n2026-01-01,0\n', 2, /positive/u],
  ['more than a million dollars', 'Date,Price\n2026-01-01,1000000.01\n', 2, /positive/u],
  ['a date before 1700', 'Date,Price\n1699-12-31,1\n', 2, /before 1700/u],
];
test.each(REFUSED)('a file is refused for %s', (_, text, line, problem) => {
  const result = read(text);
  expect(!result.ok && result.error[0]?.line).toBe(line);
  expect(!result.ok && result.error[0]?.problem).toMatch(problem);
});
