// The fee rules by example and by property.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  breakEvenPriceCents,
  buyCost,
  costOf,
  creditOfArrived,
  DEPOSIT_METHODS,
  depositFeeCents,
  depositRefusal,
  effectiveFeePercent,
  largestBuyE4,
  largestSaleE4,
  sellCost,
  tradeFeeCents,
} from '../../../worker/domain/fees.ts';
import { AMOUNT_MAX_CENTS, ORDER_MAX_OUNCES_E4, PRICE_MAX_CENTS } from '../../../worker/domain/limits.ts';
import { COSTS, DEPOSIT_FEES, TRADE_FEES } from '../../fixtures/money-examples.ts';
import { runs } from '../../support/deep.ts';

const price = fc.integer({ min: 1, max: PRICE_MAX_CENTS });
const ounces = fc.integer({ min: 1, max: ORDER_MAX_OUNCES_E4 });
const cents = fc.integer({ min: 0, max: AMOUNT_MAX_CENTS });

describe('by example', () => {
  test.each(TRADE_FEES)('the fee on %i cents is %i', (subtotalCents, feeCents) => {
    expect(tradeFeeCents(subtotalCents)).toBe(feeCents);
  });

  test.each(COSTS)('a $side of $ouncesE4 E4 at $priceCents', ({ side, ouncesE4, priceCents, ...cost }) => {
    expect(costOf(side, ouncesE4, priceCents)).toEqual(cost);
  });

  test.each(DEPOSIT_FEES)(
    'depositing $amountCents by $method costs $feeCents',
    ({ amountCents, method, feeCents }) => {
      expect(depositFeeCents(amountCents, method)).toBe(feeCents);
    },
  );

  test.each([
    [9_999, 'DepositBelowMinimum'],
    [10_000, null],
    [10_000_000, null],
    [10_000_001, 'DepositAboveMaximum'],
    [-10_000, 'DepositBelowMinimum'],
  ] as const)('a deposit of %i cents: %s', (amountCents, refusal) => {
    expect(depositRefusal(amountCents)).toBe(refusal);
  });

  test.each([
    [18_513, 'wire', 18_513, 0],
    [1, 'bank_transfer', 1, 0],
    [10_250, 'debit_card', 10_000, 250],
    [10_249, 'debit_card', 9_999, 250],
    [1, 'debit_card', 0, 1],
  ] as const)(
    'of %i that arrived by %s %i are credited, and %i is the fee',
    (paid, method, amountCents, feeCents) => {
      expect(creditOfArrived(paid, method)).toEqual({ amountCents, feeCents });
    },
  );

  test('the ticket shows what the fee really is in percent', () => {
    expect(effectiveFeePercent(buyCost(10_000, 5_000))).toBe(0.5);
    expect(effectiveFeePercent({ subtotalCents: 100, feeCents: 1 })).toBe(1);
    expect(effectiveFeePercent({ subtotalCents: 0, feeCents: 0 })).toBeNull();
  });

  test('one ounce bought at 50.00 breaks even at 50.51', () => {
    // 50.25 paid; 50.51 less 0.26 is 50.25, and 50.50 less 0.26 is 50.24.
    expect(breakEvenPriceCents(10_000, buyCost(10_000, 5_000).totalCents)).toBe(5_051);
  });
});

describe('by property', () => {
  test('the largest buy fits, and one more grain would not', () => {
    fc.assert(
      fc.property(cents, price, (totalCents, priceCents) => {
        const most = largestBuyE4(totalCents, priceCents);
        expect(most === 0 || buyCost(most, priceCents).totalCents <= totalCents).toBe(true);
        const next = buyCost(Math.min(most, ORDER_MAX_OUNCES_E4) + 1, priceCents).totalCents;
        expect(most === ORDER_MAX_OUNCES_E4 || next > totalCents).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('the largest sale brings at most what was asked for, and one more grain would bring more', () => {
    fc.assert(
      fc.property(cents, price, (totalCents, priceCents) => {
        const most = largestSaleE4(totalCents, priceCents);
        expect(sellCost(most, priceCents).totalCents).toBeLessThanOrEqual(totalCents);
        const next = sellCost(Math.min(most, ORDER_MAX_OUNCES_E4) + 1, priceCents).totalCents;
        expect(most === ORDER_MAX_OUNCES_E4 || next > totalCents).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('more metal never costs less, and never brings less', () => {
    fc.assert(
      fc.property(ounces, fc.integer({ min: 0, max: 1_000 }), price, (ouncesE4, more, priceCents) => {
        expect(buyCost(ouncesE4 + more, priceCents).totalCents).toBeGreaterThanOrEqual(
          buyCost(ouncesE4, priceCents).totalCents,
        );
        expect(sellCost(ouncesE4 + more, priceCents).totalCents).toBeGreaterThanOrEqual(
          sellCost(ouncesE4, priceCents).totalCents,
        );
      }),
    );
  });

  test('buying and selling again at the same price never pays', () => {
    fc.assert(
      fc.property(ounces, price, (ouncesE4, priceCents) => {
        expect(sellCost(ouncesE4, priceCents).totalCents).toBeLessThan(
          buyCost(ouncesE4, priceCents).totalCents,
        );
      }),
    );
  });

  test('a sale in two parts never pays more than the whole and a cent', () => {
    fc.assert(
      fc.property(ounces, ounces, price, (one, other, priceCents) => {
        const apart = sellCost(one, priceCents).totalCents + sellCost(other, priceCents).totalCents;
        expect(apart).toBeLessThanOrEqual(sellCost(one + other, priceCents).totalCents + 1);
      }),
    );
  });

  test('proceeds are never below zero, and the fee is the whole difference', () => {
    fc.assert(
      fc.property(ounces, price, (ouncesE4, priceCents) => {
        const sale = sellCost(ouncesE4, priceCents);
        expect(sale.totalCents).toBeGreaterThanOrEqual(0);
        expect(sale.totalCents + sale.feeCents).toBe(sale.subtotalCents);
        const buy = buyCost(ouncesE4, priceCents);
        expect(buy.totalCents - buy.feeCents).toBe(buy.subtotalCents);
        expect(buy.feeCents).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  test('what arrived is credited whole, and its fee is that of a deposit, to the cent that no deposit comes to', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom(...DEPOSIT_METHODS), (paid, method) => {
        const { amountCents, feeCents } = creditOfArrived(paid, method);
        expect(amountCents + feeCents).toBe(paid);
        expect(feeCents - depositFeeCents(amountCents, method)).toBeOneOf([0, 1]);
      }),
    );
  });

  test('at the break-even price the money is back, one cent below it is not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (ouncesE4, priceCents) => {
          const paid = buyCost(ouncesE4, priceCents).totalCents;
          const even = breakEvenPriceCents(ouncesE4, paid);
          expect(sellCost(ouncesE4, even).totalCents).toBeGreaterThanOrEqual(paid);
          expect(sellCost(ouncesE4, even - 1).totalCents).toBeLessThan(paid);
        },
      ),
    );
  });
});
