import { expect, test } from 'vitest';
import { COMMON_PASSWORDS } from '../../../worker/domain/common-passwords.ts';
import {
  normaliseEmail,
  normaliseFullName,
  normalisePhone,
} from '../../../worker/domain/personal-details.ts';
import { checkBotSignals, checkFullName, checkSignUp } from '../../../worker/domain/sign-up-rules.ts';
import { ACCEPTED_FORMS, GOOD_FORM, REFUSED_FORMS } from '../../fixtures/sign-up-examples.ts';

test.each(REFUSED_FORMS)('sign-up refuses $name', ({ change, problems }) => {
  const found = checkSignUp({ ...GOOD_FORM, ...change });
  expect(found.map(({ field, code, message }) => [field, code, message])).toEqual(problems);
});

test.each(ACCEPTED_FORMS)('sign-up takes $name', ({ change, stored }) => {
  const form = { ...GOOD_FORM, ...change };
  expect(checkSignUp(form)).toEqual([]);
  expect({
    fullName: normaliseFullName(form.fullName),
    phone: normalisePhone(form.phone),
    email: normaliseEmail(form.email),
  }).toMatchObject(stored);
});

test('a name in the profile follows the rules of sign-up', () => {
  expect(checkFullName('Ana')).toBeNull();
  expect(checkFullName(' A ')?.code).toBe('fullNameTooShort');
});

test('every common password would pass the other rules, or it would not need to be listed', () => {
  for (const password of COMMON_PASSWORDS) {
    const codes = checkSignUp({ ...GOOD_FORM, password, confirmPassword: password }).map(({ code }) => code);
    expect(codes, `${password}`).toEqual(['passwordTooCommon']);
  }
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(1000);
});

test('the demo passwords are not common', () => {
  for (const password of ['onca-demo-2026', 'onca-admin-2026']) {
    expect(checkSignUp({ ...GOOD_FORM, password, confirmPassword: password })).toEqual([]);
  }
});

test.each([
  ['a person', { website: '', filledInMs: 8_000 }, undefined],
  ['a client without signals', { website: '', filledInMs: null }, undefined],
  ['a bot that fills every field', { website: 'https://spam.example', filledInMs: 8_000 }, 'mustStayEmpty'],
  ['a bot in a hurry', { website: '', filledInMs: 3 }, 'sentTooSoon'],
  ['a time that is no number', { website: '', filledInMs: Number.NaN }, 'sentTooSoon'],
])('the bot check looks at %s', (_name, signals, code) => {
  expect(checkBotSignals(signals)[0]?.code).toBe(code);
});
