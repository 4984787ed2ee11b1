// RFC 6238, appendix B, against the code that judges the customers' codes; and what surrounds it.

import * as fc from 'fast-check';
import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { newTotpKey, totpCodeOf, totpStepOf, totpUri } from '../../../worker/auth/totp.ts';
import { TOTP_PERIOD_MS } from '../../../worker/domain/factors.ts';
import { runs } from '../../support/deep.ts';

/** The RFC's key and times for SHA-1. Its codes have eight digits; ours are their last six. */
const KEY = Secret.fromLatin1('12345678901234567890').base32;
const VECTORS: readonly (readonly [seconds: number, code: string])[] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

describe.each(VECTORS)('at %d seconds', (seconds, eight) => {
  const code = eight.slice(-6);
  const step = Math.floor(seconds / 30);

  test(`${code} is the code of that step`, () => {
    expect(totpStepOf(KEY, code, seconds * 1000)).toBe(step);
    expect(totpCodeOf(KEY, step)).toBe(code);
  });

  test('it is still good one step later, was already one step before, and names its own step', () => {
    expect(totpStepOf(KEY, code, seconds * 1000 + TOTP_PERIOD_MS)).toBe(step);
    expect(totpStepOf(KEY, code, Math.max(0, seconds * 1000 - TOTP_PERIOD_MS))).toBe(step);
  });

  test('it is not good two steps away', () => {
    expect(totpStepOf(KEY, code, seconds * 1000 + 2 * TOTP_PERIOD_MS)).toBeNull();
  });
});

test('RFC 4226, appendix D: the first ten codes of the same key', () => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
  expect(codes.map((code, step) => totpStepOf(KEY, code, step * TOTP_PERIOD_MS))).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
});

test('at most three of a million codes are good at any time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 }), (now) => {
      let good = 0;
      for (let guess = 0; guess < 300; guess += 1) {
        const code = String((guess * 3_331 + (now % 1_000_000)) % 1_000_000).padStart(6, '0');
        if (totpStepOf(KEY, code, now) !== null) good += 1;
      }
      expect(good).toBeLessThanOrEqual(3);
    }),
    { numRuns: runs(30) },
  );
});

test('a new key has 160 bits, is in base 32, and is never the same', () => {
  const keys = Array.from({ length: 50 }, newTotpKey);
  for (const key of keys) expect(key).toMatch(/^[A-Z2-7]{32}$/u);
  expect(new Set(keys).size).toBe(keys.length);
});

test('the QR code names the house, the account, the key and nothing unusual', () => {
  const uri = new URL(totpUri('ana+ouro@example.com', 'JBSWY3DPEHPK3PXP'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Onça:ana+ouro@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Onça',
    secret: 'JBSWY3DPEHPK3PXP',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
