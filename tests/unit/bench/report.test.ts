import { expect, test } from 'vitest';
import { comparisonOf, PLAIN, readRun, type Row, type Run, tableOf, withTable } from '../../bench/report.ts';
import type { Spread } from '../../bench/statistics.ts';

const figure = (value: number, low = value, high = value): Spread => ({ value, low, high });

const TRADES: Row = {
  ...PLAIN,
  part: 'trades',
  measure: 'trades, calls/s at 16 clients',
  better: 'more',
  onca: figure(744, 720, 761),
  beside: figure(523.4, 500, 540),
  ratio: figure(1.42, 1.38, 1.5),
  floor: figure(986),
  cpuMs: { onca: 1.09, beside: 1.384, load: 0.11 },
  load: 1.24,
  busy: false,
};
const COST: Row = {
  ...PLAIN,
  part: 'fan-out',
  measure: 'CPU us per socket and tick',
  note: '1.0 frames of 990 bytes a tick',
  better: 'less',
  onca: figure(46.6, 45, 48),
  beside: figure(40),
  besideWhat: '1 relay',
  floor: figure(29),
  load: 3.2,
  busy: true,
};

const runOf = (...rows: Row[]): Run => ({
  commit: 'abc1234',
  at: '2026-11-24T10:00:00.000Z',
  machine: '2 x test',
  loadBefore: 0.4,
  rounds: 3,
  short: false,
  seconds: 600,
  rows,
  ledgers: [{ of: 'Onça', seen: '3 trades', findings: [] }],
});

test('a row shows its ranges, the ratio, the floor with the share of it, processor times and the load', () => {
  const [head = '', row = ''] = tableOf([TRADES]).split('\n');
  expect(head.split(/ {2,}/u)).toEqual([
    'measure',
    'Onça',
    'peer',
    'ratio',
    'floor',
    'share',
    'CPU ms/call',
    'load',
  ]);
  expect(row.split(/ {2,}/u)).toEqual([
    'trades, calls/s at 16 clients',
    '744 (720-761)',
    '523 (500-540)',
    '1.42 (1.38-1.50)',
    '986',
    '0.75',
    '1.09 / 1.38',
    '1.2',
  ]);
});

test('of a cost the share is the floor over it, and a busy machine is said', () => {
  const [, row = ''] = tableOf([COST]).split('\n');
  expect(row.split(/ {2,}/u)).toEqual([
    'CPU us per socket and tick',
    '46.6 (45.0-48.0)',
    '1 relay: 40.0',
    '29.0',
    '0.62',
    '3.2 busy',
    '1.0 frames of 990 bytes a tick',
  ]);
});

test('columns stand one under the other', () => {
  const lines = tableOf([TRADES, { ...TRADES, measure: 'short', onca: figure(1) }]).split('\n');
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  expect(new Set(lines.slice(1).map((line) => line.indexOf('1.42'))).size).toBe(1);
});

test('the table of the README says when, at which commit and on what, and takes the place of the last one', () => {
  const readme = (table: string) =>
    `before\n<!-- bench: written by it -->\n${table}<!-- bench: end -->\nafter\n`;
  const written = withTable(readme('| old |\n'), runOf(TRADES, { ...TRADES, measure: 'trades, p50 ms' }));
  expect(withTable(written, runOf(TRADES))).toBe(written);
  const [, table = ''] =
    /^before\n<!-- bench: written by it -->\n\n([^]*)\n\n<!-- bench: end -->\nafter\n$/u.exec(written) ?? [];
  const lines = table.split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe('2026-11-24, commit abc1234, 2 x test, load 0.4 before, 3 rounds:');
  expect(lines[2]).toBe('| measure | Onça | peer | ratio | floor | share | CPU ms/call | load |  |');
  expect(lines[4]).toBe(
    '| trades, calls/s at 16 clients | 744 (720-761) | 523 (500-540) | 1.42 (1.38-1.50) | 986 | 0.75 | 1.09 / 1.38 | 1.2 |  |',
  );
});

test('a README without a place for the table is left alone', () => {
  expect(() => withTable('# tests\n', runOf(TRADES))).toThrow('no place for the table');
});

test('a run that was written is the one that is read', () => {
  const run = runOf(TRADES, COST);
  expect(readRun(JSON.stringify(run))).toEqual({ ok: true, value: run });
});

test('a file that is no run is refused with what is wrong', () => {
  expect(readRun('{')).toMatchObject({ ok: false, error: expect.stringContaining('no JSON') });
  expect(readRun('{"rows": []}')).toMatchObject({ ok: false, error: expect.stringContaining('commit') });
  const infinite = JSON.stringify(runOf({ ...TRADES, onca: figure(Number.NaN) }));
  expect(readRun(infinite).ok).toBe(false);
});

test('a comparison names what changed by more than the rounds differ, and which way', () => {
  const old = runOf(TRADES, COST);
  const now = runOf(
    { ...TRADES, onca: figure(850, 800, 900) },
    { ...COST, onca: figure(47, 46, 49) },
    { ...TRADES, measure: 'a new measure' },
  );
  const [title, , ...lines] = comparisonOf(old, now).split('\n');
  expect(title).toBe('Since abc1234 of 2026-11-24T10:00:');
  expect(lines.map((line) => line.split(/ {2,}/u))).toEqual([
    ['trades, calls/s at 16 clients', '744 (720-761)', '850 (800-900)', '+14%', 'better'],
    ['CPU us per socket and tick', '46.6 (45.0-48.0)', '47.0 (46.0-49.0)', '+1%'],
  ]);
});

test('of a cost more is worse', () => {
  const now = runOf({ ...COST, onca: figure(60, 59, 61) });
  expect(comparisonOf(runOf(COST), now)).toContain('worse');
  expect(comparisonOf(now, runOf(COST))).toContain('better');
});

test('runs that measured different parts have nothing to compare', () => {
  expect(comparisonOf(runOf(TRADES), runOf(COST))).toContain('no measure is in both');
});
