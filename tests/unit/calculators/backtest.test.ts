// The back-test by example, against a plain second writing of it, and by property.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Backtest,
  backtest,
  type PricePoint,
  type SavingPlan,
} from '../../../worker/domain/calculators/backtest.ts';
import { buyCost, largestBuyE4 } from '../../../worker/domain/fees.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { runs } from '../../support/deep.ts';
import { timesLonger } from '../../support/cpu-time.ts';

const on = (date: string) => Date.parse(`${date}T00:00:00Z`);
const yearly = (...prices: number[]): PricePoint[] =>
  prices.map((dollars, i) => ({ at: Date.UTC(2000 + i, 0, 1), priceCents: dollars * 100 }));
const monthly = (months: number, priceOf: (month: number) => number): PricePoint[] =>
  Array.from({ length: months }, (_, i) => ({ at: Date.UTC(2000, i, 1), priceCents: priceOf(i) }));

/** 100.50 buys exactly 100.00 of metal and pays 0.50. */
const PLAN: SavingPlan = { annualCents: 10_050, purchasesPerYear: 1, years: 2 };

function ran(result: Backtest) {
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result;
}

describe('by example, worked out by hand', () => {
  // From 2000: 1 oz at 100 and 0.5 oz at 200, worth 50 an ounce in 2002.
  const from2000 = {
    startAt: on('2000-01-01'),
    endAt: on('2002-01-01'),
    investedCents: 20_100,
    feesCents: 100,
    ouncesE4: 15_000,
    valueCents: 7_500,
    gainCents: -12_600,
    returnPercent: -62.69,
  };
  // From 2001: 0.5 oz at 200 and 2 oz at 50, worth 100 in 2003.
  const from2001 = {
    startAt: on('2001-01-01'),
    endAt: on('2003-01-01'),
    investedCents: 20_100,
    feesCents: 100,
    ouncesE4: 25_000,
    valueCents: 25_000,
    gainCents: 4_900,
    returnPercent: 24.38,
  };
  // From 2002: 2 oz at 50 and 1 oz at 100, worth 120 in 2004.
  const from2002 = {
    startAt: on('2002-01-01'),
    endAt: on('2004-01-01'),
    investedCents: 20_100,
    feesCents: 100,
    ouncesE4: 30_000,
    valueCents: 36_000,
    gainCents: 15_900,
    returnPercent: 79.1,
  };

  test('worst, median and best start', () => {
    expect(backtest(yearly(100, 200, 50, 100, 120), PLAN)).toEqual({
      ok: true,
      starts: 3,
      gained: 2,
      worst: from2000,
      median: from2001,
      best: from2002,
    });
  });

  test('of an even number the median is the lower of the two in the middle', () => {
    expect(backtest(yearly(100, 200, 50, 100), PLAN)).toEqual({
      ok: true,
      starts: 2,
      gained: 1,
      worst: from2000,
      median: from2000,
      best: from2001,
    });
  });

  test('the one start of a history that just fits', () => {
    const result = ran(backtest(yearly(100, 200, 50), PLAN));
    expect([result.starts, result.worst, result.best]).toEqual([1, from2000, from2000]);
  });

  test('what no purchase could spend is kept: 1 cent of 100.51', () => {
    const { worst } = ran(backtest(yearly(100, 100), { annualCents: 10_051, purchasesPerYear: 1, years: 1 }));
    // 100.51 / 1.005 is 100.009...: 1.0000 oz for 100.50, and a cent stays.
    expect([worst.ouncesE4, worst.feesCents, worst.valueCents, worst.gainCents]).toEqual([
      10_000, 50, 10_001, -50,
    ]);
  });

  test('a price that never moves costs the fees and nothing else', () => {
    const flat = monthly(61, () => 10_000);
    const result = ran(backtest(flat, { annualCents: 12 * 10_050, purchasesPerYear: 12, years: 5 }));
    expect(result.starts).toBe(1);
    expect(result.worst).toMatchObject({
      investedCents: 603_000,
      feesCents: 3_000,
      ouncesE4: 600_000,
      valueCents: 600_000,
      gainCents: -3_000,
    });
    expect(result.gained).toBe(0);
  });

  test.each([
    [[] as PricePoint[], 'empty', 0],
    [yearly(100), 'short', 0],
    [yearly(100, 200), 'short', 1],
    // A month short of two years.
    [monthly(24, () => 10_000), 'short', 1],
    // Begun in June: the year is over in March, and no year of months is.
    [
      [
        { at: on('2000-06-01'), priceCents: 10_000 },
        { at: on('2001-03-01'), priceCents: 10_000 },
      ],
      'short',
      0,
    ],
    // A price of zero is invalid.
    [[{ at: 0, priceCents: 0 }], 'empty', 0],
  ])('a history that does not do (%#)', (history, reason, longestYears) => {
    expect(backtest(history, PLAN)).toEqual({ ok: false, reason, longestYears });
  });

  test('yearly prices say nothing about monthly purchases', () => {
    expect(backtest(yearly(100, 110, 120, 130), { ...PLAN, purchasesPerYear: 12 })).toEqual({
      ok: false,
      reason: 'sparse',
      longestYears: 3,
    });
  });

  test('an amount that buys nothing is kept, without a fee', () => {
    expect(backtest(yearly(100, 100, 100), { ...PLAN, annualCents: 1 })).toMatchObject({
      gained: 0,
      worst: { feesCents: 0, ouncesE4: 0, valueCents: 2, gainCents: 0 },
    });
  });

  test.each([
    ['half a year', ['2000-01-01', '2001-07-03', '2002-01-01'], { ok: true, starts: 1 }],
    ['a day more', ['2000-01-01', '2001-07-04', '2002-01-01'], { ok: false, reason: 'sparse' }],
    ['as much, at the end', ['2000-01-01', '2001-01-01', '2002-07-04'], { ok: false, reason: 'sparse' }],
  ])('a price may be away from a yearly purchase by %s: %j', (_, dates, expected) => {
    const points = dates.map((date) => ({
      at: on(date),
      priceCents: 10_000,
    }));
    expect(backtest(points, PLAN)).toMatchObject(expected);
  });

  test.each([
    [12, '2000-06-01', '2000-06-17', true],
    [12, '2000-06-01', '2000-06-18', false],
    [4, '2000-04-01', '2000-05-17', true],
    [4, '2000-04-01', '2000-05-18', false],
  ] as const)(
    'of %i purchases a year that of %s may be at a price of %s: %s',
    (purchasesPerYear, due, at, ok) => {
      const step = 12 / purchasesPerYear;
      const points = monthly(13, () => 10_000)
        .filter((_, month) => month % step === 0)
        .map((point) => ({ at: point.at === on(due) ? on(at) : point.at, priceCents: 10_000 }));
      expect(backtest(points, { annualCents: 120_000, purchasesPerYear, years: 1 }).ok).toBe(ok);
    },
  );

  test.each([2000, 1965])('years later is the same time of day, in %i too', (year) => {
    const points = [0, 1, 2].map((i) => ({ at: Date.UTC(year + i, 0, 1, 12, 30), priceCents: 10_000 }));
    expect(ran(backtest(points, PLAN)).worst).toMatchObject({
      startAt: Date.UTC(year, 0, 1, 12, 30),
      endAt: Date.UTC(year + 2, 0, 1, 12, 30),
      ouncesE4: 20_000,
    });
  });

  test.each([
    ['2001-01-03', 'as near'],
    ['2001-01-06', 'further away'],
  ])('the nearest price counts, of %s and one before it that is not %s', (later) => {
    const points = [
      { at: on('2000-01-01'), priceCents: 10_000 },
      { at: on('2000-12-30'), priceCents: 5_000 },
      { at: on(later), priceCents: 20_000 },
      { at: on('2002-01-01'), priceCents: 10_000 },
    ];
    expect(ran(backtest(points, PLAN)).worst).toMatchObject({ ouncesE4: 30_000, valueCents: 30_000 });
  });

  test('a start whose purchases fall into a hole of the history is not counted', () => {
    const whole = monthly(37, () => 10_000);
    const plan: SavingPlan = { annualCents: 120_000, purchasesPerYear: 12, years: 1 };
    expect(ran(backtest(whole, plan)).starts).toBe(25);
    // Without July to September 2001, the starts from August 2000 on until September 2001 need a missing price.
    const holed = whole.filter((_, month) => month < 18 || month > 20);
    const result = ran(backtest(holed, plan));
    expect(result.starts).toBeLessThan(12);
    for (const { startAt, endAt } of [result.worst, result.best]) {
      expect(endAt <= on('2001-08-31') || startAt >= on('2001-09-15')).toBe(true);
    }
  });

  test('the 31st becomes the last day of a shorter month, and the 29th of February the 28th', () => {
    const daily = Array.from({ length: 800 }, (_, i) => ({
      at: on('2000-01-31') + i * DAY_MS,
      // A price that names its day.
      priceCents: 10_000 + i,
    }));
    const { worst } = ran(backtest(daily, { annualCents: 1_200_000, purchasesPerYear: 12, years: 1 }));
    expect(new Date(worst.endAt).toISOString().slice(5, 10)).toBe(
      new Date(worst.startAt).toISOString().slice(5, 10),
    );
    const leap = ['2000-02-29', '2001-03-01'].map((date) => ({ at: on(date), priceCents: 10_000 }));
    const run = ran(backtest(leap, { ...PLAN, years: 1 })).worst;
    expect(new Date(run.endAt).toISOString().slice(0, 10)).toBe('2001-02-28');
  });
});

