// How much may be asked for.

import { describe, expect, test } from 'vitest';
import { waivedBelowCents } from '../../../worker/domain/closing.ts';
import { methodsFor } from '../../../worker/domain/payout-accounts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import {
  ASKED_AFTER_PAID_MS,
  canCancel,
  DECIDED_STATES,
  isOpen,
  leastWithdrawalCents,
  nextAskedAfterPaid,
  nextAskedAt,
  proposableAboutWithdrawal,
  shownFailure,
  WITHDRAWAL_STATES,
  withdrawalFeeCents,
  withdrawalProblem,
  withdrawalProof,
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
  ['of another', 'returned', 'chave_nao_pertence_ao_documento', 'not-yours'],
  ['and about the account', 'returned', 'AC03', 'no-account'],
  ['that is closed', 'returned', 'AC07', 'no-account'],
  ['or the key', 'returned', 'chave_favorecido_nao_encontrada', 'no-account'],
  ['any other word of the bank', 'returned', 'AB09', 'sent-back'],
  ['a note to the customer', 'rejected', 'BE01', 'BE01'],
  ['none', 'rejected', null, null],
] as const)('%s: %s, %s is shown as %s', (_, state, failure, shown) => {
  expect(shownFailure({ state, failure })).toBe(shown);
});

test('a wire costs its fee, PIX and TED nothing', () => {
  expect((['pix', 'ted', 'wire'] as const).map(withdrawalFeeCents)).toEqual([0, 0, 2_500]);
});

test('what the bank has is open and is not cancelled; what is over is neither', () => {
  const before = ['unconfirmed', 'held', 'ready', 'waiting-approval'];
  expect(WITHDRAWAL_STATES.filter(canCancel)).toEqual(before);
  expect(WITHDRAWAL_STATES.filter(isOpen)).toEqual([...before, 'sending']);
  // While it is not confirmed nobody decides.
  expect(DECIDED_STATES).toEqual(before.slice(1));
});

const NOW = Date.UTC(2026, 10, 24);
test.each([
  ['without a factor', null, 'mail'],
  ['with one of a moment ago', NOW, 'factor-and-mail'],
  ['with one of less than a day', NOW - DAY_MS + 1, 'factor-and-mail'],
  ['with one of a day', NOW - DAY_MS, 'factor'],
])('who asks %s (since %s) proves it by: %s', (_, since, proof) => {
  expect(withdrawalProof(since, NOW)).toBe(proof);
});

describe('the gateway is asked again', () => {
  test.each([
    ['at first', 0, MINUTE_MS],
    ['after less than a minute', MINUTE_MS - 1, MINUTE_MS],
    ['after as long again', 5 * MINUTE_MS, 5 * MINUTE_MS],
    ['each hour at last', 3 * HOUR_MS, HOUR_MS],
  ])('what became of what was sent: %s', (_, ago, wait) => {
    expect(nextAskedAt(NOW - ago, NOW)).toBe(NOW + wait);
  });

  test.each([
    ['after an hour at least', 0, HOUR_MS],
    ['after as long again', DAY_MS, DAY_MS],
    ['each three days at last', 10 * DAY_MS, 3 * DAY_MS],
  ])('whether what was paid came back: %s', (_, ago, wait) => {
    expect(nextAskedAfterPaid(NOW - ago, NOW)).toBe(NOW + wait);
  });
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
