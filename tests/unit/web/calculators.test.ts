// What the calculators make of typed numbers, and of a history that is shorter than the years asked for.

import { describe, expect, test } from 'vitest';
import { runPast } from '../../../web/features/site/calculators/backtest.tsx';
import { readAmount } from '../../../web/features/site/calculators/price-calculator.tsx';
import { readSliderNumber } from '../../../web/ui/slider-field.tsx';

describe('the number of a slider', () => {
  const bounds = { min: 1, max: 50_000, decimals: 1 };
  test.each([
    ['pt-BR', '5.000', 5_000],
    ['en', '5,000', 5_000],
    ['pt-BR', '8,5', 8.5],
    ['en', '8.5', 8.5],
    ['pt-BR', '8,5 %', 8.5],
    ['pt-BR', 'US$ 1.000', 1_000],
    ['pt-BR', '5 anos', 5],
    ['en', '5 years', 5],
    ['en', '1', 1],
    ['en', '50000', 50_000],
  ] as const)('%s: %s', (locale, text, value) => {
    expect(readSliderNumber(locale, text, bounds)).toEqual({ ok: true, value });
  });

  test.each([
    ['', 'empty', null],
    [' ', 'empty', null],
    ['abc', 'format', null],
    ['1..2', 'format', null],
    ['-5', 'format', null],
    ['R$ 100', 'format', null],
    ['8,55', 'decimals', null],
    ['0', 'range', 1],
    ['50.001', 'range', 50_000],
    ['99999999999999999', 'range', 50_000],
  ] as const)('refused: %s', (text, reason, near) => {
    expect(readSliderNumber('pt-BR', text, bounds)).toEqual({ ok: false, reason, near });
  });
});

describe('the amount of the price calculator', () => {
  test.each([
    ['pt-BR', '1.000', 2, 100_000],
    ['en', '1,000.50', 2, 100_050],
    ['pt-BR', '0,5', 4, 5_000],
    // Decimals beyond the field's are cut off.
    ['en', '1.239', 2, 123],
    ['pt-BR', '0,123456', 4, 1_234],
    // What is not a number counts as 0, and so does a negative one.
    ['pt-BR', '', 2, 0],
    ['en', 'abc', 2, 0],
    ['en', '-5', 2, 0],
    ['pt-BR', 'R$ 100', 2, 0],
    // Too large to count is the most the calculator works with.
    ['en', '999999999999999999', 2, 777],
  ] as const)('%s: %s', (locale, text, decimals, units) => {
    expect(readAmount(locale, text, decimals, 777)).toBe(units);
  });

  test('may be typed with the unit of its field, and no other', () => {
    expect(readAmount('pt-BR', '1,5 oz', 4, 777, 'oz')).toBe(15_000);
    expect(readAmount('pt-BR', 'US$ 1,5', 4, 777, 'oz')).toBe(0);
  });
});

describe('past prices', () => {
  const history = (months: number) =>
    Array.from({ length: months }, (_, i) => ({ at: Date.UTC(2020, i, 1), priceCents: 10_000 }));
  const plan = { annualCents: 120_000, purchasesPerYear: 12, years: 5 } as const;

  test('long enough: the years asked for', () => {
    const run = runPast(history(70), plan);
    expect([run.years, run.shortened, run.result?.starts]).toEqual([5, false, 10]);
  });

  test('shorter: the longest whole period that fits, and that it is one', () => {
    const run = runPast(history(50), plan);
    expect([run.years, run.shortened, run.result?.starts]).toEqual([4, true, 2]);
    expect(run.span).toEqual({ from: Date.UTC(2020, 0, 1), to: Date.UTC(2024, 1, 1) });
  });

  test.each([
    [history(12), 'short'],
    [[], 'empty'],
    [history(100).filter((_, i) => i % 6 === 0), 'sparse'],
    // Shortened, and even so too far between.
    [history(50).filter((_, i) => i % 6 === 0), 'sparse'],
  ])('no result (%#)', (points, reason) => {
    expect(runPast(points, plan)).toMatchObject({ result: null, reason });
  });
});
