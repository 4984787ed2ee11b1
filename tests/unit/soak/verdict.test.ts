// What the soak finds: a leak by its slope, however the collector scatters the samples, and each thing that failed.

import { describe, expect, test } from 'vitest';
import type { Sample, Soak } from '../../soak/run.ts';
import { kindOf, KINDS, type Times } from '../../soak/times.ts';
import { trendOf } from '../../soak/trend.ts';
import { judge, pointsOf, SLOPE_MAX } from '../../soak/verdict.ts';

const MINUTES = 30;
const SECONDS = MINUTES * 60;

/** Resident memory, which rises by 40 MiB in 47 seconds and falls again, on a floor that rises by so much an hour. */
function resident(mibAnHour: number): Sample[] {
  return Array.from({ length: SECONDS }, (_, at) => ({
    at,
    mib: 300 + ((at % 47) / 47) * 40 + 6 * Math.sin(at * 7.3) + (mibAnHour * at) / 3_600,
  }));
}

/** The heap after a collection every half a minute. */
function heap(mibAnHour: number): Sample[] {
  return Array.from({ length: SECONDS / 30 }, (_, turn) => ({
    at: turn * 30,
    mib: 12 + 0.4 * Math.sin(turn * 7.3) + (mibAnHour * turn) / 120,
  }));
}

/** Of each window thirty calls in a thousand are slow, and take so long in its last third. */
function times(last = 20, calls = 1_000): Times {
  const slow = calls * 0.97;
  const windows = Array.from({ length: 9 }, (_, window) =>
    Array.from({ length: calls }, (_each, call) => (call < slow ? 5 : window < 6 ? 20 : last)),
  );
  return Object.fromEntries(KINDS.map((kind) => [kind, windows])) as unknown as Times;
}

const WELL: Soak = {
  seconds: SECONDS,
  resident: resident(1_000),
  heap: heap(0),
  times: times(),
  followed: {
    sockets: 2_000,
    ticks: 1_800,
    frames: 3_600_000,
    fewest: 1_800,
    gaps: 3,
    backwards: 0,
    closed: 0,
    passed: 9_000,
  },
  statuses: new Map([
    ['201 POST /api/trades', 5_000],
    ['422 POST /api/quotes InsufficientHoldings', 100],
  ]),
  said: new Map(),
  crons: { fired: 29, done: 29 },
  operations: 5_000,
  wrong: [],
  databaseMiB: [95, 120],
};

describe('a soak', () => {
  test('in which all is well finds nothing', () => expect(judge(WELL).findings).toEqual([]));

  test('says a slope of nothing with an interval around it', () => {
    const trend = judge(WELL).heap;
    expect(trend?.low).toBeLessThan(0);
    expect(trend?.high).toBeGreaterThan(0);
  });

  test.each([2 * SLOPE_MAX, 5 * SLOPE_MAX])('finds a leak of %d MiB an hour', (mibAnHour) => {
    const { findings, heap: trend } = judge({ ...WELL, heap: heap(mibAnHour) });
    expect(findings).toEqual([expect.stringMatching(/^the heap grows/u)]);
    expect(trend?.low).toBeLessThan(mibAnHour);
    expect(trend?.high).toBeGreaterThan(mibAnHour);
  });

  test.each<[string, Partial<Soak>, RegExp]>([
    ['an answer of 5xx', { statuses: new Map([['503 GET /api/portfolio Unavailable', 2]]) }, /^2 x 503/u],
    ['no answer', { statuses: new Map([['no reply POST /api/trades', 1]]) }, /no reply/u],
    ['a line of the log', { said: new Map([['uncaught: x', 1]]) }, /uncaught/u],
    ['the books', { wrong: ['wrong: entries-sum-to-zero'] }, /entries/u],
    ['a cron that failed', { crons: { fired: 29, done: 28 } }, /^1 of 29 crons/u],
    ['a socket left out', { followed: { ...WELL.followed, fewest: 1_700 } }, /^a socket heard 1700/u],
    ['an older frame', { followed: { ...WELL.followed, backwards: 1 } }, /older/u],
    ['a socket that was closed', { followed: { ...WELL.followed, closed: 1 } }, /closed/u],
    ['nobody who traded', { times: { ...times(), trade: [[], [], []] } }, /nobody asked: trade/u],
  ])('finds %s', (_name, change, expected) => {
    expect(judge({ ...WELL, ...change }).findings).toEqual([expect.stringMatching(expected)]);
  });

  test('finds that calls take longer and longer', () => {
    expect(judge({ ...WELL, times: times(45) }).findings).toHaveLength(KINDS.length);
    expect(judge({ ...WELL, times: times(25) }).findings).toEqual([]);
  });

  test('of few calls compares those above which there are ten, and of fewer nothing', () => {
    const nameOf = (calls: number) => judge({ ...WELL, times: times(45, calls) }).tails.trade?.name;
    // Three windows are a third.
    expect([1_000, 334, 333, 67, 66].map(nameOf)).toEqual(['p99', 'p99', 'p95', 'p95', undefined]);
    // Three calls in a hundred that take long are no p95.
    expect(judge({ ...WELL, times: times(45, 100) }).findings).toEqual([]);
  });

  test('of a minute says nothing about memory or time', () => {
    const short = { ...WELL, seconds: 60, heap: heap(5_000).slice(0, 2), times: times(90) };
    expect(judge(short).findings).toEqual([]);
  });
});

test('the slope of a line is exact, and of a few points nothing is said', () => {
  const points = Array.from({ length: 20 }, (_, x) => ({ x, y: 3 * x + 7 }));
  const trend = trendOf(points);
  for (const value of Object.values(trend ?? {})) expect(value).toBeCloseTo(3, 9);
  expect(trendOf(points.slice(0, 5))).toBeNull();
});

test('the warm-up and what lies between the points of the line do not count', () => {
  const points = pointsOf(resident(0), SECONDS);
  expect(points[0]?.x).toBeCloseTo((SECONDS / 4 + 5) / 3_600);
  expect(points).toHaveLength(135);
});

test.each([
  ['POST', '/api/trades', 'trade'],
  ['POST', '/api/quotes', 'quote'],
  ['GET', '/api/portfolio', 'read'],
  ['GET', '/api/admin/today', 'operators'],
  ['GET', '/api/statements/2026-10/file?format=pdf', null],
  ['GET', '/dev/mailbox.json', null],
  ['POST', '/api/deposits', null],
])('%s %s is a %s', (method, path, kind) => expect(kindOf(method, path)).toBe(kind));