/** No start at all reads like a refusal. */
function figuresOf(result: Backtest) {
  if (!result.ok) return { starts: 0, gained: 0, values: [undefined, undefined, undefined] };
  const { starts, gained, worst, median, best } = result;
  return { starts, gained, values: [worst, median, best].map((run) => run.valueCents) };
}

/** The same rule written as plainly as possible: every start, every purchase, every stored price looked at. */
function plainValues(points: readonly PricePoint[], plan: SavingPlan): number[] {
  const last = points.at(-1)?.at ?? 0;
  const nearest = (at: number) =>
    points.reduce((best, point) => (Math.abs(point.at - at) < Math.abs(best.at - at) ? point : best));
  const step = 12 / plan.purchasesPerYear;
  return points.flatMap(({ at }) => {
    const start = new Date(at);
    const day = (month: number) =>
      Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, start.getUTCDate());
    if (day(plan.years * 12) > last) return [];
    let value = 0;
    let ounces = 0;
    for (let i = 0; i < plan.years * plan.purchasesPerYear; i += 1) {
      const nth = i % plan.purchasesPerYear;
      const part = (n: number) => Math.floor((plan.annualCents * n) / plan.purchasesPerYear);
      const cents = part(nth + 1) - part(nth);
      const price = nearest(day(i * step)).priceCents;
      const bought = largestBuyE4(cents, price);
      ounces += bought;
      value += cents - (bought === 0 ? 0 : buyCost(bought, price).totalCents);
    }
    return [value + Math.floor((ounces * nearest(day(plan.years * 12)).priceCents) / 10_000)];
  });
}

