// How a customer is greeted, what an account starts with, and when it is frozen.

import { expect, test } from 'vitest';
import { firstName } from '../../../worker/domain/first-name.ts';
import { isFrozen } from '../../../worker/domain/freeze.ts';
import { currencyFor, weightUnitFor } from '../../../worker/domain/settings-rules.ts';

test.each([
  ['Ana Prado', 'Ana'],
  ['  Ana  Maria ', 'Ana'],
  ['Ana', 'Ana'],
  ["D'Ávila Souza", "D'Ávila"],
  ['Jean-Luc Prado', 'Jean-Luc'],
  ['Jose\u0301 Prado', 'Jose\u0301'],
  ['a'.repeat(40), 'a'.repeat(40)],
  ['a'.repeat(41), null],
  ['', null],
  ['   ', null],
  ['https://spam.example', null],
  ['1Ana', null],
  ['Ana1', null],
])('%j is greeted as %j', (fullName, name) => {
  expect(firstName(fullName)).toBe(name);
});

test('an account in Portuguese starts with reais and grams, one in English with dollars and ounces', () => {
  expect([currencyFor('pt-BR'), weightUnitFor('pt-BR')]).toEqual(['BRL', 'g']);
  expect([currencyFor('en'), weightUnitFor('en')]).toEqual(['USD', 'oz']);
});

test.each([
  ['nothing', null, false],
  ['a freeze without an end', { frozenAt: 1, endsAt: null }, true],
  ['a freeze that ends in a moment', { frozenAt: 1, endsAt: 11 }, true],
  ['a freeze that ends now', { frozenAt: 1, endsAt: 10 }, false],
  ['a freeze that ended', { frozenAt: 1, endsAt: 9 }, false],
])('an account is frozen by %s: %s', (_, freeze, frozen) => {
  expect(isFrozen(freeze, 10)).toBe(frozen);
});
