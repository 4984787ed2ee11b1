// From a wish to an order, and what a trade does to a holding.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costOf } from '../../../worker/domain/fees.ts';
import {
  AMOUNT_MAX_CENTS,
  HOLDING_MAX_OUNCES_E4,
  ORDER_MAX_OUNCES_E4,
} from '../../../worker/domain/limits.ts';
import { isAskable, placeOrder, quoteExpiry } from '../../../worker/domain/quotes.ts';
import { afterBuy, afterSale, basisRemovedCents, NO_HOLDING } from '../../../worker/domain/trades.ts';
import { NOT_AMOUNTS, QUOTES } from '../../fixtures/money-examples.ts';

const cash = fc.integer({ min: 0, max: 10_000_000_000 });
const price = fc.integer({ min: 100, max: 10_000_000 });
const held = fc.integer({ min: 0, max: 100_000_000 });

describe('an order', () => {
  test.each(QUOTES)('$side: $says', ({ side, size, priceCents, cashCents, ouncesE4, answer }) => {
    const order = placeOrder(side, size, priceCents, { cashCents, ouncesE4, heldOuncesE4: 0 });
    expect(order.ok ? order.value : order.error).toEqual(answer);
  });

  test.each(NOT_AMOUNTS)('%d is no amount', (amount) => {
    const means = { cashCents: 1_000_000, ouncesE4: 1_000_000, heldOuncesE4: 0 };
    for (const side of ['buy', 'sell'] as const) {
      expect(placeOrder(side, { by: 'weight', ouncesE4: amount }, 5_000, means)).toMatchObject({
        error: 'InvalidAmount',
      });
      expect(placeOrder(side, { by: 'money', totalCents: amount }, 5_000, means)).toMatchObject({
        error: 'InvalidAmount',
      });
    }
  });

  test('the held part is not for sale', () => {
    const means = { cashCents: 0, ouncesE4: 30_000, heldOuncesE4: 20_000 };
    expect(placeOrder('sell', { by: 'max' }, 5_000, means)).toMatchObject({ value: { ouncesE4: 10_000 } });
    expect(placeOrder('sell', { by: 'weight', ouncesE4: 10_001 }, 5_000, means)).toMatchObject({
      error: 'InsufficientHoldings',
    });
    const allHeld = { ...means, ouncesE4: 20_000 };
    expect(placeOrder('sell', { by: 'max' }, 5_000, allHeld)).toMatchObject({
      error: 'InsufficientHoldings',
    });
  });

  test('nobody buys beyond the largest holding', () => {
    const means = { cashCents: 100_000_000, ouncesE4: HOLDING_MAX_OUNCES_E4 - 10_000, heldOuncesE4: 0 };
    expect(placeOrder('buy', { by: 'max' }, 5_000, means)).toMatchObject({ value: { ouncesE4: 10_000 } });
    expect(placeOrder('buy', { by: 'weight', ouncesE4: 10_000 }, 5_000, means)).toMatchObject({ ok: true });
    expect(placeOrder('buy', { by: 'weight', ouncesE4: 10_001 }, 5_000, means)).toMatchObject({
      error: 'InvalidAmount',
    });
  });

  test('the bounds themselves are allowed', () => {
    const rich = { cashCents: 200_000_000_000, ouncesE4: ORDER_MAX_OUNCES_E4, heldOuncesE4: 0 };
    const by = (side: 'buy' | 'sell', ouncesE4: number, priceCents: number) =>
      placeOrder(side, { by: 'weight', ouncesE4 }, priceCents, rich);
    for (const side of ['buy', 'sell'] as const) {
      // 100,000 ounces at 10,000 dollars are the largest amount, an ounce at a dollar is the least.
      expect(by(side, ORDER_MAX_OUNCES_E4, 1_000_000)).toMatchObject({ ok: true });
      expect(by(side, ORDER_MAX_OUNCES_E4, 1_000_001)).toMatchObject({ error: 'InvalidAmount' });
      expect(by(side, ORDER_MAX_OUNCES_E4 + 1, 100)).toMatchObject({ error: 'InvalidAmount' });
      expect(by(side, 10_000, 100)).toMatchObject({ ok: true });
      expect(by(side, 9_900, 100)).toMatchObject({ error: 'TradeBelowMinimum' });
    }
    expect(isAskable({ by: 'money', totalCents: AMOUNT_MAX_CENTS })).toBe(true);
    expect(isAskable({ by: 'money', totalCents: AMOUNT_MAX_CENTS + 1 })).toBe(false);
    // So little that it is not even the smallest part of an ounce.
    expect(placeOrder('sell', { by: 'money', totalCents: 1 }, 1_000_000, rich)).toMatchObject({
      error: 'TradeBelowMinimum',
    });
  });

  test('what is quoted can always be paid, and costs what the ticket previews', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy', 'sell'),
        cash,
        price,
        held,
        (side, cashCents, priceCents, ouncesE4) => {
          for (const size of [{ by: 'max' }, { by: 'money', totalCents: cashCents }] as const) {
            const order = placeOrder(side, size, priceCents, { cashCents, ouncesE4, heldOuncesE4: 0 });
            if (!order.ok) continue;
            expect(order.value).toMatchObject(costOf(side, order.value.ouncesE4, priceCents));
            const [needed, owned] =
              side === 'buy' ? [order.value.totalCents, cashCents] : [order.value.ouncesE4, ouncesE4];
            expect(needed).toBeLessThanOrEqual(owned);
          }
        },
      ),
    );
  });
});

