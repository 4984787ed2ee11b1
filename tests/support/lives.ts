// Lives of an account for property tests: what a step makes of it by the rules of trades, and any row of steps.

import fc from 'fast-check';
import { costOf } from '../../worker/domain/fees.ts';
import { afterNetPurchase, freesAt } from '../../worker/domain/bonus.ts';
import { BONUS_OUNCES_E4 } from '../../worker/domain/limits.ts';
import { TRADED_METALS } from '../../worker/domain/metals.ts';
import { type Reversed, type ReversalState, withDueBonusFreed } from '../../worker/domain/reversals.ts';
import {
  afterBuy,
  afterSale,
  basisRemovedCents,
  freeOuncesE4,
  NO_HOLDING,
} from '../../worker/domain/trades.ts';
import type { LifeStep, Wait } from '../fixtures/reversal-examples.ts';

export const EMPTY_LIFE: ReversalState = {
  cashCents: 0,
  holdings: { gold: NO_HOLDING, silver: NO_HOLDING },
  bonusStands: false,
  bonusFreed: null,
  netPurchasesCents: 0,
  bonusSince: null,
};

/** What a step makes of an account, by the rules of trades; null where it cannot be. */
export function liveStep(
  before: ReversalState,
  step: LifeStep,
  now: number,
): { readonly state: ReversalState; readonly done: Reversed } | null {
  const state = step.do === 'buy' || step.do === 'sell' ? withDueBonusFreed(before, now) : before;
  const none = { metal: null, ouncesE4: null, basisRemovedCents: null, at: now };
  if (step.do === 'deposit') {
    const cashCents = state.cashCents + step.cents;
    return { state: { ...state, cashCents }, done: { ...none, type: 'deposit', totalCents: step.cents } };
  }
  if (step.do === 'bonus') {
    const { silver, gold } = state.holdings;
    const freeFrom = freesAt(state);
    const isFree = freeFrom !== null && freeFrom <= now;
    const given = {
      ...silver,
      ouncesE4: silver.ouncesE4 + BONUS_OUNCES_E4,
      heldOuncesE4: silver.heldOuncesE4 + (isFree ? 0 : BONUS_OUNCES_E4),
    };
    const done = {
      ...none,
      type: 'bonus',
      metal: 'silver',
      ouncesE4: BONUS_OUNCES_E4,
      totalCents: 0,
    } as const;
    const bonusFreed = isFree ? { at: now, netCents: state.netPurchasesCents } : null;
    return { state: { ...state, bonusStands: true, bonusFreed, holdings: { gold, silver: given } }, done };
  }
  const { metal, ouncesE4, priceCents } = step;
  const { totalCents } = costOf(step.do, ouncesE4, priceCents);
  const holding = state.holdings[metal];
  if (step.do === 'sell') {
    if (freeOuncesE4(holding) < ouncesE4) return null;
    const removed = basisRemovedCents(holding.costBasisCents, freeOuncesE4(holding), ouncesE4);
    const holdings = { ...state.holdings, [metal]: afterSale(holding, ouncesE4, totalCents) };
    const done = { type: 'sell', metal, ouncesE4, totalCents, basisRemovedCents: removed, at: now } as const;
    const cashCents = state.cashCents + totalCents;
    return { state: { ...state, ...afterNetPurchase(state, -totalCents, now), cashCents, holdings }, done };
  }
  if (state.cashCents < totalCents) return null;
  const holdings = { ...state.holdings, [metal]: afterBuy(holding, ouncesE4, totalCents) };
  const done = { type: 'buy', metal, ouncesE4, totalCents, basisRemovedCents: null, at: now } as const;
  const cashCents = state.cashCents - totalCents;
  return { state: { ...state, ...afterNetPurchase(state, totalCents, now), cashCents, holdings }, done };
}

const ounces = fc.integer({ min: 1, max: 60_000 });
const price = fc.integer({ min: 500, max: 500_000 });
const metal = fc.constantFrom(...TRADED_METALS);
export const anyStep: fc.Arbitrary<LifeStep> = fc.oneof(
  fc.record({ do: fc.constant('deposit' as const), cents: fc.integer({ min: 10_000, max: 2_000_000 }) }),
  fc.record({ do: fc.constant('buy' as const), metal, ouncesE4: ounces, priceCents: price }),
  fc.record({ do: fc.constant('sell' as const), metal, ouncesE4: ounces, priceCents: price }),
  fc.constant({ do: 'bonus' as const }),
);
const wait: fc.Arbitrary<Wait> = fc.record({
  do: fc.constant('wait' as const),
  days: fc.constantFrom(1, 10, 29, 30),
});
/** Steps and days, and between them a number: undo one of those that stand. */
export const anyLife = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: anyStep },
    { weight: 1, arbitrary: fc.nat(50) },
    { weight: 1, arbitrary: wait },
  ),
  {
    minLength: 5,
    maxLength: 40,
    size: 'max',
  },
);
