// The hint about a password's strength: examples as customers write them, and what must hold for any.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMMON_PASSWORDS } from '../../../worker/domain/common-passwords.ts';
import { passwordStrength } from '../../../worker/domain/password-strength.ts';
import { newPasswordProblem } from '../../../worker/domain/sign-up-rules.ts';

test.each([
  ['', null],
  ['a1', 'weak'],
  ['sóletrasaqui', 'weak'],
  ['senha123', 'weak'],
  ['senha2026', 'weak'],
  ['Flamengo2019', 'weak'],
  ['abcdefgh12345678', 'weak'],
  ['aaaaaaaaaaaaaaa1', 'weak'],
  ['qwertyuiop99', 'weak'],
  ['876543210zyxw', 'weak'],
  ['k7mq2xd9', 'fair'],
  ['tucano azul 7', 'strong'],
  ['a new jaguar 7', 'strong'],
  ['Vq8#tz1!Lr', 'strong'],
  ['correct horse battery 9', 'strong'],
] as const)('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

test('no common password is better than weak', () => {
  expect([...COMMON_PASSWORDS].filter((password) => passwordStrength(password) !== 'weak')).toEqual([]);
});

test('what the rules refuse is weak, and every text gets an answer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (password) => {
      const strength = passwordStrength(password);
      expect(['weak', 'fair', 'strong']).toContain(strength);
      expect(newPasswordProblem(password) === null || strength === 'weak').toBe(true);
    }),
  );
});

test('sixteen random letters and digits are strong', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  fc.assert(
    fc.property(fc.array(letter, { minLength: 20, maxLength: 20 }), (letters) => {
      const password = letters.join('');
      // A random password may contain a run or a word and is then weaker.
      fc.pre(newPasswordProblem(password) === null && new Set(letters).size > 12);
      expect(passwordStrength(password)).not.toBe('weak');
    }),
  );
});
