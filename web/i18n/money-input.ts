// An amount as it is typed, in dollars or in reais, and the US cents that it stands for. What is ordered is in dollars:
// reais are converted at the rate and rounded down, so that nothing is ordered beyond what was typed (P49).

import { mulDiv } from '../../worker/domain/money.ts';
import { dollarCents } from '../../worker/domain/exchange.ts';
import type { Currency } from './format.ts';
import type { Rate } from './display.ts';
import type { Locale } from './locale.ts';
import { decimalInputText, type ParsedDecimal, parseDecimal } from './parse-decimal.ts';

export type MoneyInput = { readonly text: string; readonly currency: Currency };

export const MOST_REAIS_CENTS = 10_000_000_000_000;

type Unread = Extract<ParsedDecimal, { ok: false }>['reason'];

export type ReadMoney =
  | { readonly ok: true; readonly cents: number }
  /** `rate`: reais cannot be converted now. */
  | { readonly ok: false; readonly reason: Unread | 'rate' };

export function readMoney(locale: Locale, { text, currency }: MoneyInput, rate: Rate | null): ReadMoney {
  const parsed = parseDecimal(locale, text, 2, currency);
  if (!parsed.ok) return parsed;
  if (currency === 'USD') return { ok: true, cents: parsed.units };
  if (rate === null) return { ok: false, reason: 'rate' };
  // Beyond what any order or deposit may be, and within what a number holds exactly at any rate.
  if (parsed.units > MOST_REAIS_CENTS) return { ok: false, reason: 'range' };
  return { ok: true, cents: dollarCents(parsed.units, rate.usdBrlE4) };
}

/** US cents as the text of a field. Reais are rounded up, so that they are read as the same cents again. */
export function moneyInput(locale: Locale, cents: number, currency: Currency, rate: Rate | null): MoneyInput {
  if (currency === 'USD' || rate === null) {
    return { text: decimalInputText(locale, cents, 2, 2), currency: 'USD' };
  }
  return { text: decimalInputText(locale, mulDiv(cents, rate.usdBrlE4, 10_000, 'up'), 2, 2), currency };
}

/** The same amount in the other currency; text that is no amount of the first one stays as it is. */
export function inOtherCurrency(
  locale: Locale,
  input: MoneyInput,
  currency: Currency,
  rate: Rate | null,
): MoneyInput {
  const read = readMoney(locale, input, rate);
  return read.ok && rate !== null ? moneyInput(locale, read.cents, currency, rate) : { ...input, currency };
}
