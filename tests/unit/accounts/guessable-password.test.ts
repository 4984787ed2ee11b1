import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonPasswords, isGuessablePassword } from '../../../worker/auth/common-passwords.ts';
import { isGuessable } from '../../../worker/domain/guessable-password.ts';
import { newPasswordProblem } from '../../../worker/domain/sign-up-rules.ts';
import { anyLetter } from '../../support/any-letter.ts';

const ANA = { fullName: 'João da Conceição Prado', email: 'maria.silva-1985@padaria.com.br' };

describe('the list', async () => {
  const { all, words } = await commonPasswords();

  test('has ten thousand common passwords and more', () => {
    expect(all.size).toBeGreaterThan(10_000);
    for (const password of ['123456', 'password', 'senha123']) expect(all.has(password)).toBe(true);
  });

  test('its words are whole and of four letters at least: shorter ones are in too many others', () => {
    for (const word of ['senha', 'password', 'love']) expect(words.has(word)).toBe(true);
    expect(words.size).toBeGreaterThan(5_000);
    expect([...words].filter((word) => !/^[a-z]{4,}$/u.test(word))).toEqual([]);
    // Of `50cent`: what comes after digits is no beginning.
    expect([all.has('50cent'), words.has('cent')]).toEqual([true, false]);
  });

  test('none of it passes, in any case', async () => {
    const passing = [];
    for (const password of all)
      if (!(await isGuessablePassword(password.toUpperCase(), ANA))) passing.push(password);
    expect(passing).toEqual([]);
  });
});

test.each([
  // What the rules alone let through.
  'onca2027',
  'prata2026!',
  'joao1234567',
  '11111111a',
  'Password1!',
  'cliente2026',
  'Onça2026!',
  'ouro-prata-2027',
  'JOÃO12345678',
  'conceicao1990',
  'Prado#2026',
  'padaria123',
  'maria.silva-1985',
  'maria.silva-1985@padaria.com.br',
  'MariaSilva1985',
  'aaaaaaaaaaaaaaaaaaaa',
  'abcdefghijklmnopqrstuvwxyz',
  '123456789012345678',
  'qwertyuiopasdfghjkl',
  'senhasenhasenha',
])('%s is guessed soon', async (password) => {
  expect(await isGuessablePassword(password, ANA)).toBe(true);
});

test.each([
  'correct horse battery staple',
  'o cavalo bebe chá às cinco',
  'jaguar pays 9 ounces',
  'naughty-9-cats',
  'onca-demo-2026',
  'k7mq2xd9',
  'João mora em 3 casas azuis',
])('%s is not', async (password) => {
  expect(newPasswordProblem(password)).toBeNull();
  expect(await isGuessablePassword(password, ANA)).toBe(false);
});

describe('with a list of two', () => {
  const common = { all: new Set(['hunter2']), words: new Set(['senha']) };
  const li = { fullName: 'Ana Li Anastacia', email: 'bia.xu-77@mail.padaria.com' };
  test.each([
    ['hunter2', 'one of the list', true],
    ['HUNTER2', 'one of the list, in capitals', true],
    ['k7mq2', 'five characters that nobody knows', false],
    ['k7mq', 'four', true],
    ['senhak7m', 'a known word and three', false],
    ['senhak7', 'a known word and two', true],
    ['anak7mq', 'the name and four', true],
    ['anastaciak7mq', 'a name that begins with another and four', true],
    ['lik7mq', 'a name of two letters, which says nothing', false],
    ['biak7mq', 'a part of the address and four', true],
    ['xuk7mq', 'a part of two letters', false],
    ['padariak7mq', 'the host and four', true],
    ['comk7mq', 'the end of every host', false],
    ['bia.xu-77@mail.padaria.comk7m', 'the whole address and three', true],
    ['ouroprata-k7m', 'what the product sells and four', true],
    ['k7mqk7mqk7mqk7mq', 'the same four again and again', true],
  ])('%s, %s: %s', (password, _, isGuessed) => {
    expect(isGuessable(password, li, common)).toBe(isGuessed);
  });
});

test('random letters and digits are good, whoever chooses them, and any text gets an answer', async () => {
  const letter = fc.constantFrom(...'bcdfghjkmnpqrtvwxz2346789');
  await fc.assert(
    fc.asyncProperty(fc.array(letter, { minLength: 16, maxLength: 16 }), async (letters) => {
      fc.pre(new Set(letters).size > 8);
      expect(await isGuessablePassword(letters.join(''), ANA)).toBe(false);
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyLetter, maxLength: 300 }), fc.string(), async (password, email) => {
      expect(typeof (await isGuessablePassword(password, { fullName: email, email }))).toBe('boolean');
    }),
  );
});

test.each([
  ['jaguar9', 'passwordTooShort'],
  ['jaguarjaguar', 'passwordNeedsLettersAndNumbers'],
  ['fourteen chars', 'passwordNeedsLettersAndNumbers'],
  ['fifteen letters', null],
  ['981726354091827', null],
  ['açaí com leite e mel', null],
  // Composed letters are one character, however they are typed.
  ['a\u0301e\u0301i\u03017xyz', 'passwordTooShort'],
  ['e\u0301'.repeat(7) + '7', null],
  [`${'é'.repeat(256)}`, null],
  [`${'e\u0301'.repeat(256)}`, null],
  [`${'e\u0301'.repeat(257)}`, 'passwordTooLong'],
] as const)('the length and letters of %j', (password, problem) => {
  expect(newPasswordProblem(password)).toBe(problem);
});
