// What an operator types to find somebody: a part of an e-mail, a name or a telephone number; or the beginning of an id.

import { phoneDigitsIn } from '../../domain/submissions.ts';

/** Of an id that we made; a shorter one begins too many. */
const ID_START = /^[\da-f-]{6,}$/iu;

/** A text as `users.plain_name` has it: small letters without accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Whether the user `u` is meant, by parts in any case and without regard to accents. Reads each user at most once. instr, not
 * LIKE: a pattern over 50 bytes throws on D1. `bound` answers the place of a value in the statement.
 */
export function personSql(typed: string, bound: (value: string) => string): string {
  const text = plain(typed);
  const digits = phoneDigitsIn(typed);
  // Every text has the empty one in it.
  if (text === '') return 'FALSE';
  const part = bound(text);
  const terms = [`instr(u.email, ${part}) > 0`, `instr(u.plain_name, ${part}) > 0`];
  if (digits !== null) terms.push(`instr(u.phone, ${bound(digits)}) > 0`);
  return `(${terms.join(' OR ')})`;
}

/** Whether an id is the typed one, or begins with it: each by the index of the column. */
export function idSql(column: string, typed: string, bound: (value: string) => string): string {
  if (!ID_START.test(typed)) return `${column} = ${bound(typed)}`;
  const start = typed.toLowerCase();
  // Above every character that an id has.
  return `${column} BETWEEN ${bound(start)} AND ${bound(`${start}~`)}`;
}
