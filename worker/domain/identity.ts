// Who a customer is: levels, what each asks for, the words of the check, and the rules of what is typed (P59).

import { readCpf, maskCpf } from './cpf.ts';
import { charactersOf, normaliseFullName } from './personal-details.ts';
import type { AttemptLimit } from './session-rules.ts';
import { FULL_NAME_MAX_CHARACTERS } from './sign-up-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';
import { wallClock } from './time-zones.ts';

/** 0: signed up. 1: e-mail proved, number and birth date checked. 2: document, selfie, address. 3: source of funds. */
export const LEVELS = [0, 1, 2, 3] as const;
export type Level = (typeof LEVELS)[number];

export const IDENTITY_KINDS = ['cpf', 'passport'] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

export const IDENTITY_STATES = [
  'pending',
  'verified',
  'waiting',
  'more',
  'refused',
  'appealed',
  'review',
] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

/** What the operators decide. */
export const QUEUED_STATES = ['appealed', 'pending', 'waiting'] as const satisfies readonly IdentityState[];

export const IDENTITY_STEPS = [
  'given',
  'matched',
  'not-matched',
  'listed',
  'not-listed',
  'stated',
  'documents',
  'more',
  'approved',
  'refused',
  'appealed',
  'review',
  'lapsed',
] as const;
export type IdentityStep = (typeof IDENTITY_STEPS)[number];

/** What a provider says of number, name and birth date; the last two are asked again. */
export const CHECK_OUTCOMES = [
  'match',
  'other-name',
  'not-found',
  'deceased',
  'pending',
  'unreachable',
] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];
/** Those that refuse; the word is the reason, and the page has a sentence for each. */
export const CHECK_REFUSALS = [
  'other-name',
  'not-found',
  'deceased',
] as const satisfies readonly CheckOutcome[];
export type CheckRefusal = (typeof CHECK_REFUSALS)[number];

export const isCheckRefusal = (word: string | null): word is CheckRefusal =>
  (CHECK_REFUSALS as readonly (string | null)[]).includes(word);

/** What a provider says of lists of sanctions and the like; the last two are asked again. None of them refuses: a person does, or does not. */
export const LISTS_OUTCOMES = ['clear', 'possible', 'pending', 'unreachable'] as const;
export type ListsOutcome = (typeof LISTS_OUTCOMES)[number];

/** The reason of an identity that waits for a person because of a list. */
export const LISTED = 'listed';

export const isListed = ({
  state,
  reason,
}: {
  readonly state: IdentityState;
  readonly reason: string | null;
}): boolean => state === 'waiting' && reason === LISTED;

/** How the sandbox answers, by the last two digits of the number; every other number is a match. */
export const SANDBOX_OUTCOMES: Readonly<Record<string, CheckOutcome>> = {
  '09': 'match',
  '17': 'other-name',
  '25': 'not-found',
  '33': 'deceased',
  '41': 'pending',
  '50': 'unreachable',
};

export function sandboxCheck(number: string): CheckOutcome {
  return SANDBOX_OUTCOMES[number.slice(-2)] ?? 'match';
}

/** How the sandbox answers about lists, by digits of their own; every other number is on none. */
export const SANDBOX_LISTS: Readonly<Record<string, ListsOutcome>> = {
  '58': 'possible',
  '66': 'pending',
  '74': 'unreachable',
};

export function sandboxLists(number: string): ListsOutcome {
  return SANDBOX_LISTS[number.slice(-2)] ?? 'clear';
}

/** When a provider is asked again that could not say: after a minute, five, 15, and then each hour. */
const CHECK_AGAIN_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS] as const;

export function checkAgainAt(checks: number, now: number): number {
  return now + (CHECK_AGAIN_MS[Math.min(checks, CHECK_AGAIN_MS.length) - 1] ?? MINUTE_MS);
}

