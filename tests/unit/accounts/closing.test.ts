// What is in the way of closing an account, and how long its identity is kept.

import { expect, test } from 'vitest';
import {
  closingObstacles,
  keepYearsOf,
  keptUntil,
  type Leftovers,
  waivedBelowCents,
} from '../../../worker/domain/closing.ts';

const EMPTY: Leftovers = {
  isOperator: false,
  isSuspended: false,
  isByWireAlone: false,
  cashCents: 0,
  goldE4: 0,
  silverE4: 0,
  heldE4: 0,
  pendingDeposits: 0,
  openReais: 0,
  debtCents: 0,
  openWithdrawals: 0,
  openReversals: 0,
};

test.each<[what: string, left: Partial<Leftovers>, waivedCents: number, obstacles: readonly string[]]>([
  ['nothing', {}, 0, []],
  ['a suspension', { isSuspended: true }, 0, ['suspended']],
  ['being an operator', { isOperator: true }, 0, ['operator']],
  ['gold', { goldE4: 1 }, 0, ['metal']],
  ['silver', { silverE4: 1 }, 0, ['metal']],
  ['silver of the bonus that is held, which goes back', { heldE4: 20_000 }, 0, []],
  ['a deposit under way', { pendingDeposits: 1 }, 0, ['pending-deposit']],
  ['reais that are not credited', { openReais: 1 }, 0, ['open-reais']],
  ['a debt', { debtCents: 1 }, 0, ['debt']],
  ['a withdrawal under way', { openWithdrawals: 1 }, 0, ['open-withdrawal']],
  ['a reversal to be decided', { openReversals: 1 }, 0, ['open-reversal']],
  ['a cent', { cashCents: 1 }, 0, ['cash']],
  ['a cent that is given up', { cashCents: 1 }, 1, []],
  ['less than a dollar that is given up', { cashCents: 99 }, 99, []],
  ['a dollar, which is not given up', { cashCents: 100 }, 100, ['cash']],
  ['other cash than what is given up', { cashCents: 50 }, 49, ['cash']],
  ['what no wire carries, given up', { cashCents: 2_500, isByWireAlone: true }, 2_500, []],
  ['what a wire carries', { cashCents: 2_501, isByWireAlone: true }, 2_501, ['cash']],
])('in the way stands %s', (_, left, waivedCents, obstacles) => {
  expect(closingObstacles({ ...EMPTY, ...left }, waivedCents)).toEqual(obstacles);
});

test('everything at once is said in the order of the page', () => {
  const all: Leftovers = {
    isOperator: true,
    isSuspended: true,
    isByWireAlone: false,
    cashCents: 1_000,
    goldE4: 1,
    silverE4: 1,
    heldE4: 1,
    pendingDeposits: 1,
    openReais: 1,
    debtCents: 1,
    openWithdrawals: 1,
    openReversals: 1,
  };
  expect(closingObstacles(all, 0)).toEqual([
    'suspended',
    'operator',
    'metal',
    'cash',
    'pending-deposit',
    'open-reais',
    'debt',
    'open-withdrawal',
    'open-reversal',
  ]);
});

test('less than a dollar may be given up, and by wire alone what its fee takes', () => {
  expect(waivedBelowCents({ isByWireAlone: false })).toBe(100);
  expect(waivedBelowCents({ isByWireAlone: true })).toBe(2_501);
});

test.each([
  ['2026-11-23T12:00:00.000Z', 10, '2036-11-23T12:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 5, '2033-03-01T00:00:00.000Z'],
])('from %s on an identity is kept for %d years', (from, years, until) => {
  expect(new Date(keptUntil(Date.parse(from), years)).toISOString()).toBe(until);
});

test.each([
  ['5', 5],
  ['30', 30],
  ['12', 12],
  ['4', 10],
  ['31', 10],
  ['7.5', 10],
  ['', 10],
  ['ten', 10],
])('the setting %j is %d years', (setting, years) => {
  expect(keepYearsOf(setting)).toBe(years);
});
