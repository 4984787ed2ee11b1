// How much may be asked for.

import { expect, test } from 'vitest';
import { waivedBelowCents } from '../../../worker/domain/closing.ts';
import { methodsFor } from '../../../worker/domain/payout-accounts.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import {
  ASKED_AFTER_PAID_MS,
  leastWithdrawalCents,
  nextAskedAfterPaid,
  proposableAboutWithdrawal,
  shownFailure,
  WITHDRAWAL_STATES,
  withdrawalProblem,
} from '../../../worker/domain/withdrawals.ts';

test.each([
  ['the minimum', 2_000, 100_000, 'pix', null],
  ['a cent less', 1_999, 100_000, 'pix', 'WithdrawalBelowMinimum'],
  ['all there is, below the minimum', 1_999, 1_999, 'pix', null],
  ['a cent less than all of it', 1_998, 1_999, 'ted', 'WithdrawalBelowMinimum'],
  ['a cent more than all of it', 2_000, 1_999, 'ted', 'NotWithdrawable'],
  ['a dollar that is all there is', 100, 100, 'pix', null],
  ['less than a dollar, which is given up', 99, 99, 'pix', 'WithdrawalBelowMinimum'],
  ['nothing', 0, 0, 'pix', 'WithdrawalBelowMinimum'],
  ['a wire of its own fee', 2_500, 100_000, 'wire', 'WithdrawalBelowMinimum'],
  ['a wire of a cent more', 2_501, 100_000, 'wire', null],
  ['all there is, by wire, less than its fee', 2_400, 2_400, 'wire', 'WithdrawalBelowMinimum'],
  ['the maximum', 5_000_000, 9_000_000, 'wire', null],
  ['a cent more', 5_000_001, 9_000_000, 'pix', 'WithdrawalAboveMaximum'],
  ['a cent more than there is', 100_001, 100_000, 'pix', 'NotWithdrawable'],
] as const)('%s', (_, amount, withdrawable, method, expected) => {
  expect(withdrawalProblem(amount, withdrawable, method)).toBe(expected);
});

test('the least is never more than the minimum or a wire with its fee', () => {
  expect(leastWithdrawalCents(0, 'pix')).toBe(100);
  expect(leastWithdrawalCents(1_234, 'ted')).toBe(1_234);
  expect(leastWithdrawalCents(5_000, 'pix')).toBe(2_000);
  expect(leastWithdrawalCents(5_000, 'wire')).toBe(2_501);
});

test.each([true, false])(
  'whatever there is leaves or may be given up, and never both (by wire alone: %j)',
  (isByWireAlone) => {
    for (let cents = 1; cents <= 3_000; cents += 1) {
      const leaves = methodsFor(isByWireAlone).some(
        (method) => withdrawalProblem(cents, cents, method) === null,
      );
      expect([cents, leaves]).toEqual([cents, cents >= waivedBelowCents({ isByWireAlone })]);
    }
  },
);

test.each([
  ['nothing failed', 'paid', null, null],
  ['a word of ours', 'returned', 'no-cpf', 'no-cpf'],
  ['another', 'returned', 'charge-back', 'charge-back'],
  ['a word of the bank about who is to be paid', 'returned', 'BE01', 'not-yours'],
  ['and about the account', 'returned', 'AC03', 'no-account'],
  ['any other word of the bank', 'returned', 'AB09', 'sent-back'],
  ['a note to the customer', 'rejected', 'BE01', 'BE01'],
  ['none', 'rejected', null, null],
] as const)('%s: %s, %s is shown as %s', (_, state, failure, shown) => {
  expect(shownFailure({ state, failure })).toBe(shown);
});

test('what was paid is asked about for the last time when the time for it ends', () => {
  const last = ASKED_AFTER_PAID_MS - 3 * DAY_MS;
  expect(nextAskedAfterPaid(0, last)).toBe(ASKED_AFTER_PAID_MS);
  expect(nextAskedAfterPaid(0, last + 1)).toBeNull();
});

test('two operators may record an end of what is under way, and a return of what was paid and has not come back', () => {
  const proposable = (cameBack: boolean) =>
    WITHDRAWAL_STATES.flatMap((state) => {
      const kinds = proposableAboutWithdrawal({ state, cameBack });
      return kinds.length === 0 ? [] : [[state, ...kinds]];
    });
  const underWay = ['sending', 'withdrawal-paid', 'withdrawal-returned'];
  expect(proposable(true)).toEqual([underWay]);
  expect(proposable(false)).toEqual([underWay, ['paid', 'withdrawal-returned']]);
});
