// The day on which a withdrawal arrives at the latest.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brasiliaDay, startOfDay } from '../../../worker/domain/brasilia.ts';
import { arrivalDay, endOfBusinessDay } from '../../../worker/domain/business-days.ts';
import { PAYOUT_METHODS } from '../../../worker/domain/payout-accounts.ts';

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
