// What dollars cost in reais, to the centavo, and what becomes of a payment.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bankOfPix,
  CHARGE_GRACE_MS,
  dollarsFor,
  isInTime,
  judgePayment,
  lockExpiry,
  namedByText,
  reaisArrived,
  reaisCost,
  tedReference,
  txidOf,
} from '../../../worker/domain/pix.ts';
import { runs } from '../../support/deep.ts';

const FREE = { spreadBasisPoints: 0, iofBasisPoints: 0 };

test('each line is rounded up to the centavo', () => {
  expect(reaisCost(25_000, 53_063, FREE)).toEqual({
    exchangeBrlCents: 132_658,
    spreadBrlCents: 0,
    iofBrlCents: 0,
    brlCents: 132_658,
  });
  expect(reaisCost(25_000, 53_063, { spreadBasisPoints: 100, iofBasisPoints: 38 })).toEqual({
    exchangeBrlCents: 132_658,
    spreadBrlCents: 1_327,
    // 0.38 % of R$ 1,339.85.
    iofBrlCents: 510,
    brlCents: 134_495,
  });
});

const terms = fc.record({
  spreadBasisPoints: fc.integer({ min: 0, max: 1_000 }),
  iofBasisPoints: fc.integer({ min: 0, max: 2_500 }),
});
const rate = fc.integer({ min: 10_000, max: 300_000 });

test('reais buy as many dollars as they pay for, and not one cent more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000_000_00 }), rate, terms, (brl, rateE4, of) => {
      const usd = dollarsFor(brl, rateE4, of);
      expect(reaisCost(usd, rateE4, of).brlCents).toBeLessThanOrEqual(brl);
      expect(reaisCost(usd + 1, rateE4, of).brlCents).toBeGreaterThan(brl);
      const { exchangeBrlCents, spreadBrlCents, iofBrlCents, brlCents } = reaisArrived(brl, usd, rateE4, of);
      expect(exchangeBrlCents + spreadBrlCents + iofBrlCents).toBe(brlCents);
      expect(brlCents).toBe(brl);
      expect(exchangeBrlCents).toBeGreaterThanOrEqual(reaisCost(usd, rateE4, of).exchangeBrlCents);
    }),
    { numRuns: runs(500) },
  );
});

test('a price in dollars is met exactly by the reais that it says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 10_000_000 }), rate, terms, (usd, rateE4, of) => {
      expect(dollarsFor(reaisCost(usd, rateE4, of).brlCents, rateE4, of)).toBe(usd);
    }),
    { numRuns: runs(500) },
  );
});

describe('a rate is locked for 15 minutes', () => {
  const end = lockExpiry(1_000);
  test('to the last millisecond', () => {
    expect(end).toBe(901_000);
    expect(isInTime(end - 1, end)).toBe(true);
    expect(isInTime(end, end)).toBe(false);
  });

  test('and a charge waits two minutes longer for word of it', () => {
    expect(CHARGE_GRACE_MS).toBe(120_000);
  });

  const charge = { state: 'active', brlCents: 132_658, expiresAt: end } as const;
  const payment = { isOwn: true, brlCents: 132_658, paidAt: end - 1 };
  test.each([
    ['credited', charge, payment, null],
    ['of another person', charge, { ...payment, isOwn: false }, 'other-payer'],
    ['a centavo less', charge, { ...payment, brlCents: 132_657 }, 'wrong-amount'],
    ['a centavo more', charge, { ...payment, brlCents: 132_659 }, 'wrong-amount'],
    ['at the end', charge, { ...payment, paidAt: end }, 'late'],
    ['in time, but of an expired charge', { ...charge, state: 'expired' as const }, payment, 'late'],
    ['the second', { ...charge, state: 'paid' as const }, payment, 'twice'],
    ['the second, late', { ...charge, state: 'contested' as const }, { ...payment, paidAt: end }, 'twice'],
    [
      'of another person to a paid one',
      { ...charge, state: 'paid' as const },
      { ...payment, isOwn: false },
      'other-payer',
    ],
  ] as const)('a payment is %s', (_what, of, paid, reason) => {
    expect(judgePayment(of, paid)).toBe(reason);
  });
});

test('the names of charges and references follow from ids', () => {
  const id = '7d9f0335-e2b9-4f1c-9a6a-4e0f6c3b2a18';
  expect(txidOf(id)).toBe('7d9f0335e2b94f1c9a6a4e0f6c3b2a18');
  expect(tedReference(id)).toBe('ONCA7D9F0335E2');
  expect(namedByText('TED de Ana, onca 7d9f0335e2')).toBe('7d9f0335-e2');
  expect(namedByText('ONCA7D9F0335E2')).toBe('7d9f0335-e2');
  expect(namedByText('ONCA7D9F0335E')).toBeNull();
  expect(namedByText('ONCA 7D9F0335E2')).toBe('7d9f0335-e2');
  expect(namedByText('ONCAx7D9F0335E2')).toBeNull();
  expect(namedByText('bom dia')).toBeNull();
});

test.each([
  ['E60701190202611241200abcdefghij1', '60701190'],
  ['E00000000202611241200AbCdEfGhIj1', '00000000'],
  ['E6070119020261124120', null],
  ['XE60701190202611241200abcdefghij1', null],
  ['E60701190202611241200abcdefghij1X', null],
  ['D60701190202611241200abcdefghij1', null],
  ['e60701190202611241200abcdefghij1', null],
  ['E6070119X202611241200abcdefghij1', null],
  ['E６0701190202611241200abcdefghij1', null],
  ['E60701190202611241200abcdefghij1\n', null],
  ['TED-1', null],
  ['', null],
])('the bank that named %j is %j', (name, ispb) => {
  expect(bankOfPix(name)).toBe(ispb);
});
