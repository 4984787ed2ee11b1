// The rules of second factors: how codes are read, how long a proof holds, and what cannot be forged or moved.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newChallenge, readChallenge } from '../../../worker/auth/challenges.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../../../worker/auth/recovery-codes.ts';
import { seal, unseal } from '../../../worker/auth/sealing.ts';
import {
  ADMIN_STEP_UP_LIFETIME_MS,
  CHALLENGE_LIFETIME_MS,
  isSteppedUp,
  needsStepUp,
  normalisePasskeyName,
  normaliseRecoveryCode,
  normaliseTotpCode,
  RECOVERY_CODES,
  showRecoveryCode,
  STEP_UP_LIFETIME_MS,
} from '../../../worker/domain/factors.ts';

const PEPPER = 'pepper-for-tests-0123456789abcdef';
const SECRET = 'session-secret-for-tests-0123456789abcdef';
const NOW = Date.UTC(2026, 10, 21, 12);

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 123-456 ', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['１２３４５６', null],
  ['', null],
])('the code "%s" reads as %s', (typed, read) => {
  expect(normaliseTotpCode(typed)).toBe(read);
});

describe('recovery codes', () => {
  test('are ten, all different, and read back however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    for (const code of codes) {
      for (const typed of [code, showRecoveryCode(code), showRecoveryCode(code).toUpperCase(), ` ${code} `]) {
        expect(normaliseRecoveryCode(typed)).toBe(code);
      }
    }
  });

  test('what a hand mistakes is read as it was meant', () => {
    expect(normaliseRecoveryCode('O0oI1-lil0o')).toBe('0001111100');
  });

  test('are read with spaces around them, as far as anybody types', () => {
    expect(normaliseRecoveryCode('k7m2px9qtd'.padEnd(64))).toBe('k7m2px9qtd');
    expect(normaliseRecoveryCode('k7m2px9qtd'.padEnd(65))).toBeNull();
  });

  test('are shown in two halves', () => {
    expect(showRecoveryCode('k7m2px9qtd')).toBe('k7m2p-x9qtd');
  });

  test.each(['', 'k7m2p', 'k7m2p-x9qtu', 'k7m2p-x9qtd-1', 'k7m2p\u0000x9qtd', 'x'.repeat(10_000)])(
    '"%s" is none',
    (typed) => {
      expect(normaliseRecoveryCode(typed)).toBeNull();
    },
  );

  test('have one hash per owner', () => {
    const [a, b] = ['ana', 'bea'].map((owner) => hashRecoveryCode(PEPPER, owner, 'k7m2px9qtd'));
    expect(a).toHaveLength(43);
    expect(a).not.toBe(b);
    expect(hashRecoveryCode(PEPPER, 'ana', 'k7m2px9qtd')).toBe(a);
  });
});

test('a step-up holds for five minutes and not a moment longer, and never from the future', () => {
  expect(isSteppedUp(null, NOW)).toBe(false);
  expect(isSteppedUp(null, 0)).toBe(false);
  expect(isSteppedUp(NOW, NOW)).toBe(true);
  expect(isSteppedUp(NOW, NOW + STEP_UP_LIFETIME_MS - 1)).toBe(true);
  expect(isSteppedUp(NOW, NOW + STEP_UP_LIFETIME_MS)).toBe(false);
  expect(isSteppedUp(NOW + 1, NOW)).toBe(false);
  expect(isSteppedUp(NOW, NOW + ADMIN_STEP_UP_LIFETIME_MS - 1, ADMIN_STEP_UP_LIFETIME_MS)).toBe(true);
  expect(isSteppedUp(NOW, NOW + ADMIN_STEP_UP_LIFETIME_MS, ADMIN_STEP_UP_LIFETIME_MS)).toBe(false);
});

test('ten thousand dollars may be traded without proving anew, one cent more may not', () => {
  expect(needsStepUp(1_000_000, 0)).toBe(false);
  expect(needsStepUp(1_000_001, 0)).toBe(true);
  expect(needsStepUp(400_000, 600_000)).toBe(false);
  expect(needsStepUp(400_001, 600_000)).toBe(true);
});

test.each([
  ['Notebook', 'Notebook'],
  ['  Celular   da Ana ', 'Celular da Ana'],
  ['Çelular', 'Çelular'],
  ['', null],
  ['   ', null],
  ['---', null],
  ['a\u0000b', null],
  ['\u0000Celular', null],
  ['9', '9'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), null],
])('the name "%s" is kept as %s', (typed, kept) => {
  expect(normalisePasskeyName(typed)).toBe(kept);
});

describe('a challenge', () => {
  const use = { purpose: 'second-factor', owner: 'ticket-1' } as const;
  const made = (at = NOW) => Buffer.from(newChallenge(SECRET, use, at)).toString('base64url');

  test('is known again for its own use, until its end', () => {
    const challenge = made();
    expect(readChallenge(SECRET, challenge, use, NOW)).toMatchObject({
      expiresAt: NOW + CHALLENGE_LIFETIME_MS,
    });
    expect(readChallenge(SECRET, challenge, use, NOW + CHALLENGE_LIFETIME_MS)).toBeNull();
  });

  test('is worth nothing for another purpose, another owner or under another secret', () => {
    const challenge = made();
    expect(readChallenge(SECRET, challenge, { ...use, purpose: 'step-up' }, NOW)).toBeNull();
    expect(readChallenge(SECRET, challenge, { ...use, owner: 'ticket-2' }, NOW)).toBeNull();
    expect(readChallenge(`${SECRET}x`, challenge, use, NOW)).toBeNull();
  });

  test('outlives a change of the secret', () => {
    const newer = 'another-session-secret-0123456789abcdef';
    expect(readChallenge(`${newer},${SECRET}`, made(), use, NOW)).not.toBeNull();
  });

  test('with any byte changed is none of ours', () => {
    fc.assert(
      fc.property(fc.nat({ max: 53 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const bytes = Buffer.from(made(), 'base64url');
        bytes[at] = (bytes[at] ?? 0) ^ by;
        expect(readChallenge(SECRET, bytes.toString('base64url'), use, NOW)).toBeNull();
      }),
    );
  });

  test('made up by somebody is none of ours, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readChallenge(SECRET, text, use, NOW)).toBeNull();
      }),
    );
  });
});

describe('a seal', () => {
  const own = { pepper: PEPPER, purpose: 'totp-key', owner: 'ana' } as const;

  test('opens for its owner and for nobody and nothing else', async () => {
    const sealed = await seal('JBSWY3DPEHPK3PXP', own);
    expect(sealed).not.toContain('JBSW');
    expect(await unseal(sealed, own)).toBe('JBSWY3DPEHPK3PXP');
    expect(await unseal(sealed, { ...own, owner: 'bea' })).toBeNull();
    expect(await unseal(sealed, { ...own, purpose: 'totp-setup' })).toBeNull();
    expect(await unseal(sealed, { ...own, pepper: `${PEPPER}!` })).toBeNull();
    expect(await unseal(`${sealed.slice(0, -2)}AA`, own)).toBeNull();
    expect(await unseal('', own)).toBeNull();
  });

  test('is never the same twice', async () => {
    expect(await seal('x', own)).not.toBe(await seal('x', own));
  });
});