test('a quote holds for twenty seconds', () => {
  expect(quoteExpiry(1_000)).toBe(21_000);
});

describe('the cost basis', () => {
  test('of a partial sale leaves in proportion, rounded down; selling all leaves zero', () => {
    const bought = afterBuy(NO_HOLDING, 10_000, 5_025);
    const part = afterSale(bought, 3_333, 1_700);
    expect(part).toMatchObject({ ouncesE4: 6_667, costBasisCents: 3_351, realisedGainCents: 26 });
    const none = afterSale(part, 6_667, 3_400);
    expect(none).toMatchObject({ ouncesE4: 0, costBasisCents: 0, realisedGainCents: 75 });
  });

  test('splits so that no product leaves 2^63, and stays exact', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 9_000_000_000_000n }),
        fc.integer({ min: 1, max: HOLDING_MAX_OUNCES_E4 }),
        fc.integer({ min: 1, max: HOLDING_MAX_OUNCES_E4 }),
        (basis, one, other) => {
          const [sold, owned] = one < other ? [one, other] : [other, one];
          // The SQL of worker/ledger/post-trade.ts, step by step.
          const [b, s, o] = [basis, BigInt(sold), BigInt(owned)];
          const remainder = (b % o) * s;
          expect(remainder < 2n ** 63n).toBe(true);
          expect(Number((b / o) * s + remainder / o)).toBe(basisRemovedCents(Number(basis), owned, sold));
        },
      ),
    );
  });

  test('nothing is lost between basis, sales and gains', () => {
    const step = fc.record({
      ouncesE4: fc.integer({ min: 1, max: 100_000 }),
      cents: fc.integer({ min: 0, max: 1_000_000 }),
      buy: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let holding = NO_HOLDING;
        let [paid, received] = [0, 0];
        for (const { ouncesE4, cents, buy } of steps) {
          if (buy) {
            holding = afterBuy(holding, ouncesE4, cents);
            paid += cents;
          } else if (ouncesE4 <= holding.ouncesE4) {
            holding = afterSale(holding, ouncesE4, cents);
            received += cents;
          }
        }
        expect(holding.costBasisCents).toBe(paid - received + holding.realisedGainCents);
        expect(holding.costBasisCents).toBeGreaterThanOrEqual(0);
        expect(holding.ouncesE4 > 0 || holding.costBasisCents === 0).toBe(true);
      }),
    );
  });
});
