// What becomes of a deposit that waits, by what the gateway says and how long it has waited; and what operators may propose.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proposableAbout, type WorkedDeposit } from '../../../worker/domain/deposit-work.ts';
import {
  askAgainMs,
  DEPOSIT_EXPIRES_MS,
  expiresAfterMs,
  isDepositFailure,
  outcomeOfAsking,
  sandboxOutcome,
  UNKNOWN_BELIEVED_MS,
} from '../../../worker/domain/deposits.ts';
import { DEPOSIT_METHODS, PAYMENT_METHODS } from '../../../worker/domain/fees.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';

test('the sandbox answers by the cents of an amount', () => {
  expect([113, 1_066, 100, 67, 0].map(sandboxOutcome)).toEqual([
    'pending',
    'failed',
    'completed',
    'completed',
    'completed',
  ]);
});

test('the gateway is asked after five minutes, then after twice as long each time, and every six hours at last', () => {
  const first = Array.from({ length: 9 }, (_, asks) => askAgainMs(asks) / MINUTE_MS);
  expect(first).toEqual([5, 10, 20, 40, 80, 160, 320, 360, 360]);
  expect(askAgainMs(100_000)).toBe(6 * HOUR_MS);
});

const NOW = Date.UTC(2026, 10, 24);
const asked = (age: number, method: (typeof DEPOSIT_METHODS)[number] = 'wire') => ({
  payCents: 20_000,
  method,
  createdAt: NOW - age,
});
const said = (outcome: 'pending' | 'completed' | 'failed', paidCents = 20_000) => ({ outcome, paidCents });

describe('what the gateway says decides', () => {
  test.each([
    ['paid as asked for', said('completed'), 0, 'completed'],
    ['paid as asked for, however late', said('completed'), 400 * DAY_MS, 'completed'],
    ['a cent less', said('completed', 19_999), 0, 'stray'],
    ['a cent more', said('completed', 20_001), 0, 'stray'],
    ['declined', said('failed', 0), 0, 'declined'],
    ['under way', said('pending', 0), DEPOSIT_EXPIRES_MS.wire - 1, 'wait'],
    ['under way for too long', said('pending', 0), DEPOSIT_EXPIRES_MS.wire, 'expired'],
    ['never heard of, a moment ago', null, UNKNOWN_BELIEVED_MS - 1, 'wait'],
    ['never heard of', null, UNKNOWN_BELIEVED_MS, 'unknown'],
  ] as const)('%s', (_, answer, age, becomes) => {
    expect(outcomeOfAsking(asked(age), answer, NOW)).toBe(becomes);
  });

  test('at the millisecond of each method', () => {
    for (const method of DEPOSIT_METHODS) {
      const last = DEPOSIT_EXPIRES_MS[method];
      expect(outcomeOfAsking(asked(last - 1, method), said('pending', 0), NOW)).toBe('wait');
      expect(outcomeOfAsking(asked(last, method), said('pending', 0), NOW)).toBe('expired');
      expect(expiresAfterMs(method)).toBe(last);
    }
    expect(expiresAfterMs('pix')).toBeNull();
  });
});

test('a note of a deposit is a reason of its failure, or another word', () => {
  const words = ['declined', 'unknown', 'expired', 'closed', 'other', '', null];
  expect(words.filter(isDepositFailure)).toEqual(['declined', 'unknown', 'expired', 'closed']);
});

const pending: WorkedDeposit = {
  method: 'wire',
  status: 'pending',
  strays: [],
  isReversed: false,
  isClosed: false,
  leftCents: 20_000,
  disputes: [],
};
const taken = (owedCents: number, isWon = false) => ({ owedCents, isWon });

