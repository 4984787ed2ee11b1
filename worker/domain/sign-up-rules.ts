// The rules of the account forms in the specification's order (C5; P15). Each function gives the
// code of the first broken rule, or null. The form and the server run the same functions.

import { COMMON_PASSWORDS } from './common-passwords.ts';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './limits.ts';
import { charactersOf, normaliseFullName, phoneLengthProblem } from './personal-details.ts';

export const FULL_NAME_MIN_CHARACTERS = 2;
export const FULL_NAME_MAX_CHARACTERS = 99;
/** A person needs longer than this for six fields. */
export const SIGN_UP_MIN_FILL_MS = 1_000;

export function fullNameProblem(fullName: string) {
  const length = charactersOf(normaliseFullName(fullName));
  if (length === 0) return 'fullNameRequired';
  if (length < FULL_NAME_MIN_CHARACTERS) return 'fullNameTooShort';
  return length > FULL_NAME_MAX_CHARACTERS ? 'fullNameTooLong' : null;
}

export function phoneProblem(phone: string) {
  return phone.trim() === '' ? 'phoneRequired' : phoneLengthProblem(phone);
}

export function newPasswordProblem(password: string) {
  const length = charactersOf(password);
  if (length < PASSWORD_MIN_CHARACTERS) return 'passwordTooShort';
  if (length > PASSWORD_MAX_CHARACTERS) return 'passwordTooLong';
  if (!hasLettersAndNumbers(password)) return 'passwordNeedsLettersAndNumbers';
  return COMMON_PASSWORDS.has(password.toLowerCase()) ? 'passwordTooCommon' : null;
}

export function hasLettersAndNumbers(password: string): boolean {
  return /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
}

/** Optional, so that clients other than our form can sign up: null is no signal. NaN is too soon. */
export function isFilledTooSoon(filledInMs: number | null): boolean {
  return filledInMs !== null && !(filledInMs >= SIGN_UP_MIN_FILL_MS);
}