export const DOCUMENT_KINDS = ['document', 'selfie', 'address', 'funds'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** One of each at least. */
export const LEVEL_ASKS_FOR: Readonly<Record<2 | 3, readonly DocumentKind[]>> = {
  2: ['document', 'selfie', 'address'],
  3: ['funds'],
};

/** Papers of one customer that are kept at once. */
export const DOCUMENTS_MAX = 20;
export const IDENTITY_LIMIT: AttemptLimit = { max: 5, windowMs: DAY_MS };
export const DOCUMENT_UPLOAD_LIMIT: AttemptLimit = { max: 30, windowMs: DAY_MS };
/** What customers do about their identity besides: papers handed in, appeals, statements. */
export const IDENTITY_STEP_LIMIT: AttemptLimit = { max: 20, windowMs: DAY_MS };

/** How long an identity holds: five years, in days of the calendar. */
export const IDENTITY_HOLDS_YEARS = 5;
/** How long before its end the customer is asked again. */
export const REVIEW_ASKED_MS = 30 * DAY_MS;
/** Papers that were never handed in, and those of a refusal. */
export const DRAFT_DOCUMENT_KEPT_MS = 30 * DAY_MS;
export const REFUSED_DOCUMENT_KEPT_MS = 90 * DAY_MS;
/** How long an opening of an identity lets an operator see it. */
export const IDENTITY_VIEW_MS = 10 * MINUTE_MS;

export const APPEAL_MIN_CHARACTERS = 10;
export const APPEAL_MAX_CHARACTERS = 1_000;
export const PEP_DETAIL_MAX_CHARACTERS = 300;
export const PASSPORT_MAX_CHARACTERS = 20;

/** Five years later, on the same day of the calendar. */
export function holdsUntil(now: number): number {
  const date = new Date(now);
  return date.setUTCFullYear(date.getUTCFullYear() + IDENTITY_HOLDS_YEARS);
}

/** Brazil's day: who turns 18 there today is 18. */
const ZONE = 'America/Sao_Paulo';
export const ADULT_YEARS = 18;
const OLDEST_YEARS = 120;

type Day = { readonly year: number; readonly month: number; readonly day: number };

/** Null for what is no day of the calendar, such as 31 February. */
export function readDay(text: string): Day | null {
  const found = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/u.exec(text);
  if (found === null) return null;
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number];
  // A day that its month does not have is in another one.
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
  return isDay ? { year, month, day } : null;
}

/** Whole years on the day that it is in Brazil; who was born on 29 February is a year older on 1 March of other years. */
export function ageOn({ year, month, day }: Day, now: number): number {
  const today = new Date(wallClock(ZONE, now));
  const hadBirthday =
    today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}

export function birthDateProblem(text: string, now: number) {
  const day = readDay(text);
  if (day === null) return 'birthDateInvalid';
  const age = ageOn(day, now);
  if (age > OLDEST_YEARS || age < 0) return 'birthDateInvalid';
  return age < ADULT_YEARS ? 'tooYoung' : null;
}

/** As on the document: two letters at least, and no digits. */
export function documentNameProblem(typed: string) {
  const name = normaliseFullName(typed);
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2 || /\p{N}/u.test(name)) return 'documentName';
  return charactersOf(name) > FULL_NAME_MAX_CHARACTERS ? 'fullNameTooLong' : null;
}

export type IdentityNumber = {
  readonly kind: IdentityKind;
  /** ISO 3166-1, two letters; BR with a CPF. */
  readonly country: string;
  readonly number: string;
};

/** In the one form in which it is compared; null for what is no number of this kind. Who has a CPF gives it. */
export function readIdentityNumber({ kind, country, number }: IdentityNumber): IdentityNumber | null {
  if (kind === 'cpf') {
    const cpf = readCpf(number.trim());
    return cpf === null || country !== 'BR' ? null : { kind, country, number: cpf };
  }
  const passport = number.replaceAll(/[ -]/gu, '').toUpperCase();
  const isNumber = /^[A-Z0-9]{5,}$/u.test(passport) && passport.length <= PASSPORT_MAX_CHARACTERS;
  const isOne = isNumber && /^[A-Z]{2}$/u.test(country) && country !== 'BR';
  return isOne ? { kind, country, number: passport } : null;
}

export function maskNumber({ kind, number }: Pick<IdentityNumber, 'kind' | 'number'>): string {
  return kind === 'cpf' ? maskCpf(number) : `•••${number.slice(-3)}`;
}

/** What is sealed. */
export type SealedIdentity = {
  readonly number: string;
  readonly fullName: string;
  readonly birthDate: string;
};
