// The rules of the contact form and of the newsletter (C5). The form and the server run the same
// functions; each gives the code of the first broken rule, or null.

import { charactersOf, isEmail, normaliseFullName, phoneLengthProblem } from './personal-details.ts';
import type { AttemptLimit } from './session-rules.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

export const INQUIRIES = [
  'general',
  'account',
  'technical',
  'investment',
  'pricing',
  'security',
  'complaint',
] as const;
export type Inquiry = (typeof INQUIRIES)[number];

export const CONTACT_NAME_MAX_CHARACTERS = 99;
export const SUBJECT_MAX_CHARACTERS = 150;
export const MESSAGE_MAX_CHARACTERS = 5_000;

/** Per address and hour: enough for several people behind one carrier's address. */
export const CONTACT_ADDRESS_LIMIT: AttemptLimit = { max: 5, windowMs: HOUR_MS };
/** Per address and hour: the reply says whether an e-mail is on the list, and each sends a letter. */
export const NEWSLETTER_ADDRESS_LIMIT: AttemptLimit = { max: 10, windowMs: HOUR_MS };
/** Letters of the newsletter's question to one mailbox, which may be somebody else's. */
export const NEWSLETTER_LETTER_LIMIT: AttemptLimit = { max: 3, windowMs: DAY_MS };
/** An address that nobody confirmed is forgotten after this. */
export const UNCONFIRMED_KEPT_MS = 30 * DAY_MS;
/** How long the form shows its outcome (C4). */
export const CONTACT_OUTCOME_MS = 5_000;

type ContactFields = Readonly<Record<'name' | 'email' | 'phone' | 'subject' | 'inquiry' | 'message', string>>;

/** The code of each field's first broken rule, in the order of the form. */
export function contactProblems({ name, email, phone, subject, inquiry, message }: ContactFields) {
  return {
    name: nameProblem(normaliseFullName(name)),
    email: emailProblem(email),
    phone: phone.trim() === '' ? null : phoneLengthProblem(phone),
    subject: subjectProblem(normaliseFullName(subject)),
    inquiry: isInquiry(inquiry) ? null : 'inquiryUnknown',
    message: messageProblem(normaliseMessage(message)),
  } as const;
}

function nameProblem(name: string) {
  if (name === '') return 'nameRequired';
  return charactersOf(name) > CONTACT_NAME_MAX_CHARACTERS ? 'nameTooLong' : null;
}

export function emailProblem(email: string) {
  if (email.trim() === '') return 'emailRequired';
  return isEmail(email) ? null : 'invalidEmail';
}

function subjectProblem(subject: string) {
  if (subject === '') return 'subjectRequired';
  return charactersOf(subject) > SUBJECT_MAX_CHARACTERS ? 'subjectTooLong' : null;
}

function messageProblem(message: string) {
  if (message === '') return 'messageRequired';
  return charactersOf(message) > MESSAGE_MAX_CHARACTERS ? 'messageTooLong' : null;
}

export function isInquiry(text: string): text is Inquiry {
  return (INQUIRIES as readonly string[]).includes(text);
}

// Control characters, and those that change the writing direction.
const UNWRITTEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Line breaks as one kind, kept with the tabs; other control characters out, ends trimmed. */
export function normaliseMessage(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/gu, '\n')
    .replace(UNWRITTEN, (character) => (character === '\n' || character === '\t' ? character : ''))
    .trim();
}
