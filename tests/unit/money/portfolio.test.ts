// What a customer owns, valued: unknown stays unknown.

import { describe, expect, test } from 'vitest';
import {
  averageCostCents,
  bonusStatus,
  NO_MARKS,
  valuePortfolio,
  type Marks,
} from '../../../worker/domain/portfolio.ts';

const AT = '2026-11-20T15:00:00.000Z';
const marks: Marks = {
  asOf: AT,
  gold: { priceCents: 400_000, change24hPercent: 0.8 },
  silver: { priceCents: 6_000, change24hPercent: null },
};
const silver = {
  metal: 'silver',
  ouncesE4: 12_500,
  heldOuncesE4: 0,
  costBasisCents: 6_282,
  realisedGainCents: 40,
  boughtCents: 9_000,
} as const;
const soldGold = {
  ...silver,
  metal: 'gold',
  ouncesE4: 0,
  costBasisCents: 0,
  realisedGainCents: -15,
  boughtCents: 500,
} as const;
const facts = { cashCents: 1_000, pendingCashCents: 500, bonusClaimed: false, holdings: [silver, soldGold] };

describe('a portfolio', () => {
  test('is cash and holdings at current prices; pending money stays beside it', () => {
    const view = valuePortfolio(facts, marks);
    expect(view.holdings).toEqual([
      {
        metal: 'silver',
        ouncesE4: 12_500,
        heldOuncesE4: 0,
        averageCostCents: 5_026,
        priceCents: 6_000,
        valueCents: 7_500,
        costBasisCents: 6_282,
        gainCents: 1_218,
        gainPercent: 19.39,
        change24hPercent: null,
      },
    ]);
    expect(view.totals).toEqual({
      valueCents: 8_500,
      investedCents: 6_282,
      gainCents: 1_218,
      gainPercent: 19.39,
      realisedGainCents: 25,
    });
    expect(view.pendingCashCents).toBe(500);
  });

  test('with a price missing says unknown, never zero', () => {
    const view = valuePortfolio(facts, { ...marks, silver: null });
    expect(view.holdings[0]).toMatchObject({
      priceCents: null,
      valueCents: null,
      gainCents: null,
      gainPercent: null,
    });
    expect(view.totals).toMatchObject({
      valueCents: null,
      investedCents: 6_282,
      gainCents: null,
      gainPercent: null,
    });
    expect(view.cashCents).toBe(1_000);
  });

  test('a missing price of a metal nobody holds hides nothing', () => {
    expect(valuePortfolio(facts, { ...marks, gold: null }).totals.valueCents).toBe(8_500);
  });

  test('without holdings is its cash, and a percentage over zero is none', () => {
    const view = valuePortfolio({ ...facts, holdings: [] }, NO_MARKS);
    expect(view.totals).toEqual({
      valueCents: 1_000,
      investedCents: 0,
      gainCents: 0,
      gainPercent: null,
      realisedGainCents: 0,
    });
  });

  test('free metal has a gain and no percentage', () => {
    const gift = { ...silver, costBasisCents: 0, heldOuncesE4: 12_500 };
    const view = valuePortfolio({ ...facts, bonusClaimed: true, holdings: [gift] }, marks);
    expect(view.holdings[0]).toMatchObject({ gainCents: 7_500, gainPercent: null, averageCostCents: 0 });
  });
});

test.each([
  [false, 500_000, 0, 'available'],
  [true, 99_999, 20_000, 'held'],
  [true, 100_000, 0, 'free'],
  // Taken back, or sold before a purchase was reversed: nothing is held.
  [true, 99_999, 0, 'free'],
] as const)('bonus claimed %s with purchases of %i and %i held: %s', (claimed, purchases, held, status) => {
  expect(bonusStatus(claimed, purchases, held)).toBe(status);
});

test.each([
  [0, 0, 0],
  [5_025, 10_000, 5_025],
  [1, 20_000, 1],
  [1, 20_001, 0],
])('a basis of %i over %i E4 is %i per ounce, rounded half up', (basis, ouncesE4, average) => {
  expect(averageCostCents(basis, ouncesE4)).toBe(average);
});