test.each([
  ['one that waits', {}, ['deposit-settle', 'deposit-fail']],
  [
    'one that waits, and another amount was paid',
    { strays: ['other-amount'] },
    ['deposit-arrived', 'deposit-fail', 'deposit-return', 'deposit-keep'],
  ],
  [
    'one by transfer that waits, and another amount was paid',
    { method: 'bank_transfer', strays: ['other-amount'] },
    ['deposit-arrived', 'deposit-fail', 'deposit-return', 'deposit-keep'],
  ],
  [
    'one by card that waits, and another amount was paid',
    { method: 'debit_card', strays: ['other-amount'] },
    ['deposit-fail', 'deposit-return', 'deposit-keep'],
  ],
  [
    'one that was credited, and another payment came',
    { status: 'completed', strays: ['other-amount'] },
    ['deposit-return', 'deposit-keep', 'charge-back'],
  ],
  [
    'one that failed, and was paid twice after all, once as asked for',
    { status: 'failed', strays: ['other-amount', 'as-asked'] },
    ['deposit-settle', 'deposit-arrived', 'deposit-return', 'deposit-keep'],
  ],
  ['one that failed', { status: 'failed' }, []],
  [
    'one that failed and was paid after all',
    { status: 'failed', strays: ['as-asked'] },
    ['deposit-settle', 'deposit-return', 'deposit-keep'],
  ],
  [
    'one that failed, and another amount was paid',
    { status: 'failed', strays: ['other-amount'] },
    ['deposit-arrived', 'deposit-return', 'deposit-keep'],
  ],
  [
    'one that waits, and was paid as it was asked for',
    { strays: ['as-asked'] },
    ['deposit-settle', 'deposit-fail', 'deposit-return', 'deposit-keep'],
  ],
  ['one that was credited', { status: 'completed' }, ['charge-back']],
  ['one that was undone', { status: 'completed', isReversed: true }, []],
  [
    'one that was taken back, and is owed',
    { status: 'completed', leftCents: 0, disputes: [taken(1)] },
    ['charge-back-won', 'debt-collect', 'debt-forgive'],
  ],
  [
    'one that was taken back in full',
    { status: 'completed', leftCents: 0, disputes: [taken(0)] },
    ['charge-back-won'],
  ],
  [
    'one of which a part was taken back',
    { status: 'completed', leftCents: 1, disputes: [taken(0)] },
    ['charge-back', 'charge-back-won'],
  ],
  [
    'one that stands again, and may be taken again',
    { status: 'completed', disputes: [taken(0, true)] },
    ['charge-back'],
  ],
  [
    'one with a part that stands again beside one that is owed',
    { status: 'completed', leftCents: 1, disputes: [taken(0, true), taken(1)] },
    ['charge-back', 'charge-back-won', 'debt-collect', 'debt-forgive'],
  ],
  ['a PIX that waits', { method: 'pix', strays: ['as-asked', 'other-amount'] }, []],
  [
    'one that failed and was paid after all, of a closed account',
    { status: 'failed', strays: ['as-asked', 'other-amount'], isClosed: true },
    ['deposit-return', 'deposit-keep'],
  ],
  ['a PIX that was credited', { method: 'pix', status: 'completed' }, ['charge-back']],
] as const)('about %s', (_, over, kinds) => {
  expect(proposableAbout({ ...pending, ...over })).toEqual(kinds);
});

test('nothing is credited twice or for another amount, and nothing is taken back that was not credited', () => {
  fc.assert(
    fc.property(
      fc.record({
        method: fc.constantFrom(...PAYMENT_METHODS),
        status: fc.constantFrom('pending', 'completed', 'failed'),
        strays: fc.array(fc.constantFrom('as-asked', 'other-amount')),
        isReversed: fc.boolean(),
        isClosed: fc.boolean(),
        leftCents: fc.nat(),
        disputes: fc.array(fc.record({ owedCents: fc.nat(), isWon: fc.boolean() })),
      }) as fc.Arbitrary<WorkedDeposit>,
      (deposit) => {
        const kinds = new Set(proposableAbout(deposit));
        const settles =
          (kinds.has('deposit-settle') &&
            (deposit.isClosed ||
              deposit.status === 'completed' ||
              (deposit.status === 'pending' && deposit.strays.includes('other-amount')))) ||
          (kinds.has('deposit-arrived') &&
            (deposit.isClosed || deposit.status === 'completed' || !deposit.strays.includes('other-amount')));
        const takesBack =
          kinds.has('charge-back') &&
          (deposit.status !== 'completed' || deposit.isReversed || deposit.leftCents === 0);
        expect({ settles, takesBack }).toEqual({ settles: false, takesBack: false });
      },
    ),
  );
});
