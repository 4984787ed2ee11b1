// Name, phone and e-mail in the one form in which they are stored and compared.
// Separate from the password rules, so that a page with only an e-mail field does not load the list of passwords.

export const PHONE_MIN_DIGITS = 10;
export const PHONE_MAX_DIGITS = 14;
/** RFC 5321: a path of 256 octets holds an address of 254. */
export const EMAIL_MAX_CHARACTERS = 254;

// Control, invisible and direction-override characters can make two different names look the same.
const UNPRINTABLE = /[\p{Cc}\u200B\u200E\u200F\u2060\u202A-\u202E\u2066-\u2069]/gu;

/** Whitespace collapsed to single spaces, ends trimmed, composed letters (C5). */
export function normaliseFullName(text: string): string {
  return text.toWellFormed().replace(/\s+/gu, ' ').replace(UNPRINTABLE, '').trim().normalize('NFC');
}

/** Digits only (C5). */
export function normalisePhone(text: string): string {
  return text.replace(/[^0-9]/gu, '');
}

/** The code of the broken rule about a phone's length, or null. */
export function phoneLengthProblem(phone: string) {
  const digits = normalisePhone(phone).length;
  if (digits < PHONE_MIN_DIGITS) return 'phoneTooShort';
  return digits > PHONE_MAX_DIGITS ? 'phoneTooLong' : null;
}

/** Trimmed and lower case (C5). */
export function normaliseEmail(text: string): string {
  return text.toWellFormed().trim().toLowerCase();
}

// x@y.z, without spaces, control characters or a second @.
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u;

/** Whether the text is an address of the form x@y.z once normalised. */
export function isEmail(text: string): boolean {
  const email = normaliseEmail(text);
  return email.length <= EMAIL_MAX_CHARACTERS && EMAIL.test(email);
}

/** Characters as people (and SQLite's length) count them: an emoji is not two. */
export function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
