// The rules of the contact form and of the newsletter (Customer spec, section 5), one table per field. The form and
// the server run this same table; the first failing rule of a field speaks for the field.

import {
  charactersOf,
  isEmail,
  normaliseFullName,
  normalisePhone,
  PHONE_MAX_DIGITS,
  PHONE_MIN_DIGITS,
} from './personal-details.ts';
import type { AttemptLimit } from './session-rules.ts';
import { HOUR_MS } from './time.ts';

export const INQUIRIES = ['general', 'account', 'technical', 'investment', 'pricing', 'security'] as const;
export type Inquiry = (typeof INQUIRIES)[number];

export const CONTACT_NAME_MAX_CHARACTERS = 99;
export const SUBJECT_MAX_CHARACTERS = 150;
export const MESSAGE_MAX_CHARACTERS = 5_000;

/** Messages per address and hour: enough for a person, and for several behind one carrier's address. */
export const CONTACT_ADDRESS_LIMIT: AttemptLimit = { max: 5, windowMs: HOUR_MS };
/** Subscriptions asked for per address and hour: the answer says whether an e-mail is on the list. */
export const NEWSLETTER_ADDRESS_LIMIT: AttemptLimit = { max: 10, windowMs: HOUR_MS };
/** How long the form shows its outcome, then it is idle again (Customer spec, section 4). */
export const CONTACT_OUTCOME_MS = 5_000;

export type ContactFields = {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly subject: string;
  readonly inquiry: string;
  readonly message: string;
};
export type ContactField = keyof ContactFields;

export type FormProblem<Field extends string> = {
  readonly field: Field;
  readonly code: string;
  readonly message: string;
};

type Rule = {
  readonly code: string;
  readonly message: string;
  /** True when the rule holds. It may assume that the rules before it hold. */
  readonly holds: (text: string) => boolean;
};

const CONTACT_RULES: readonly (readonly [ContactField, readonly Rule[]])[] = [
  [
    'name',
    [
      rule('nameRequired', 'Please enter your name', (text) => normaliseFullName(text) !== ''),
      rule('nameTooLong', `Name must be less than ${CONTACT_NAME_MAX_CHARACTERS + 1} characters`, (text) =>
        fits(normaliseFullName(text), CONTACT_NAME_MAX_CHARACTERS),
      ),
    ],
  ],
  [
    'email',
    [
      rule('emailRequired', 'Please enter your email address', (text) => text.trim() !== ''),
      rule('invalidEmail', 'Please enter a valid email address', isEmail),
    ],
  ],
  [
    'phone',
    [
      rule(
        'phoneTooShort',
        `Phone number must be at least ${PHONE_MIN_DIGITS} digits`,
        (text) => text.trim() === '' || normalisePhone(text).length >= PHONE_MIN_DIGITS,
      ),
      rule(
        'phoneTooLong',
        `Phone number must be less than ${PHONE_MAX_DIGITS + 1} digits`,
        (text) => normalisePhone(text).length <= PHONE_MAX_DIGITS,
      ),
    ],
  ],
  [
    'subject',
    [
      rule('subjectRequired', 'Please enter a subject', (text) => normaliseFullName(text) !== ''),
      rule('subjectTooLong', `Subject must be at most ${SUBJECT_MAX_CHARACTERS} characters`, (text) =>
        fits(normaliseFullName(text), SUBJECT_MAX_CHARACTERS),
      ),
    ],
  ],
  ['inquiry', [rule('inquiryUnknown', 'Please choose one of the listed topics', isInquiry)]],
  [
    'message',
    [
      rule('messageRequired', 'Please enter your message', (text) => normaliseMessage(text) !== ''),
      rule('messageTooLong', `Message must be at most ${MESSAGE_MAX_CHARACTERS} characters`, (text) =>
        fits(normaliseMessage(text), MESSAGE_MAX_CHARACTERS),
      ),
    ],
  ],
];

const NEWSLETTER_RULES: readonly Rule[] = [
  rule('emailRequired', 'Please enter your email address', (text) => text.trim() !== ''),
  rule('invalidEmail', 'Please enter a valid email address', isEmail),
];

/** Every field's first failing rule, in the order of the form; empty when the form is good. */
export function checkContact(fields: ContactFields): readonly FormProblem<ContactField>[] {
  return CONTACT_RULES.flatMap(([field, rules]) => firstBroken(field, rules, fields[field]));
}

export function checkNewsletter(fields: { readonly email: string }): readonly FormProblem<'email'>[] {
  return firstBroken('email', NEWSLETTER_RULES, fields.email);
}

export function isInquiry(text: string): text is Inquiry {
  return (INQUIRIES as readonly string[]).includes(text);
}

// Control characters, and those that turn the writing around.
const UNWRITTEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Line breaks as one kind, kept with the tabs; other control characters out, ends trimmed. */
export function normaliseMessage(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/gu, '\n')
    .replace(UNWRITTEN, (character) => (character === '\n' || character === '\t' ? character : ''))
    .trim();
}

function rule(code: string, message: string, holds: Rule['holds']): Rule {
  return { code, message, holds };
}

function fits(text: string, most: number): boolean {
  return charactersOf(text) <= most;
}

function firstBroken<Field extends string>(
  field: Field,
  rules: readonly Rule[],
  text: string,
): readonly FormProblem<Field>[] {
  const broken = rules.find(({ holds }) => !holds(text));
  return broken === undefined ? [] : [{ field, code: broken.code, message: broken.message }];
}
