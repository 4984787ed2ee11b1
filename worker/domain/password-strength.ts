// Estimates how long a password would resist guessing. It refuses nothing (sign-up-rules.ts does that): it only
// counts what a guesser cannot predict. Runs, repetitions, years and well-known words count little.

import { COMMON_PASSWORDS } from './common-passwords.ts';
import { newPasswordProblem } from './sign-up-rules.ts';

export const PASSWORD_STRENGTHS = ['weak', 'fair', 'strong'] as const;
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number];

/** Guesses as powers of two: below the first a password is weak, from the second on it is strong. */
const FAIR_BITS = 40;
const STRONG_BITS = 60;

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const;
const WORD_MIN_CHARACTERS = 4;
/** A well-known word is one choice among a few thousand: about as much as two random characters. */
const WORD_UNITS = 2;

/** Null for an empty field. */
export function passwordStrength(password: string): PasswordStrength | null {
  if (password === '') return null;
  if (newPasswordProblem(password) !== null) return 'weak';
  const bits = unitsOf(password.toLowerCase(), knownWords()) * Math.log2(alphabetOf(password));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

/** How many characters a guesser has to find, what is well known having been folded together. */
export function unitsOf(password: string, words: ReadonlySet<string>): number {
  let units = 0;
  let rest = password.replaceAll(/(?:19|20)\d\d/gu, '\u0000');
  while (rest !== '') {
    const [length, worth] = nextPart(rest, words);
    units += worth;
    rest = rest.slice(length);
  }
  return units;
}

/** What the rest begins with: its length in code units, and what it is worth. */
function nextPart(rest: string, words: ReadonlySet<string>): readonly [length: number, worth: number] {
  const word = knownWordAt(rest, words);
  const run = runAt(rest);
  const [first = ''] = rest;
  if (word >= Math.max(run, WORD_MIN_CHARACTERS)) return [word, WORD_UNITS];
  return run >= 3 ? [run, 1] : [first.length, 1];
}

/** The longest well-known word that the text begins with. */
function knownWordAt(text: string, words: ReadonlySet<string>): number {
  const letters = /^\p{L}+/u.exec(text)?.[0] ?? '';
  for (let length = letters.length; length >= WORD_MIN_CHARACTERS; length -= 1) {
    if (words.has(letters.slice(0, length))) return length;
  }
  return 0;
}

/** How long the text goes on repeating its first character, or along a row of the keyboard or the alphabet. */
function runAt(text: string): number {
  const same = /^(.)\1*/su.exec(text)?.[0].length ?? 0;
  const along = ROWS.flatMap((row) => [row, [...row].toReversed().join('')]).map((row) => {
    const start = row.indexOf(text[0] ?? '');
    return start < 0 ? 0 : sharedStart(row.slice(start), text);
  });
  return Math.max(same, ...along);
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function alphabetOf(password: string): number {
  const kinds = [
    [/[a-z]/u, 26],
    [/[A-Z]/u, 26],
    [/\d/u, 10],
    [/[ !-/:-@[-`{-~]/u, 33],
    [/[^ -~]/u, 60],
  ] as const;
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
}

let known: ReadonlySet<string> | null = null;

/** The letters that common passwords begin with: `senha` of `senha123`. */
function knownWords(): ReadonlySet<string> {
  known ??= new Set([...COMMON_PASSWORDS].map((password) => password.replace(/[^a-z].*/u, '')));
  return known;
}
