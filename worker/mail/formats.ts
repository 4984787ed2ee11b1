// Figures and times as a message says them. A message has no reader's clock to go by, so every time names its zone.

import { fixedFigure, type LanguageTag, numberFormat } from '../domain/number-format.ts';
import type { Language } from '../domain/settings-rules.ts';

const TAG: Readonly<Record<Language, LanguageTag>> = { 'pt-BR': 'pt-BR', en: 'en-US' };
const TIME_ZONE: Readonly<Record<Language, string>> = { 'pt-BR': 'America/Sao_Paulo', en: 'UTC' };

const SIGN: Readonly<Record<Language, string>> = { 'pt-BR': 'US$\u00a0', en: 'US$' };

/** `US$ 4.389,38` in Portuguese, `US$4,389.38` in English. */
export function money(language: Language, cents: number): string {
  return SIGN[language] + fixedFigure(TAG[language], cents, 2);
}

/** Without cents where there are none, for limits in sentences: `US$ 100`. */
export function roundMoney(language: Language, cents: number): string {
  return cents % 100 === 0
    ? SIGN[language] + fixedFigure(TAG[language], cents / 100, 0)
    : money(language, cents);
}

/** `1,2500 oz`. */
export function weight(language: Language, ouncesE4: number): string {
  return `${fixedFigure(TAG[language], ouncesE4, 4)}\u00a0oz`;
}

/** Basis points as a percentage with as few decimals as it needs: `0,5%`. */
export function percent(language: Language, basisPoints: number): string {
  return `${numberFormat(TAG[language], 0, 2).format(basisPoints / 100)}%`;
}

/** `21 de novembro de 2026 às 14:32 (horário de Brasília)`, `November 21, 2026 at 5:32 PM (UTC)`. */
export function dateTime(language: Language, at: number, zone: string): string {
  return `${format(language, { dateStyle: 'long', timeStyle: 'short' }, at)} (${zone})`;
}

/** `14:32 (horário de Brasília)`, `5:32 PM (UTC)`. */
export function timeOfDay(language: Language, at: number, zone: string): string {
  return `${format(language, { timeStyle: 'short' }, at)} (${zone})`;
}

function format(language: Language, options: Intl.DateTimeFormatOptions, at: number): string {
  const zoned = { ...options, timeZone: TIME_ZONE[language] };
  return new Intl.DateTimeFormat(TAG[language], zoned).format(new Date(at));
}
