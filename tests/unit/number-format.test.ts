// Our own figures against the platform's: what Intl.NumberFormat writes is the reference, in both languages.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedFigure, type LanguageTag, numberFormat } from '../../worker/domain/number-format.ts';
import { decimalText } from '../../worker/domain/number-format.ts';

const TAGS: readonly LanguageTag[] = ['pt-BR', 'en-US'];

function reference(tag: LanguageTag, value: number | `${number}`, minimum: number, maximum: number): string {
  const format = new Intl.NumberFormat(tag, {
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
  });
  // The one difference: we never write a negative zero.
  return format.format(value).replace(/^-(?=[0.,]+$)/u, '');
}

describe.each(TAGS)('in %s', (tag) => {
  test.each([
    [0, 0, 0],
    [-0, 0, 2],
    [5, 2, 2],
    [999.995, 2, 2],
    [1.005, 2, 2],
    [-0.001, 2, 2],
    [999_999.5, 0, 0],
    [1_234, 0, 0],
    [0.5, 0, 3],
    [1.005_025_1, 0, 3],
    [31.103_476_8, 0, 7],
    [1e-7, 2, 2],
    [1.5e-9, 0, 3],
    [1e21, 0, 0],
    [2 ** 53, 2, 2],
  ] as const)('%d with %d to %d decimals', (value, minimum, maximum) => {
    expect(numberFormat(tag, minimum, maximum).format(value)).toBe(reference(tag, value, minimum, maximum));
  });

  test('every integer of money and metal is written as Intl writes its decimal text', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(1, 2, 4), (units, scale) => {
        const text = decimalText(units, scale) as `${number}`;
        expect(fixedFigure(tag, units, scale)).toBe(reference(tag, text, scale, scale));
      }),
    );
  });

  test('every number is rounded as Intl rounds it, text and float alike', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
        (value, a, b) => {
          const [minimum, maximum] = [Math.min(a, b), Math.max(a, b)];
          const format = numberFormat(tag, minimum, maximum);
          expect(format.format(value)).toBe(reference(tag, value, minimum, maximum));
        },
      ),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 4 }), (units, digits) => {
        const text = decimalText(units, 6) as `${number}`;
        expect(numberFormat(tag, digits, digits).format(text)).toBe(reference(tag, text, digits, digits));
      }),
    );
  });
});
