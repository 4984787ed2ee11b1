// The rules of the account forms in the specification's order (C5; P15). Each function gives the
// code of the first broken rule, or null. The form and the server run the same functions.

import { COMMON_PASSWORDS } from './common-passwords.ts';
import { PASSPHRASE_MIN_CHARACTERS, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './limits.ts';
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

/** What a form can tell by itself. The server refuses more: what is easily guessed (guessable-password.ts). */
export function newPasswordProblem(typed: string) {
  const password = typed.normalize('NFC');
  const length = charactersOf(password);
  if (length < PASSWORD_MIN_CHARACTERS) return 'passwordTooShort';
  if (length > PASSWORD_MAX_CHARACTERS) return 'passwordTooLong';
  if (!isMixedOrLong(password)) return 'passwordNeedsLettersAndNumbers';
  return COMMON_PASSWORDS.has(password.toLowerCase()) ? 'passwordTooCommon' : null;
}

/** Letters and digits, or a passphrase. */
export function isMixedOrLong(password: string): boolean {
  const isMixed = /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
  return isMixed || charactersOf(password.normalize('NFC')) >= PASSPHRASE_MIN_CHARACTERS;
}

/** Optional, so that clients other than our form can sign up: null is no signal. NaN is too soon. */
export function isFilledTooSoon(filledInMs: number | null): boolean {
  return filledInMs !== null && !(filledInMs >= SIGN_UP_MIN_FILL_MS);
}
