import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterPrice,
  ALERT_DIRECTIONS,
  ALERT_TARGET_MAX_CENTS,
  isMet,
  quietPrices,
  rearmCents,
  type AlertDirection,
  type AlertState,
} from '../../../worker/domain/alerts.ts';

const MET: readonly [AlertDirection, number, number, boolean][] = [
  ['above', 440_000, 439_999, false],
  ['above', 440_000, 440_000, true],
  ['above', 440_000, 440_001, true],
  ['below', 440_000, 440_001, false],
  ['below', 440_000, 440_000, true],
  ['below', 440_000, 439_999, true],
];
test.each(MET)('%s %i at %i: met is %s', (direction, targetCents, price, met) => {
  expect(isMet({ direction, targetCents }, price)).toBe(met);
});

const REARM: readonly [AlertDirection, number, number][] = [
  ['above', 440_000, 438_900],
  ['below', 440_000, 441_100],
  // Silver, where 0.25 % is not a whole number of cents: rounded away from the target.
  ['above', 5_801, 5_786],
  ['below', 5_801, 5_816],
  ['above', 1, 0],
  ['below', 1, 2],
  ['below', ALERT_TARGET_MAX_CENTS, 100_250_000],
];
test.each(REARM)('an alert %s %i is armed again at %i', (direction, targetCents, rearm) => {
  expect(rearmCents({ direction, targetCents })).toBe(rearm);
});

const WALKS: readonly [string, AlertDirection, readonly number[], readonly number[]][] = [
  ['one crossing', 'above', [439_000, 440_000, 441_000], [440_000]],
  [
    'a dance around the target is one crossing',
    'above',
    [440_000, 439_900, 440_100, 439_500, 440_500],
    [440_000],
  ],
  ['0.25 % back arms it again', 'above', [440_000, 438_900, 440_000], [440_000, 440_000]],
  ['a cent less than 0.25 % does not', 'above', [440_000, 438_901, 440_000], [440_000]],
  [
    'downwards it is the mirror image',
    'below',
    [440_000, 441_099, 440_000, 441_100, 439_000],
    [440_000, 439_000],
  ],
  ['a gap over the target is a crossing', 'below', [450_000, 430_000], [430_000]],
  ['the same price again is nothing', 'above', [440_000, 440_000, 440_000], [440_000]],
];
test.each(WALKS)('%s', (_, direction, prices, expected) => {
  let state: AlertState = 'armed';
  const fired = prices.filter((price) => {
    const after = afterPrice({ direction, targetCents: 440_000 }, state, price);
    state = after.state;
    return after.fires;
  });
  expect(fired).toEqual(expected);
});

test('no price both fires and re-arms, and between two firings the price was 0.25 % back', () => {
  const price = fc.integer({ min: 1, max: 2_000 });
  const given = fc.record({
    direction: fc.constantFrom(...ALERT_DIRECTIONS),
    targetCents: fc.integer({ min: 1, max: 2_000 }),
    prices: fc.array(price, { maxLength: 60 }),
  });
  fc.assert(
    fc.property(given, ({ direction, targetCents, prices }) => {
      const terms = { direction, targetCents };
      let state: AlertState = 'armed';
      let back = true;
      for (const now of prices) {
        expect(isMet(terms, now) && afterPrice(terms, 'fired', now).state === 'armed').toBe(false);
        const after = afterPrice(terms, state, now);
        const away = Math.abs(now - targetCents) * 10_000 >= targetCents * 25;
        const mayFire = isMet(terms, now) && back;
        expect(after.fires && !mayFire).toBe(false);
        if (after.fires) back = false;
        if (!isMet(terms, now) && away) back = true;
        state = after.state;
      }
    }),
  );
});

test('between its quiet prices an alert stays as it is, and at either of them it changes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ALERT_DIRECTIONS),
      fc.constantFrom('armed' as const, 'fired' as const),
      fc.integer({ min: 1_000, max: ALERT_TARGET_MAX_CENTS }),
      fc.nat(2_000),
      (direction, state, targetCents, away) => {
        const terms = { direction, targetCents };
        const { below, above } = quietPrices(terms, state);
        const changes = (price: number) => afterPrice(terms, state, price).state !== state;
        if (above === Number.MAX_SAFE_INTEGER) {
          expect([changes(below + 1 + away), changes(below), changes(below - away)]).toEqual([
            false,
            true,
            true,
          ]);
        } else {
          expect(below).toBe(0);
          expect([changes(above - 1 - away), changes(above), changes(above + away)]).toEqual([
            false,
            true,
            true,
          ]);
        }
      },
    ),
  );
});
