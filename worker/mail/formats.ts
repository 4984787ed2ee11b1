// Figures and times as a message says them. A message has no reader's clock to go by, so every time names its zone.

import { gramsOfOunces } from '../domain/grams.ts';
import { perGramCents } from '../domain/per-gram.ts';
import { brlCents } from '../domain/exchange.ts';
import { fixedFigure, type LanguageTag, numberFormat } from '../domain/number-format.ts';
import type { Language } from '../domain/settings-rules.ts';
import type { Speaker } from './types.ts';

const TAG: Readonly<Record<Language, LanguageTag>> = { 'pt-BR': 'pt-BR', en: 'en-US' };
const TIME_ZONE: Readonly<Record<Language, string>> = { 'pt-BR': 'America/Sao_Paulo', en: 'UTC' };

const SIGN: Readonly<Record<Language, string>> = { 'pt-BR': 'US$\u00a0', en: 'US$' };

/** `US$ 4.389,38` in Portuguese, `US$4,389.38` in English. */
export function money(language: Language, cents: number): string {
  return SIGN[language] + fixedFigure(TAG[language], cents, 2);
}

/** What arrives in reais: `R$ 1.326,58`, `R$1,326.58`. */
export function reais(language: Language, centavos: number): string {
  return `R$${language === 'pt-BR' ? '\u00a0' : ''}${fixedFigure(TAG[language], centavos, 2)}`;
}

/** A rate that was locked: `US$ 1 = R$ 5,3063`. */
export function lockedRate(language: Language, usdBrlE4: number): string {
  return `US$ 1 = R$ ${fixedFigure(TAG[language], usdBrlE4, 4)}`;
}

/** Without cents where there are none, for limits in sentences: `US$ 100`. */
export function roundMoney(language: Language, cents: number): string {
  return cents % 100 === 0
    ? SIGN[language] + fixedFigure(TAG[language], cents / 100, 0)
    : money(language, cents);
}

/** `R$ 29.247,15 (US$ 5.514,17)` for who chose reais, the dollars alone for everybody else. */
export function amount({ language, reader }: Speaker, cents: number): string {
  const dollars = money(language, cents);
  if (reader.rate === null) return dollars;
  return `${reais(language, brlCents(cents, reader.rate.usdBrlE4))} (${dollars})`;
}

/** A price per ounce as that of a gram, in the currency that leads. */
export function gramPrice({ language, reader }: Speaker, perOunceCents: number): string {
  const { rate } = reader;
  const cents = perGramCents(rate === null ? perOunceCents : brlCents(perOunceCents, rate.usdBrlE4));
  const gap = language === 'pt-BR' ? '\u00a0' : '';
  return `${rate === null ? SIGN[language] : `R$${gap}`}${fixedFigure(TAG[language], cents, 2)}`;
}

/** `1,2500 oz`, and the grams beside it for who chose grams. */
export function metal({ language, reader }: Speaker, ouncesE4: number): string {
  const ounces = weight(language, ouncesE4);
  return reader.weightUnit === 'g' ? `${ounces} (${grams(language, ouncesE4)})` : ounces;
}

/** Four decimals under a kilogram, then kilograms. */
function grams(language: Language, ouncesE4: number): string {
  const gramsE4 = gramsOfOunces(ouncesE4);
  return gramsE4 < KILOGRAM_E4
    ? `${fixedFigure(TAG[language], gramsE4, 4)}\u00a0g`
    : `${fixedFigure(TAG[language], Math.floor(gramsE4 / 1_000), 4)}\u00a0kg`;
}

/** `US$ 1 = R$ 5,3040, 14:32 (horário de Brasília)`. */
export function rateOf({ language, words, reader }: Speaker): string | null {
  if (reader.rate === null) return null;
  const { usdBrlE4, at } = reader.rate;
  return `${lockedRate(language, usdBrlE4)}, ${timeOfDay(language, at, words.zone)}`;
}

const KILOGRAM_E4 = 10_000_000;

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

/** A day of UTC: `24 de dezembro de 2026`, `December 24, 2026`. */
export function day(language: Language, at: number): string {
  return new Intl.DateTimeFormat(TAG[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
}

/** A month of UTC: `novembro de 2026`, `November 2026`. */
export function monthName(language: Language, at: number): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(TAG[language], options).format(new Date(at));
}

/** A whole number with its groups: `120.061.000`. */
export function whole(language: Language, value: number): string {
  return fixedFigure(TAG[language], value, 0);
}

function format(language: Language, options: Intl.DateTimeFormatOptions, at: number): string {
  const zoned = { ...options, timeZone: TIME_ZONE[language] };
  return new Intl.DateTimeFormat(TAG[language], zoned).format(new Date(at));
}
