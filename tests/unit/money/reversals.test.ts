// The rule of reversals: by hand-made examples, and by properties over lives of any kind.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BONUS_HOLD_MS,
  BONUS_OUNCES_E4,
  BONUS_RELEASE_CENTS,
  CASH_MAX_CENTS,
  HOLDING_MAX_OUNCES_E4,
} from '../../../worker/domain/limits.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import {
  afterReversal,
  isReversible,
  type Reversed,
  reversalMoves,
  type ReversalState,
  withDueBonusFreed,
} from '../../../worker/domain/reversals.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { NO_HOLDING } from '../../../worker/domain/trades.ts';
import { TRANSACTION_TYPES } from '../../../worker/domain/transactions.ts';
import { type LifeStep, REVERSAL_EXAMPLES, type Wait } from '../../fixtures/reversal-examples.ts';
import { runs } from '../../support/deep.ts';
import { anyLife, anyStep, EMPTY_LIFE, liveStep } from '../../support/lives.ts';

const START = Date.UTC(2026, 10, 2);

describe('by example', () => {
  test.each(REVERSAL_EXAMPLES)('$name', ({ life, undo, after }) => {
    let state = EMPTY_LIFE;
    let now = START;
    const done: (Reversed | null)[] = [];
    for (const step of life) {
      now += step.do === 'wait' ? step.days * DAY_MS : 1;
      if (step.do === 'wait') {
        done.push(null);
        continue;
      }
      const lived = liveStep(state, step, now);
      if (lived === null) throw new Error(`the example cannot be: ${step.do}`);
      ({ state } = lived);
      done.push(lived.done);
    }
    const of = done[undo];
    if (of === undefined || of === null) throw new Error('nothing to undo');
    const expected =
      typeof after === 'string'
        ? { ok: false, error: after }
        : {
            ok: true,
            value: {
              cashCents: after.cashCents,
              holdings: { gold: after.gold ?? {}, silver: after.silver ?? {} },
            },
          };
    expect(afterReversal(of, state, now + 1)).toMatchObject(expected);
  });

  test('what would leave the bounds of an account is refused', () => {
    const of = {
      type: 'buy',
      metal: 'gold',
      ouncesE4: 1,
      totalCents: 100,
      basisRemovedCents: null,
      at: 0,
    } as const;
    const gold = { ...NO_HOLDING, ouncesE4: 1, costBasisCents: 100, boughtCents: 100 };
    const state = { ...EMPTY_LIFE, cashCents: CASH_MAX_CENTS, holdings: { ...EMPTY_LIFE.holdings, gold } };
    expect(afterReversal(of, state, 1)).toEqual({ ok: false, error: 'BeyondBounds' });
    expect(afterReversal(of, { ...state, cashCents: CASH_MAX_CENTS - 100 }, 1).ok).toBe(true);
    const sale = { ...of, type: 'sell', basisRemovedCents: 0 } as const;
    const most = { ...gold, ouncesE4: HOLDING_MAX_OUNCES_E4 };
    const full = { ...EMPTY_LIFE, cashCents: 100, holdings: { ...EMPTY_LIFE.holdings, gold: most } };
    expect(afterReversal(sale, full, 1)).toEqual({ ok: false, error: 'BeyondBounds' });
    const room = { ...full.holdings, gold: { ...most, ouncesE4: HOLDING_MAX_OUNCES_E4 - 1 } };
    expect(afterReversal(sale, { ...full, holdings: room }, 1).ok).toBe(true);
    expect(afterReversal(sale, { ...full, cashCents: 99, holdings: room }, 1)).toEqual({
      ok: false,
      error: 'ReversalShortOfCash',
    });
  });

  test('a bonus is free at the very moment at which it is due; what was bought at that moment had not freed it', () => {
    const silver = { ...NO_HOLDING, ouncesE4: BONUS_OUNCES_E4, heldOuncesE4: BONUS_OUNCES_E4 };
    const held = {
      ...EMPTY_LIFE,
      bonusStands: true,
      holdings: { ...EMPTY_LIFE.holdings, silver },
      netPurchasesCents: BONUS_RELEASE_CENTS,
      bonusSince: START,
    };
    const due = START + BONUS_HOLD_MS;
    expect(withDueBonusFreed(held, due - 1)).toBe(held);
    const free = withDueBonusFreed(held, due);
    expect(free.holdings.silver.heldOuncesE4).toBe(0);
    const gold = { ...NO_HOLDING, ouncesE4: 1, costBasisCents: 100, boughtCents: 100 };
    const state = { ...free, holdings: { ...free.holdings, gold } };
    const bought = {
      type: 'buy',
      metal: 'gold',
      ouncesE4: 1,
      totalCents: 100,
      basisRemovedCents: null,
    } as const;
    const heldAfter = (at: number) => {
      const after = afterReversal({ ...bought, at }, state, due + 1);
      return after.ok ? after.value.holdings.silver.heldOuncesE4 : null;
    };
    expect([heldAfter(due), heldAfter(due - 1)]).toEqual([0, BONUS_OUNCES_E4]);
    // What is left of the net purchases is enough to the cent.
    const more = { at: due, netCents: BONUS_RELEASE_CENTS + 100 };
    const enough = afterReversal({ ...bought, at: due - 1 }, { ...state, bonusFreed: more }, due + 1);
    expect(enough).toMatchObject({ ok: true, value: { bonusFreed: { netCents: BONUS_RELEASE_CENTS } } });
  });

  test('purchases, sales, deposits and the bonus are reversible, nothing else is', () => {
    expect(TRANSACTION_TYPES.filter(isReversible)).toEqual(['buy', 'sell', 'deposit', 'bonus']);
  });
});

