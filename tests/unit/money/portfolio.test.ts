// What a customer owns, valued: unknown stays unknown.

import { describe, expect, test } from 'vitest';
import { goldSilverRatio, stockValueDollars } from '../../../worker/domain/market.ts';
import {
  averageCostCents,
  bonusStatus,
  gainSummary,
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
  test('a bonus of which something is held is held', () => {
    const statusOf = (heldOuncesE4: number) =>
      valuePortfolio(
        { ...facts, bonusClaimed: true, holdings: [{ ...silver, heldOuncesE4 }, soldGold] },
        marks,
      ).bonus.status;
    expect([statusOf(1), statusOf(0)]).toEqual(['held', 'free']);
  });

  test('a stock of metal and the ratio of two prices', () => {
    expect(goldSilverRatio(438_900, 5_800)).toBe(76);
    expect([
      goldSilverRatio(null, 5_800),
      goldSilverRatio(438_900, null),
      goldSilverRatio(438_900, 0),
    ]).toEqual([null, null, null]);
    expect(goldSilverRatio(438_900, 1)).toBe(438_900);
    // 32,150.7466 ounces at 4,000 dollars.
    expect(Math.round(stockValueDollars(1, 400_000))).toBe(128_602_986);
    expect(Math.round(stockValueDollars(2, 400_000))).toBe(257_205_973);
  });

  test('the clock of the bonus is in it: since when, and when it is free', () => {
    const netOf = (bonusSince: number | null) =>
      valuePortfolio({ ...facts, bonusClock: { netPurchasesCents: 7, bonusSince } }, marks).bonus.net;
    expect(netOf(null)).toEqual({ cents: 7, since: null, freesAt: null });
    expect(netOf(0)).toEqual({
      cents: 7,
      since: '1970-01-01T00:00:00.000Z',
      freesAt: '1970-01-31T00:00:00.000Z',
    });
  });

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

  test('held metal has a value and no gain; once it is free it has a gain and no percentage', () => {
    const gift = { ...silver, costBasisCents: 0, heldOuncesE4: 12_500 };
    const view = valuePortfolio({ ...facts, bonusClaimed: true, holdings: [gift] }, marks);
    expect(view.holdings[0]).toMatchObject({
      valueCents: 7_500,
      gainCents: 0,
      gainPercent: null,
      averageCostCents: 0,
    });
    const freed = valuePortfolio({ ...facts, holdings: [{ ...gift, heldOuncesE4: 0 }] }, marks);
    expect(freed.holdings[0]).toMatchObject({ gainCents: 7_500, gainPercent: null, averageCostCents: 0 });
  });

  test('beside a held bonus, gain and average cost are of what was bought', () => {
    const both = { ...silver, ouncesE4: 32_500, heldOuncesE4: 20_000 };
    const view = valuePortfolio({ ...facts, bonusClaimed: true, holdings: [both] }, marks);
    expect(view.holdings[0]).toMatchObject({ averageCostCents: 5_026, gainCents: 1_218, gainPercent: 19.39 });
    expect(view.totals).toMatchObject({ gainCents: 1_218, gainPercent: 19.39, valueCents: 1_000 + 19_500 });
  });
});

describe('the gain', () => {
  const bought = { ...silver, realisedGainCents: 0, boughtCents: 6_282 };
  const bonus = {
    ...silver,
    ouncesE4: 20_000,
    heldOuncesE4: 20_000,
    costBasisCents: 0,
    realisedGainCents: 0,
    boughtCents: 0,
  };
  // Two sales at a loss, 2.45 and 2.43, of what had cost 499.74; the bonus is still held.
  const gone = { ...soldGold, realisedGainCents: -488, boughtCents: 49_974 };
  test.each([
    [
      'nothing bought',
      [],
      { totalCents: 0, openCents: 0, realisedCents: 0, paidCents: 0, percent: null, heldCents: 0 },
    ],
    [
      'metal that is still there',
      [bought],
      {
        totalCents: 1_218,
        openCents: 1_218,
        realisedCents: 0,
        paidCents: 6_282,
        percent: 19.39,
        heldCents: 0,
      },
    ],
    [
      'open and realised',
      [{ ...bought, realisedGainCents: -618 }],
      {
        totalCents: 600,
        openCents: 1_218,
        realisedCents: -618,
        paidCents: 6_282,
        percent: 9.55,
        heldCents: 0,
      },
    ],
    [
      'everything sold at a loss beside the held bonus',
      [bonus, gone],
      {
        totalCents: -488,
        openCents: 0,
        realisedCents: -488,
        paidCents: 49_974,
        percent: -0.98,
        heldCents: 12_000,
      },
    ],
  ])('of %s', (_, holdings, expected) => {
    expect(gainSummary(valuePortfolio({ ...facts, bonusClaimed: true, holdings }, marks))).toEqual(expected);
  });

  test('is unknown without a price; what was realised stays known', () => {
    const view = valuePortfolio({ ...facts, holdings: [bought, gone] }, NO_MARKS);
    expect(gainSummary(view)).toMatchObject({
      totalCents: null,
      openCents: null,
      realisedCents: -488,
      percent: null,
    });
  });
});

test.each([
  [false, 0, 'available'],
  [true, 20_000, 'held'],
  // Freed, taken back, or sold before a purchase was reversed: nothing is held.
  [true, 0, 'free'],
] as const)('bonus claimed %s with %i held: %s', (claimed, held, status) => {
  expect(bonusStatus(claimed, held)).toBe(status);
});

test.each([
  [0, 0, 0],
  [5_025, 10_000, 5_025],
  [1, 20_000, 1],
  [1, 20_001, 0],
])('a basis of %i over %i E4 is %i per ounce, rounded half up', (basis, ouncesE4, average) => {
  expect(averageCostCents(basis, ouncesE4)).toBe(average);
});
