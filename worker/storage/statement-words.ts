// Words and figures of a statement's files. They are part of the signed bytes, so they are those of a template for ever, and nothing
// here asks the machine: no Intl, no time zone, no clock (D78).

import en from '../../locales/en/statement-file.json' with { type: 'json' };
import pt from '../../locales/pt-BR/statement-file.json' with { type: 'json' };
import { gramsOfOunces } from '../domain/grams.ts';
import { fixedFigure, type LanguageTag } from '../domain/number-format.ts';
import type { Language } from '../domain/settings-rules.ts';
import type { StatementContent, StatementMovement } from '../domain/statements.ts';

export const STATEMENT_WORDS = { 'pt-BR': pt, en } as const satisfies Readonly<Record<Language, unknown>>;

const TAG: Readonly<Record<Language, LanguageTag>> = { 'pt-BR': 'pt-BR', en: 'en-US' };
const DOLLAR: Readonly<Record<Language, string>> = { 'pt-BR': 'US$\u00a0', en: 'US$' };

/** What a file of signed content shows beside it. */
export type SignedPaper<Content = { readonly account: string; readonly issuedAt: string }> = {
  readonly content: Content;
  /** `ONCA-2026-10-3f2a9c01`. */
  readonly number: string;
  readonly sha256: string;
  readonly kid: string;
  /** As they were when the paper was made; null once the account is closed. */
  readonly holderName: string | null;
  readonly holderNumber: string | null;
  /** Of the site when the paper was made: where it can be checked. */
  readonly origin: string;
};
export type StatementPaper = SignedPaper<StatementContent>;

/** Puts values into `{{places}}`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/gu, (_place, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a statement lacks "${name}"`);
    return String(value);
  });
}

/** `US$ 1.234,56` in Portuguese, `-US$1,234.56` in English. */
export function money(language: Language, cents: number): string {
  return (cents < 0 ? '-' : '') + DOLLAR[language] + fixedFigure(TAG[language], Math.abs(cents), 2);
}

export function ounces(language: Language, ouncesE4: number): string {
  return `${fixedFigure(TAG[language], ouncesE4, 4)} oz`;
}

/** Rounded down to the ten-thousandth. */
export function grams(language: Language, ouncesE4: number): string {
  return `${fixedFigure(TAG[language], gramsOfOunces(ouncesE4), 4)} g`;
}

/** `31/10/2026` in Portuguese, `10/31/2026` in English. */
export function day(language: Language, iso: string): string {
  const [year = '', month = '', date = ''] = iso.slice(0, 10).split('-');
  return language === 'pt-BR' ? `${date}/${month}/${year}` : `${month}/${date}/${year}`;
}

/** With the time of day in UTC, to the second. */
export const time = (language: Language, iso: string): string => `${day(language, iso)} ${iso.slice(11, 19)}`;

/** `outubro de 2026`, `October 2026`. */
export function monthName(language: Language, month: string): string {
  const words = STATEMENT_WORDS[language];
  const [year = '', number = ''] = month.split('-');
  return fill(words.monthName, { month: words.months[Number(number) - 1] ?? '', year });
}

/** `Compra, ouro`; what was undone by its own name. */
export function movementName(
  language: Language,
  { type, reversedType, metal }: Pick<StatementMovement, 'type' | 'reversedType' | 'metal'>,
): string {
  const words = STATEMENT_WORDS[language];
  const name = reversedType === null ? words.types[type] : words.undone[reversedType];
  return metal === null ? name : fill(words.withMetal, { type: name, metal: words.metals[metal] });
}

/** Without its ending. */
export function statementFileName(language: Language, month: string): string {
  return fill(STATEMENT_WORDS[language].name, { month });
}
