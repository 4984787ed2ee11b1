// The storage fee: examples worked out by hand, and what holds for every history.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysOf, isDay, isMonth, lastDayOf, monthAfter } from '../../../worker/domain/days.ts';
import {
  CENT_DAYS_PER_CENT,
  earliestStart,
  excessCents,
  freeUntil,
  monthCharge,
  monthDue,
  startProblem,
  STORAGE_TERMS,
  storageFeeCents,
  storedValueCents,
} from '../../../worker/domain/storage-fee.ts';
import { CHARGES, FIRST_YEARS, MONTHS_DUE, STORED_VALUES } from '../../fixtures/storage-examples.ts';
import { runs } from '../../support/deep.ts';

describe('the storage fee', () => {
  test('0.5 % of 365 days is a cent in 73,000 cent-days', () => {
    expect(CENT_DAYS_PER_CENT).toBe(73_000);
    expect(STORAGE_TERMS).toEqual({ freeDays: 365, aboveCents: 1_000_000, centDaysPerCent: 73_000 });
  });

  test.each(MONTHS_DUE)(
    '%i carried and %i of the month are %i due, %i carried on',
    (carried, days, due, on) => {
      expect(monthDue(carried, days)).toEqual({ dueCents: due, carriedOut: on });
    },
  );

  test.each(CHARGES)(
    '%i due, %i owed, %i of cash: %i charged, %i owed',
    (due, owed, cash, charged, after) => {
      expect(monthCharge(due, owed, cash)).toEqual({ chargedCents: charged, owedCents: after });
    },
  );

  test.each(STORED_VALUES)('$goldE4 of gold and $silverE4 of silver are worth $value', (example) => {
    const value = storedValueCents(example, example);
    expect(value).toBe(example.value);
    expect(value === null ? null : excessCents(value)).toBe(example.excess);
  });

  test.each(FIRST_YEARS)('bought at %s: free until %s, counted from %s', (bought, until, counted) => {
    expect(freeUntil(Date.parse(bought))).toBe(until);
    expect(addDays(until, 1)).toBe(counted);
  });

  test('a year of 50,000.00 costs 200.00, and of 10,000.00 nothing', () => {
    expect(storageFeeCents(5_000_000, 365)).toBe(20_000);
    expect(storageFeeCents(5_000_000, 30)).toBe(1_643);
    expect(storageFeeCents(1_000_000, 366)).toBe(0);
  });

  test('a tariff begins at least thirty days after its notice and at most a year', () => {
    expect(earliestStart('2026-11-24')).toBe('2026-12-24');
    expect(startProblem('2026-12-23', '2026-11-24')).toBe('early');
    expect(startProblem('2026-12-24', '2026-11-24')).toBeNull();
    expect(startProblem('2027-11-25', '2026-11-24')).toBeNull();
    expect(startProblem('2027-11-26', '2026-11-24')).toBe('far');
  });
});

describe('for all histories', () => {
  /** Months of days, each with what is above; and what cash there is when the month is charged. */
  const history = fc.array(
    fc.record({
      days: fc.array(fc.integer({ min: 0, max: 30_000_000_000_000 }), { maxLength: 31 }),
      cash: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000_000 })),
    }),
    { maxLength: 40 },
  );

  test('charged, owed and carried account for every cent-day', () => {
    fc.assert(
      fc.property(history, (months) => {
        let [carried, owed, charged, all] = [0, 0, 0n, 0n];
        for (const { days, cash } of months) {
          const centDays = days.reduce((sum, excess) => sum + excess, 0);
          const due = monthDue(carried, centDays);
          const charge = monthCharge(due.dueCents, owed, cash);
          expect(charge.chargedCents).toBeLessThanOrEqual(cash);
          expect(charge.owedCents === 0 || charge.chargedCents === cash).toBe(true);
          [carried, owed] = [due.carriedOut, charge.owedCents];
          expect(carried).toBeLessThan(CENT_DAYS_PER_CENT);
          charged += BigInt(charge.chargedCents);
          all += BigInt(centDays);
        }
        expect((charged + BigInt(owed)) * 73_000n + BigInt(carried)).toBe(all);
      }),
      { numRuns: runs(300) },
    );
  });

  test('what is due does not depend on where the months are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000_000), { maxLength: 60 }), fc.nat(60), (days, cut) => {
        const sum = (part: readonly number[]) => part.reduce((total, excess) => total + excess, 0);
        const first = monthDue(0, sum(days.slice(0, cut)));
        const second = monthDue(first.carriedOut, sum(days.slice(cut)));
        const whole = monthDue(0, sum(days));
        expect(first.dueCents + second.dueCents).toBe(whole.dueCents);
        expect(second.carriedOut).toBe(whole.carriedOut);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('days and months', () => {
  test('a month ends where the next one begins', () => {
    expect(lastDayOf('2028-02')).toBe('2028-02-29');
    expect(lastDayOf('2027-02')).toBe('2027-02-28');
    expect(lastDayOf('2026-12')).toBe('2026-12-31');
    expect(monthAfter('2026-12')).toBe('2027-01');
    expect(daysOf('2026-11').at(0)).toBe('2026-11-01');
    expect(daysOf('2026-11')).toHaveLength(30);
  });

  test.each(['2026-02-30', '2026-13-01', '2026-1-01', '2026-01-01T00', '', 'ontem', '+02026-01'])(
    '%s is no day',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );

  test('months are of the calendar', () => {
    expect(['2026-01', '2026-12', '2026-00', '2026-13', '0000-00', 'x'].map(isMonth)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
