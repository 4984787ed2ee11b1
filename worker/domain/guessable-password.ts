// What a guesser tries first, whatever rules a password keeps: the common ones, and known words with a year or a run of digits,
// above all the customer's and the product's own. The words come from the caller, because the long list is the server's alone.

import { charactersOf } from './personal-details.ts';
import { unitsOf } from './password-strength.ts';

export type PasswordContext = { readonly fullName: string; readonly email: string };

/** Once own words are left out, and other known words, years and runs folded into one or two units, fewer units are guessed soon. */
const UNITS_MIN = 5;
const PART_MIN_CHARACTERS = 3;
/** The product, what it sells, and what its customers are called, in both languages. */
const PRODUCT_WORDS = ['onca', 'ouro', 'prata', 'gold', 'silver', 'cliente', 'customer'];

export type CommonPasswords = {
  /** Lower case. */
  readonly all: ReadonlySet<string>;
  /** Those of letters alone. */
  readonly words: ReadonlySet<string>;
};

export function isGuessable(password: string, context: PasswordContext, common: CommonPasswords): boolean {
  const plain = password.normalize('NFC').toLowerCase();
  if (common.all.has(plain)) return true;
  const rest = ownWords(context).reduce((text, word) => text.replaceAll(word, ''), folded(plain));
  return unitsOf(rest.replaceAll(REPEATED, '$1'), common.words) < UNITS_MIN;
}

/** What is typed again at once counts once. */
const REPEATED = /(.+?)\1+/gsu;

/** Accents and case are no secret: João writes joao. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Longest first, so that a whole address goes before its parts. */
function ownWords({ fullName, email }: PasswordContext): string[] {
  const [local = '', host = ''] = folded(email).split('@');
  const parts = [
    folded(email),
    local,
    ...local.split(/\P{L}/u),
    ...host.split('.').slice(0, -1),
    ...folded(fullName).split(/\P{L}/u),
  ].filter((part) => charactersOf(part) >= PART_MIN_CHARACTERS);
  return [...new Set([...parts, ...PRODUCT_WORDS])].toSorted((a, b) => b.length - a.length);
}
