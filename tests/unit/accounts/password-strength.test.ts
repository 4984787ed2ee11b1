// The hint about a password's strength: examples as customers write them, and what must hold for any.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMON_PASSWORDS } from '../../../worker/domain/common-passwords.ts';
import { passwordStrength, unitsOf } from '../../../worker/domain/password-strength.ts';
import { newPasswordProblem } from '../../../worker/domain/sign-up-rules.ts';

test.each([
  ['senhakq7', 'weak'],
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
  ['goldkq72x', 'weak'],
  ['k7mq2xaaa', 'weak'],
  ['KmqAAAAAAAAAAxvz', 'weak'],
  ['k7mq2xd9', 'fair'],
  ['K7mq2xaaa', 'fair'],
  ['k7mq2xd9v4b', 'fair'],
  ['K7MQ2XD9V4B', 'fair'],
  ['k7mq2-xd9v', 'strong'],
  ['k7mq2éxd9v', 'strong'],
  ['tucano azul 7', 'strong'],
  ['a new jaguar 7', 'strong'],
  ['Vq8#tz1!Lr', 'strong'],
  ['correct horse battery 9', 'strong'],
] as const)('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

describe('what a guesser has to find', () => {
  const words = new Set(['senha', 'gold', 'aaaa']);
  test.each([
    ['', 0],
    ['k', 1],
    ['ab', 2],
    ['abc', 1],
    ['cba', 1],
    ['yz', 2],
    ['xyz', 1],
    ['poiu', 1],
    ['4567', 1],
    ['890', 1],
    ['aa', 2],
    ['aaa', 1],
    ['1999', 1],
    ['2026', 1],
    ['a2026b', 3],
    ['2126', 4],
    ['senha', 2],
    ['gold', 2],
    ['senhax', 3],
    ['xsenha', 3],
    ['9senhaaaaa', 5],
    // A run is longer than the word that it begins with.
    ['aaaaaaa', 1],
    ['😀a', 2],
  ])('of %j is %d', (password, units) => {
    expect(unitsOf(password, words)).toBe(units);
  });
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
