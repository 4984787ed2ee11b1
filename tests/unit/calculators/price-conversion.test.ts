// The price calculator by example and by property. The examples' results were worked out with exact fractions.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  convert,
  CONVERSION_INITIAL,
  CONVERSION_MAX,
} from '../../../worker/domain/calculators/price-conversion.ts';
import { tradeFeeCents } from '../../../worker/domain/fees.ts';
import { PRICE_MAX_CENTS } from '../../../worker/domain/limits.ts';

const price = fc.integer({ min: 1, max: PRICE_MAX_CENTS });

describe('by example', () => {
  test.each([
    // amount in cents, price in cents -> ten-thousandths of an ounce, fee in cents
    [100_000, 235_000, 4_255, 500],
    [100_000, 2_945, 339_559, 500],
    [100_000, 438_938, 2_278, 500],
    [1, 438_938, 0, 1],
    [0, 438_938, 0, 0],
  ])('%i cents at %i', (amount, priceCents, ouncesE4, feeCents) => {
    expect(convert('usd-to-ounces', amount, priceCents)).toEqual({
      ouncesE4,
      metalCents: amount,
      feeCents,
      totalCents: amount + feeCents,
    });
  });

  test.each([
    // ten-thousandths of an ounce, price in cents -> metal and fee in cents
    [10_000_000, 2_945, 2_945_000, 14_725],
    [12_500, 5_000, 6_250, 32],
    [4_255, 235_000, 99_993, 500],
    [1, 438_938, 44, 1],
    [0, 438_938, 0, 0],
  ])('%i E4 at %i', (ouncesE4, priceCents, metalCents, feeCents) => {
    expect(convert('ounces-to-usd', ouncesE4, priceCents)).toEqual({
      ouncesE4,
      metalCents,
      feeCents,
      totalCents: metalCents + feeCents,
    });
  });

  test.each([Number.NaN, -1, -0.5, -0, Number.NEGATIVE_INFINITY])('%d counts as nothing', (amount) => {
    for (const conversion of ['usd-to-ounces', 'ounces-to-usd'] as const) {
      expect(convert(conversion, amount, 5_000)).toEqual({
        ouncesE4: 0,
        metalCents: 0,
        feeCents: 0,
        totalCents: 0,
      });
    }
  });

  test('it starts with a thousand', () => {
    expect(CONVERSION_INITIAL).toBe(1_000);
  });
});

describe('by property', () => {
  test('there and back is the same within half a step, and the fee is that of an order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), price, (amount, priceCents) => {
        const there = convert('usd-to-ounces', amount, priceCents);
        fc.pre(there.ouncesE4 <= CONVERSION_MAX['ounces-to-usd']);
        const back = convert('ounces-to-usd', there.ouncesE4, priceCents);
        expect(Math.abs(back.metalCents - amount)).toBeLessThanOrEqual(priceCents / 20_000 + 1);
        expect(there.feeCents).toBe(amount === 0 ? 0 : tradeFeeCents(amount));
      }),
    );
  });

  test('no price and no amount throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('usd-to-ounces', 'ounces-to-usd'),
        fc.double(),
        price,
        (conversion, amount, at) => {
          const result = convert(conversion, amount, at);
          expect(Object.values(result).every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(
            true,
          );
        },
      ),
    );
  });
});
