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

/** Trimmed and lower case (C5); a host in other letters than ASCII as the network writes it (punycode), so that it is one address. */
export function normaliseEmail(text: string): string {
  const email = text.toWellFormed().trim().toLowerCase();
  const host = email.slice(email.indexOf('@') + 1);
  return FOREIGN_HOST.test(host) ? email.slice(0, -host.length) + asciiHost(host) : email;
}

/** Letters, digits, hyphens and dots, at least one of them not ASCII. */
const FOREIGN_HOST = /^(?=.*[^ -~])[\p{L}\p{M}\p{N}.\u3002-]+$/u;

/** Browsers, the Worker and Node have it; the domain knows no platform's types. */
declare const URL: new (address: string) => { readonly hostname: string };

function asciiHost(host: string): string {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return host;
  }
}

// The pattern of the HTML standard (input type=email), with a host of two labels or more (C5: x@y.z) that is no IP address. It
// has no character that makes a mail program read a list, a route, a comment or a display name.
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${LABEL}\\.)+(?=[a-z])${LABEL}$`, 'u');

/** Whether the text is one address of the form x@y.z once normalised. */
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
