// When the welcome bonus is free (P55): by example, and against a plain second writing over lives of any kind.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterNetPurchase, type BonusClock, freesAt } from '../../../worker/domain/bonus.ts';
import { BONUS_EXAMPLES, BONUS_EXAMPLES_END, type BonusExample } from '../../fixtures/bonus-examples.ts';
import { runs } from '../../support/deep.ts';

type Moves = BonusExample['moves'];

/** By the domain: the first moment at which the bonus is free. */
function freeFrom(moves: Moves, end: number): number | null {
  let clock: BonusClock = { netPurchasesCents: 0, bonusSince: null };
  for (const [at, cents] of moves) {
    const due = freesAt(clock);
    if (due !== null && due <= at) return due;
    clock = afterNetPurchase(clock, cents, at);
  }
  const due = freesAt(clock);
  return due !== null && due <= end ? due : null;
}

/** Day by day, as a person with the list of orders would look it up. */
function freeFromPlainly(moves: Moves, end: number): number | null {
  const netAt = (moment: number) =>
    moves.filter(([at]) => at <= moment).reduce((sum, [, cents]) => sum + cents, 0);
  const month = 30 * 86_400_000;
  const stays = (from: number) =>
    [from, ...moves.map(([at]) => at)]
      .filter((at) => at >= from && at < from + month)
      .every((at) => netAt(at) >= 100_000);
  const starts = moves.map(([at]) => at).filter((at) => at + month <= end && stays(at));
  return starts.length === 0 ? null : Math.min(...starts) + month;
}

test.each(BONUS_EXAMPLES)('$name', ({ moves, freeFrom: expected }) => {
  expect(freeFrom(moves, BONUS_EXAMPLES_END)).toBe(expected);
  expect(freeFromPlainly(moves, BONUS_EXAMPLES_END)).toBe(expected);
});

const moment = fc.oneof(
  fc.integer({ min: 0, max: 90 }).map((days) => days * 86_400_000),
  fc.integer({ min: 0, max: BONUS_EXAMPLES_END }),
);
const cents = fc.oneof(
  fc.constantFrom(1, -1, 99_999, 100_000, -100_000),
  fc.integer({ min: -120_000, max: 150_000 }),
);

test('whatever was bought and sold, a second writing finds the same moment', () => {
  const seen = { free: 0, held: 0 };
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(moment, cents), { maxLength: 12, selector: ([at]) => at }),
      (unordered) => {
        const moves = unordered.toSorted(([a], [b]) => a - b);
        const found = freeFrom(moves, BONUS_EXAMPLES_END);
        expect(found).toBe(freeFromPlainly(moves, BONUS_EXAMPLES_END));
        seen[found === null ? 'held' : 'free'] += 1;
      },
    ),
    { numRuns: runs(1_000), seed: 20_261_123 },
  );
  expect(Math.min(seen.free, seen.held)).toBeGreaterThan(50);
});
