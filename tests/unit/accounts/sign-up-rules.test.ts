import { expect, test } from 'vitest';
import { SignUp } from '../../../worker/contract/accounts.ts';
import { COMMON_PASSWORDS } from '../../../worker/domain/common-passwords.ts';
import {
  normaliseEmail,
  normaliseFullName,
  normalisePhone,
} from '../../../worker/domain/personal-details.ts';
import {
  fullNameProblem,
  isFilledTooSoon,
  isMixedOrLong,
  phoneProblem,
} from '../../../worker/domain/sign-up-rules.ts';
import { ACCEPTED_FORMS, GOOD_FORM, REFUSED_FORMS } from '../../fixtures/sign-up-examples.ts';
import { problemsIn } from '../../support/form-problems.ts';

test.each(REFUSED_FORMS)('sign-up refuses $name', ({ change, problems }) => {
  const found = problemsIn(SignUp, { ...GOOD_FORM, ...change });
  expect(found.map(({ field, code, message }) => [field, code, message])).toEqual(problems);
});

test.each(ACCEPTED_FORMS)('sign-up takes $name', ({ change, stored }) => {
  const form = { ...GOOD_FORM, ...change };
  expect(problemsIn(SignUp, form)).toEqual([]);
  expect({
    fullName: normaliseFullName(form.fullName),
    phone: normalisePhone(form.phone),
    email: normaliseEmail(form.email),
  }).toMatchObject(stored);
});

test('a name in the profile follows the rules of sign-up', () => {
  expect(fullNameProblem('Ana')).toBeNull();
  expect(fullNameProblem(' A ')).toBe('fullNameTooShort');
});

test('every common password would pass the other rules, or it would not need to be listed', () => {
  for (const password of COMMON_PASSWORDS) {
    const form = { ...GOOD_FORM, password, confirmPassword: password };
    const codes = problemsIn(SignUp, form).map(({ code }) => code);
    expect(codes, `${password}`).toEqual(['passwordTooCommon']);
  }
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(1000);
});

test('the demo passwords are not common', () => {
  for (const password of ['onca-demo-2026', 'onca-admin-2026']) {
    expect(problemsIn(SignUp, { ...GOOD_FORM, password, confirmPassword: password })).toEqual([]);
  }
});

test.each([
  ['a person', { website: '', filledInMs: 8_000 }, undefined],
  ['a client without signals', { website: '', filledInMs: null }, undefined],
  ['a bot that fills every field', { website: 'https://spam.example', filledInMs: 8_000 }, 'mustStayEmpty'],
  ['a bot in a hurry', { website: '', filledInMs: 3 }, 'sentTooSoon'],
])('the bot check looks at %s', (_name, signals, code) => {
  expect(problemsIn(SignUp, { ...GOOD_FORM, ...signals })[0]?.code).toBe(code);
});

test.each([
  [Number.NaN, true],
  [999, true],
  [1_000, false],
  [null, false],
])('a form that was filled in within %s ms was filled in too soon: %s', (ms, isTooSoon) => {
  expect(isFilledTooSoon(ms)).toBe(isTooSoon);
});

test.each([
  ['', 'phoneRequired'],
  ['   ', 'phoneRequired'],
  ['123456789', 'phoneTooShort'],
  ['1234567890', null],
  ['12345678901234', null],
  ['123456789012345', 'phoneTooLong'],
])('the phone %j: %s', (phone, problem) => {
  expect(phoneProblem(phone)).toBe(problem);
});

test.each([
  ['abc1', true],
  ['abc', false],
  ['123', false],
  ['abcdefghijklmn', false],
  ['abcdefghijklmno', true],
  ['e\u0301'.repeat(14), false],
])('%j is of letters and digits, or long: %s', (password, isGood) => {
  expect(isMixedOrLong(password)).toBe(isGood);
});
