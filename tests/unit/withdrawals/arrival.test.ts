// The day on which a withdrawal arrives at the latest.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrivalOf } from '../../../worker/domain/arrival.ts';
import { brasiliaDay, startOfDay } from '../../../worker/domain/brasilia.ts';
import { arrivalDay, endOfBusinessDay, exchangeHoursAgo } from '../../../worker/domain/business-days.ts';
import { PAYOUT_METHODS } from '../../../worker/domain/payout-accounts.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';

const inBrasilia = (text: string) => Date.parse(`${text}-03:00`);

test.each([
  ['pix', 'a Saturday night', '2026-11-21T22:59:59.999', '2026-11-21'],
  ['pix', 'the last hour of a day', '2026-11-21T23:00', '2026-11-22'],
  ['pix', 'Christmas', '2026-12-25T10:00', '2026-12-25'],
  ['ted', 'the last moment before 16:00', '2026-11-23T15:59:59.999', '2026-11-24'],
  ['ted', '16:00', '2026-11-23T16:00', '2026-11-25'],
  ['ted', 'a Friday before 16:00', '2026-11-27T15:00', '2026-11-30'],
  ['ted', 'a Friday after 16:00', '2026-11-27T17:00', '2026-12-01'],
  ['ted', 'a Saturday counts as the Monday', '2026-11-28T09:00', '2026-12-01'],
  ['ted', 'the Thursday before Good Friday', '2026-04-02T10:00', '2026-04-06'],
  ['ted', 'the Friday before Carnival', '2026-02-13T10:00', '2026-02-18'],
  ['wire', 'a Monday', '2026-11-23T23:59', '2026-11-25'],
  ['wire', 'the Thursday before 20 November on a Friday', '2026-11-19T10:00', '2026-11-24'],
  ['wire', 'the Wednesday before Corpus Christi', '2026-06-03T10:00', '2026-06-08'],
] as const)('by %s, asked for on %s', (method, _, asked, expected) => {
  expect(arrivalDay(method, inBrasilia(asked))).toBe(expected);
});

test.each([
  [1, 'in the hours of the market', '2026-11-24T12:30', '2026-11-24T11:30'],
  [1, 'an hour after it opened', '2026-11-24T11:00', '2026-11-24T10:00'],
  [1, 'less than an hour after it opened', '2026-11-24T10:20', '2026-11-23T16:20'],
  [1, 'the moment in which it opens', '2026-11-24T10:00', '2026-11-23T16:00'],
  [1, 'at night', '2026-11-24T23:00', '2026-11-24T16:00'],
  [1, 'after midnight', '2026-11-25T01:00', '2026-11-24T16:00'],
  [1, 'the Monday after a Friday that is a holiday', '2026-11-23T09:59', '2026-11-19T16:00'],
  [1, 'the Tuesday of Carnival', '2026-02-17T12:00', '2026-02-13T16:00'],
  [8, 'more than a day of the market', '2026-11-24T11:00', '2026-11-23T10:00'],
])('%d h of the exchange market before %s', (hours, _, now, then) => {
  expect(exchangeHoursAgo(hours * HOUR_MS, inBrasilia(now))).toBe(inBrasilia(then));
});

test('never later than two business days, never before the day it is asked for, and never earlier for having asked later', () => {
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2036, 0, 1) });
  fc.assert(
    fc.property(moment, fc.nat(10 * 86_400_000), fc.constantFrom(...PAYOUT_METHODS), (at, later, method) => {
      const day = arrivalDay(method, at);
      expect(startOfDay(day)).toBeLessThanOrEqual(endOfBusinessDay(at, 2));
      expect(day >= brasiliaDay(at)).toBe(true);
      expect(arrivalDay(method, at + later) >= day).toBe(true);
    }),
  );
});

describe('reais arrive once they are exchanged', () => {
  const [open, shut] = [
    { isOpen: true, calendar: 'spot' },
    { isOpen: false, calendar: 'spot' },
  ] as const;
  const [friday, saturday] = [inBrasilia('2026-11-27T12:00'), inBrasilia('2026-11-28T12:00')];
  /** New York's Sunday, 18:00. */
  const opening = inBrasilia('2026-11-29T20:00');

  test.each([
    ['at once while somebody does', 'pix', open, friday, friday, null, '2026-11-27'],
    ['at once by a source that speaks on a Saturday', 'pix', open, saturday, saturday, null, '2026-11-28'],
    [
      'from the market’s opening on where it is closed',
      'pix',
      shut,
      saturday,
      saturday,
      opening,
      '2026-11-29',
    ],
    ['and a TED is of the business day after', 'ted', shut, saturday, saturday, opening, '2026-12-01'],
    ['also where holds end while it is closed', 'pix', open, saturday, friday, opening, '2026-11-29'],
    ['when nobody knows, where the market is open', 'pix', shut, friday, friday, null, null],
    ['after its holds, whatever is known now', 'pix', shut, friday + DAY_MS / 8, friday, null, '2026-11-27'],
    ['and dollars at once', 'wire', shut, saturday, saturday, null, '2026-12-01'],
  ] as const)('%s', (_, method, exchange, at, now, exchangedFrom, expectedOn) => {
    expect(arrivalOf(method, exchange, { at, now })).toEqual({ exchangedFrom, expectedOn });
  });

  test('a simulated rate keeps no hours', () => {
    const simulated = { isOpen: true, calendar: 'always' } as const;
    expect(arrivalOf('pix', simulated, { at: saturday, now: friday })).toEqual({
      exchangedFrom: null,
      expectedOn: '2026-11-28',
    });
  });
});
