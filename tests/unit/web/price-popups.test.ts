import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isReportable,
  POPUP_LIFETIME_MS,
  POPUP_THRESHOLD_BASIS_POINTS,
  type References,
  watchPrices,
} from '../../../web/features/prices/popup-rule.ts';
import type { MetalPrice } from '../../../worker/contract/prices.ts';
import type { Metal } from '../../../worker/domain/metals.ts';

const AT = '2026-11-21T12:00:00.000Z';

function price(metal: Metal, priceCents: number, stale = false): MetalPrice {
  return {
    metal,
    priceCents,
    change24hCents: null,
    change24hPercent: null,
    high24hCents: null,
    low24hCents: null,
    since: '24h',
    asOf: AT,
    stale,
  };
}

test('the figures are the specification’s: 0.5 percent, 5 seconds', () => {
  expect(POPUP_THRESHOLD_BASIS_POINTS).toBe(50);
  expect(POPUP_LIFETIME_MS).toBe(5_000);
});

describe('half a percent, up or down, is news', () => {
  test.each([
    [400_000, 402_000, true, 'exactly +0.5 %'],
    [400_000, 398_000, true, 'exactly −0.5 %'],
    [400_000, 401_999, false, 'a cent below +0.5 %'],
    [400_000, 398_001, false, 'a cent above −0.5 %'],
    [400_000, 400_000, false, 'no change'],
    [5_001, 5_026, false, '0.4999 %'],
    [5_001, 5_027, true, '0.5199 %'],
    [1, 2, true, 'the smallest price doubled'],
  ])('%i to %i: %s (%s)', (oldCents, newCents, news) => {
    expect(isReportable(oldCents, newCents)).toBe(news);
  });
});

describe('what is measured against', () => {
  const start = watchPrices({}, { prices: [price('gold', 400_000), price('silver', 5_000)] });

  test('the first prices are the reference and no popup', () => {
    expect(start).toEqual({ references: { gold: 400_000, silver: 5_000 }, moves: [] });
  });

  test('a small move leaves the reference where it was, so that many small ones add up', () => {
    let references: References = start.references;
    const popups = [400_500, 401_000, 401_500, 402_000, 402_500].flatMap((cents) => {
      const step = watchPrices(references, { prices: [price('gold', cents)] });
      references = step.references;
      return step.moves;
    });
    expect(popups).toEqual([
      {
        metal: 'gold',
        oldPriceCents: 400_000,
        newPriceCents: 402_000,
        changeCents: 2_000,
        changePercent: 0.5,
        at: AT,
      },
    ]);
    expect(references).toEqual({ gold: 402_000, silver: 5_000 });
  });

  test('each metal has its own', () => {
    const step = watchPrices(start.references, { prices: [price('gold', 400_100), price('silver', 4_900)] });
    expect(step.moves).toMatchObject([{ metal: 'silver', changeCents: -100, changePercent: -2 }]);
    expect(step.references).toEqual({ gold: 400_000, silver: 4_900 });
  });

  test('a stale price and the metals nobody can buy are no news', () => {
    const step = watchPrices(start.references, {
      prices: [price('gold', 500_000, true), price('platinum', 1), price('palladium', 2)],
    });
    expect(step).toEqual({ references: start.references, moves: [] });
  });
});

test('between two popups no price lies further than half a percent from the reference', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1 }), (walk) => {
      let references: References = {};
      for (const cents of walk) {
        const step = watchPrices(references, { prices: [price('gold', cents)] });
        const before = references.gold;
        expect(step.moves.length).toBe(before !== undefined && isReportable(before, cents) ? 1 : 0);
        references = step.references;
        expect(isReportable(references.gold ?? 0, cents)).toBe(false);
      }
    }),
  );
});
