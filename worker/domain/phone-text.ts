// A telephone number as people read it.

import { normalisePhone } from './personal-details.ts';

/** Country, area, and a number of eight or nine digits. */
const BRAZILIAN = /^55(\d{2})(\d{4,5})(\d{4})$/u;
/** The same as it is dialled in Brazil: a landline of eight digits begins with 2 to 5, a mobile of nine with 9. */
const NATIONAL = /^(\d{2})([2-5]\d{3}|9\d{4})(\d{4})$/u;

export const isBrazilianPhone = (digits: string): boolean => BRAZILIAN.test(digits);

/** `+55 (47) 93724-3085`; of another country the digits as they are stored, because nobody knows where its parts end. */
export function phoneText(digits: string): string {
  return digits.replace(BRAZILIAN, '+55 ($1) $2-$3');
}

/** What was typed, in the form of its country where that is known: with a plus sign by its code, without one the writer's. */
export function typedPhone(typed: string, inBrazil: boolean): string {
  const text = typed.trim();
  const digits = normalisePhone(text);
  if (isBrazilianPhone(digits)) return phoneText(digits);
  return inBrazil && !text.startsWith('+') && NATIONAL.test(digits)
    ? digits.replace(NATIONAL, '($1) $2-$3')
    : text;
}