describe('by property', () => {
  const history = fc
    .array(fc.integer({ min: 500, max: 1_000_000 }), { minLength: 13, maxLength: 80 })
    .map((prices) => monthly(prices.length, (month) => prices[month] ?? 1));
  const plan = fc.record({
    annualCents: fc.integer({ min: 10_000, max: 12_000_000 }),
    purchasesPerYear: fc.constantFrom(12 as const, 4 as const, 1 as const),
    years: fc.integer({ min: 1, max: 6 }),
  });

  test('every start counts as in the plain writing', () => {
    fc.assert(
      fc.property(history, plan, (points, saving) => {
        const values = plainValues(points, saving).toSorted((a, b) => a - b);
        const result = backtest(points, saving);
        const invested = saving.annualCents * saving.years;
        expect(figuresOf(result)).toEqual({
          starts: values.length,
          gained: values.filter((value) => value > invested).length,
          values: [values[0], values[Math.floor((values.length - 1) / 2)], values.at(-1)],
        });
      }),
      { numRuns: runs(200) },
    );
  });

  test('all of the money is accounted for, and each start is a stored point', () => {
    fc.assert(
      fc.property(history, plan, (points, saving) => {
        const result = backtest(points, saving);
        fc.pre(result.ok);
        for (const run of [ran(result).worst, ran(result).median, ran(result).best]) {
          expect(run.investedCents).toBe(saving.annualCents * saving.years);
          expect(run.gainCents).toBe(run.valueCents - run.investedCents);
          expect(run.feesCents).toBeLessThanOrEqual(Math.ceil(run.investedCents * 0.005) + 72);
          expect(points.some((point) => point.at === run.startAt)).toBe(true);
          expect(run.endAt).toBeLessThanOrEqual(points.at(-1)?.at ?? 0);
        }
      }),
    );
  });

  test('800 points and 30 years of months cost what their 440 starts cost', () => {
    const run = (months: number) => () =>
      ran(
        backtest(
          monthly(months, (month) => 2_000 + month * 500),
          { annualCents: 500_000, purchasesPerYear: 12, years: 30 },
        ),
      );
    expect(run(800)().starts).toBe(440);
    expect(run(404)().starts).toBe(44);
    expect(timesLonger(run(404), run(800))).toBeLessThan(50);
  });
});
