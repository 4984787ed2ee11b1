import { expect, test } from 'vitest';
import { marketSession } from '../../../worker/domain/market-hours.ts';

const at = (iso: string) => Date.parse(iso);
const iso = (ms: number) => new Date(ms).toISOString();

/** New York is UTC-4 from the second Sunday of March to the first of November, otherwise UTC-5. */
const OPEN: readonly [string, string][] = [
  ['a Wednesday noon in winter', '2026-01-14T17:00:00Z'],
  ['a Wednesday noon in summer', '2026-07-15T16:00:00Z'],
  ['Sunday 18:00 sharp in winter', '2026-01-18T23:00:00Z'],
  ['Sunday 18:00 sharp in summer', '2026-07-19T22:00:00Z'],
  ['the last minute of a Friday', '2026-11-20T21:59:59.999Z'],
  ['the last minute before the daily pause', '2026-11-18T21:59:59.999Z'],
  ['18:00 after the daily pause', '2026-11-18T23:00:00Z'],
];
test.each(OPEN)('the spot market is open: %s', (_, when) => {
  expect(marketSession('spot', at(when))).toEqual({ open: true });
});

const CLOSED: readonly [string, string, string, string, boolean][] = [
  ['Friday 17:00 sharp', '2026-11-20T22:00:00Z', '2026-11-20T22:00:00Z', '2026-11-22T23:00:00Z', true],
  ['a Saturday', '2026-11-21T14:00:00Z', '2026-11-20T22:00:00Z', '2026-11-22T23:00:00Z', true],
  ['a Sunday before 18:00', '2026-11-22T22:59:59Z', '2026-11-20T22:00:00Z', '2026-11-22T23:00:00Z', true],
  [
    'the daily pause in winter',
    '2026-11-18T22:30:00Z',
    '2026-11-18T22:00:00Z',
    '2026-11-18T23:00:00Z',
    false,
  ],
  [
    'the daily pause in summer',
    '2026-07-15T21:30:00Z',
    '2026-07-15T21:00:00Z',
    '2026-07-15T22:00:00Z',
    false,
  ],
  ['Thursday 17:59', '2026-11-19T22:59:00Z', '2026-11-19T22:00:00Z', '2026-11-19T23:00:00Z', false],
  // Clocks change inside these weekends, so close and opening have different offsets.
  ['the weekend of spring', '2026-03-07T12:00:00Z', '2026-03-06T22:00:00Z', '2026-03-08T22:00:00Z', true],
  ['the weekend of autumn', '2026-10-31T12:00:00Z', '2026-10-30T21:00:00Z', '2026-11-01T23:00:00Z', true],
];
test.each(CLOSED)('the spot market is closed: %s', (_, when, closedAt, opensAt, weekend) => {
  const session = marketSession('spot', at(when));
  if (session.open) throw new Error('expected a closed market');
  expect(iso(session.closedAt)).toBe(iso(at(closedAt)));
  expect(iso(session.opensAt)).toBe(iso(at(opensAt)));
  expect(session.weekend).toBe(weekend);
});

test('the market is open at the time it says it opens, and not a millisecond earlier', () => {
  for (let day = 0; day < 400; day += 1) {
    const noon = at('2026-01-01T21:30:00Z') + day * 24 * 60 * 60_000;
    const session = marketSession('spot', noon);
    if (session.open) continue;
    expect(marketSession('spot', session.opensAt).open).toBe(true);
    expect(marketSession('spot', session.opensAt - 1).open).toBe(false);
    expect(marketSession('spot', session.closedAt).open).toBe(false);
    expect(marketSession('spot', session.closedAt - 1).open).toBe(true);
  }
});

test('the simulated market never closes', () => {
  expect(marketSession('always', at('2026-11-21T14:00:00Z'))).toEqual({ open: true });
});