/** Steps and reversals as they come; what cannot be is left out. Calls back after each thing that happened. */
function walk(
  steps: readonly (LifeStep | Wait | number)[],
  seen: (state: ReversalState, net: { paidCents: number; done: number }, before: ReversalState) => void,
): { undone: number; state: ReversalState; now: number } {
  let now = START;
  let state: ReversalState = { ...EMPTY_LIFE, cashCents: 5_000_000 };
  const open: Reversed[] = [];
  const net = { paidCents: 0, done: 0 };
  let undone = 0;
  let hasClaimed = false;
  for (const one of steps) {
    const before = state;
    now += typeof one !== 'number' && one.do === 'wait' ? one.days * DAY_MS : 1;
    if (typeof one === 'number') {
      const index = one % Math.max(1, open.length);
      const of = open[index];
      const after = of === undefined ? null : afterReversal(of, state, now);
      if (of === undefined || after?.ok !== true) continue;
      open.splice(index, 1);
      if (of.metal !== null) net.paidCents -= reversalMoves(of).cashCents;
      state = after.value;
      undone += 1;
    } else {
      if (one.do === 'wait' || (one.do === 'bonus' && hasClaimed)) continue;
      const lived = liveStep(state, one, now);
      if (lived === null) continue;
      hasClaimed ||= one.do === 'bonus';
      open.push(lived.done);
      if (lived.done.metal !== null) net.paidCents += reversalMoves(lived.done).cashCents;
      ({ state } = lived);
    }
    net.done += 1;
    seen(state, net, before);
  }
  return { undone, state, now };
}

describe('for every life', () => {
  test('nothing falls below zero, nothing held is more than there is, and no ounce means no basis', () => {
    fc.assert(
      fc.property(anyLife, (steps) => {
        walk(steps, ({ cashCents, holdings }) => {
          expect(cashCents).toBeGreaterThanOrEqual(0);
          for (const one of TRADED_METALS) {
            const { ouncesE4, heldOuncesE4, costBasisCents, boughtCents } = holdings[one];
            expect(heldOuncesE4).toBeGreaterThanOrEqual(0);
            expect(ouncesE4).toBeGreaterThanOrEqual(heldOuncesE4);
            expect(costBasisCents).toBeGreaterThanOrEqual(0);
            expect(boughtCents).toBeGreaterThanOrEqual(0);
            expect(ouncesE4 > 0 || costBasisCents === 0).toBe(true);
          }
        });
      }),
      { numRuns: runs(500), seed: 20_261_121 },
    );
  });

  test('open basis less realised gain is what was paid less what was received', () => {
    let undone = 0;
    fc.assert(
      fc.property(anyLife, (steps) => {
        const end = walk(steps, ({ holdings: { gold, silver } }, { paidCents }) => {
          const basis = gold.costBasisCents + silver.costBasisCents;
          expect(basis - gold.realisedGainCents - silver.realisedGainCents).toBe(paidCents);
        });
        undone += end.undone;
      }),
      { numRuns: runs(500), seed: 20_261_122 },
    );
    expect(undone).toBeGreaterThan(500);
  });

  test('what is undone at once leaves no trace', () => {
    fc.assert(
      fc.property(anyLife, anyStep, (steps, last) => {
        const { state: stored, now } = walk(steps, () => undefined);
        if (last.do === 'bonus') return;
        const lived = liveStep(stored, last, now + 1);
        if (lived === null) return;
        const after = afterReversal(lived.done, lived.state, now + 1);
        const state = last.do === 'deposit' ? stored : withDueBonusFreed(stored, now + 1);
        expect(after.ok).toBe(true);
        if (!after.ok) return;
        // But that a sale which let net purchases fall below the bound has started the 30 days again.
        const isBroken = state.bonusSince !== null && lived.state.bonusSince === null;
        expect(after.value).toEqual({ ...state, bonusSince: isBroken ? now + 1 : state.bonusSince });
      }),
      { numRuns: runs(500), seed: 20_261_123 },
    );
  });
});
