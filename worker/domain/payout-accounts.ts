// Where a customer's money may go: PIX keys and accounts at banks, as they are typed and as banks know them.

import { maskCpf, readCpf } from './cpf.ts';
import { isEmail, normaliseEmail, normaliseFullName } from './personal-details.ts';
import type { AttemptLimit } from './session-rules.ts';
import { DAY_MS } from './time.ts';

export const PAYOUT_METHODS = ['pix', 'ted', 'wire'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

/** How a customer is paid. Reais go to a CPF alone, so who is known by a passport is paid by wire (P92). */
export const methodsFor = (isByWireAlone: boolean): readonly PayoutMethod[] =>
  isByWireAlone ? ['wire'] : PAYOUT_METHODS;

export const PIX_KEY_TYPES = ['cpf', 'email', 'phone', 'random'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

export const PAYOUT_ACCOUNT_STATUSES = ['checking', 'waiting', 'active', 'refused', 'removed'] as const;
export type PayoutAccountStatus = (typeof PAYOUT_ACCOUNT_STATUSES)[number];

/** Why one was refused: the bank names another person, or knows no such key or account; or an operator said no. */
export const PAYOUT_REFUSALS = ['other', 'unknown', 'team'] as const;
export type PayoutRefusal = (typeof PAYOUT_REFUSALS)[number];

/** Of one customer, those that are checked included; a CHECK of the table says the same. */
export const PAYOUT_ACCOUNTS_MAX = 3;
/** From which level on: whose an account is, is compared with who the customer is. */
export const PAYOUT_LEVEL = 1;
/** Each one asks a bank whose the account is, and nobody need ask often. */
export const PAYOUT_ACCOUNT_LIMIT: AttemptLimit = { max: 10, windowMs: DAY_MS };

/** As a bank takes it. */
export type PayoutDetails =
  | { readonly method: 'pix'; readonly keyType: PixKeyType; readonly key: string }
  | {
      readonly method: 'ted';
      readonly bank: string;
      readonly branch: string;
      readonly number: string;
      readonly kind: 'checking' | 'savings';
    }
  | { readonly method: 'wire'; readonly iban: string; readonly bic: string };

/** What is typed in the form in which it is kept, compared and sent; null where something of it is no such thing. */
export function readPayoutDetails(typed: PayoutDetails): PayoutDetails | null {
  switch (typed.method) {
    case 'pix': {
      const key = readPixKey(typed.keyType, typed.key);
      return key === null ? null : { method: 'pix', keyType: typed.keyType, key };
    }
    case 'ted': {
      const [bank, branch, number] = [
        readBank(typed.bank),
        readBranch(typed.branch),
        readNumber(typed.number),
      ];
      if (bank === null || branch === null || number === null) return null;
      return { method: 'ted', bank, branch, number, kind: typed.kind };
    }
    case 'wire': {
      const [iban, bic] = [readIban(typed.iban), readBic(typed.bic)];
      return iban === null || bic === null ? null : { method: 'wire', iban, bic };
    }
  }
}

const KEY_PROBLEMS = { cpf: 'cpf', email: 'pixEmail', phone: 'pixPhone', random: 'pixRandom' } as const;

/** The code of the broken rule of each field, or null. */
export function payoutProblems(typed: PayoutDetails) {
  switch (typed.method) {
    case 'pix':
      return { key: readPixKey(typed.keyType, typed.key) === null ? KEY_PROBLEMS[typed.keyType] : null };
    case 'ted':
      return {
        bank: readBank(typed.bank) === null ? ('bankCode' as const) : null,
        branch: readBranch(typed.branch) === null ? ('bankBranch' as const) : null,
        number: readNumber(typed.number) === null ? ('bankNumber' as const) : null,
      };
    case 'wire':
      return {
        iban: readIban(typed.iban) === null ? ('iban' as const) : null,
        bic: readBic(typed.bic) === null ? ('bic' as const) : null,
      };
  }
}

/** The longest address that is a key. */
const PIX_EMAIL_MAX_CHARACTERS = 77;
/** A random key (EVP). Digits are those of ASCII here and below: others look alike and are refused. */
const RANDOM_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** In the form of the directory of keys (Banco Central, API DICT): digits, lower case, or a number with its country. */
export function readPixKey(type: PixKeyType, typed: string): string | null {
  const text = typed.trim();
  switch (type) {
    case 'cpf':
      return readCpf(text);
    case 'email': {
      const email = normaliseEmail(text);
      return isEmail(text) && email.length <= PIX_EMAIL_MAX_CHARACTERS ? email : null;
    }
    case 'phone':
      return readMobile(text);
    case 'random': {
      const key = text.toLowerCase();
      return RANDOM_KEY.test(key) ? key : null;
    }
  }
}

/** A Brazilian mobile number: an area code and nine digits that begin with 9. */
function readMobile(typed: string): string | null {
  if (!/^\+?[0-9 ().-]+$/u.test(typed)) return null;
  const digits = typed.replaceAll(/[^0-9]/gu, '').replace(/^0(?=[1-9])/u, '');
  const national = typed.startsWith('+') || digits.length > 11 ? digits.replace(/^55/u, '') : digits;
  const isForeign = typed.startsWith('+') && !digits.startsWith('55');
  return !isForeign && /^[1-9]{2}9[0-9]{8}$/u.test(national) ? `+55${national}` : null;
}

function readBank(typed: string): string | null {
  return /^(?:(?!000)[0-9]{3}|[0-9]{8})$/u.test(typed) ? typed : null;
}

function readBranch(typed: string): string | null {
  return /^[0-9]{1,4}$/u.test(typed) && !/^0+$/u.test(typed) ? typed.padStart(4, '0') : null;
}

/** Without what separates and without zeros in front, so that an account is known again however it is typed. */
function readNumber(typed: string): string | null {
  if (!/^[0-9. ]+(?:-? ?[0-9Xx])?$/u.test(typed)) return null;
  const number = typed.replaceAll(/[-. ]/gu, '').toUpperCase().replace(/^0+/u, '');
  return number.length >= 2 && number.length <= 13 ? number : null;
}

/** Its check digits are right: the remainder by 97 of the number that it is, moved by four and read in base 36, is 1 (ISO 13616). */
export function readIban(typed: string): string | null {
  const iban = typed.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/u.test(iban)) return null;
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1 ? iban : null;
}

/** Bank, country, place, and where there is one the branch (ISO 9362). */
export function readBic(typed: string): string | null {
  const bic = typed.replaceAll(' ', '').toUpperCase();
  return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/u.test(bic) ? bic : null;
}

/** As pages show it: enough to tell two of one's own apart, too little to use. */
export function maskPayout(details: PayoutDetails): string {
  switch (details.method) {
    case 'pix':
      return maskPixKey(details.keyType, details.key);
    case 'ted':
      return `${details.bank} · ${details.branch} · •••${details.number.slice(-3)}`;
    case 'wire':
      return `${details.iban.slice(0, 4)} •••• ${details.iban.slice(-4)} · ${details.bic.slice(0, 8)}`;
  }
}

function maskPixKey(type: PixKeyType, key: string): string {
  switch (type) {
    case 'cpf':
      return maskCpf(key);
    case 'email':
      return `${key.slice(0, 1)}•••${key.slice(key.indexOf('@'))}`;
    case 'phone':
      return `${key.slice(0, 3)} ${key.slice(3, 5)} •••••-${key.slice(-4)}`;
    case 'random':
      return `${key.slice(0, 4)}•••${key.slice(-4)}`;
  }
}

/**
 * Whether two full names are one person's, as far as names say: the first and the last word are the same, without accents, case and
 * what cannot be seen. Banks shorten what is between them.
 */
export function sameHolder(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return a.length > 0 && a[0] === b[0] && a.at(-1) === b.at(-1);
}

function wordsOf(name: string): string[] {
  const plain = normaliseFullName(name)
    .normalize('NFD')
    .replaceAll(/[\p{M}'’.]/gu, '')
    .toUpperCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
