// A deposit in reais as it is typed: dollars, exactly, or reais at most, and what it costs. The rate, the terms and the bounds are the
// server's own rules (P95); the server locks a rate of its own.

import type { BrlTerms, PixDepositRequest } from '../../../worker/contract/pix.ts';
import { depositRefusal } from '../../../worker/domain/fees.ts';
import { dollarsFor, reaisCost, type ExchangeTerms, type ReaisCost } from '../../../worker/domain/pix.ts';
import type { Currency } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import { type MoneyInput, MOST_REAIS_CENTS } from '../../i18n/money-input.ts';
import { decimalInputText, parseDecimal } from '../../i18n/parse-decimal.ts';
import type { AmountProblem } from './deposit.ts';

/** What reais cost dollars at: the rate in ten-thousandths, and what comes on top. */
export type Exchange = ExchangeTerms & { readonly rateE4: number };

/** Null while the terms are on their way, or nobody knows a rate. */
export function exchangeOf(terms: BrlTerms | undefined): Exchange | null {
  if (terms === undefined || terms.rate === null) return null;
  const { spreadBasisPoints, iofBasisPoints, rate } = terms;
  return { rateE4: rate.e4, spreadBasisPoints, iofBasisPoints };
}

export type ReadReais =
  | {
      readonly ok: true;
      readonly usdCents: number;
      readonly cost: ReaisCost;
      /** What of typed reais is less than one cent of a dollar, and is not paid. */
      readonly leftBrlCents: number;
      readonly request: PixDepositRequest;
    }
  | { readonly ok: false; readonly problem: AmountProblem };

/** What is typed in reais is the most that is paid; what is typed in dollars is what arrives. */
export function readReais(
  { text, currency }: MoneyInput,
  locale: Locale,
  exchange: Exchange | null,
): ReadReais {
  const typed = parseDecimal(locale, text, 2, currency);
  if (!typed.ok) return { ok: false, problem: typed.reason };
  if (exchange === null) return { ok: false, problem: 'rate' };
  const inReais = currency === 'BRL';
  if (inReais && typed.units > MOST_REAIS_CENTS) return { ok: false, problem: 'range' };
  const usdCents = inReais ? dollarsFor(typed.units, exchange.rateE4, exchange) : typed.units;
  const problem = depositRefusal(usdCents);
  if (problem !== null) return { ok: false, problem };
  const cost = reaisCost(usdCents, exchange.rateE4, exchange);
  return {
    ok: true,
    usdCents,
    cost,
    leftBrlCents: inReais ? typed.units - cost.brlCents : 0,
    request: inReais ? { brlCents: typed.units } : { amountCents: typed.units },
  };
}

/** The same deposit in the other currency, spread and tax included; text that is none stays as it is. */
export function typedInOther(
  locale: Locale,
  input: MoneyInput,
  currency: Currency,
  exchange: Exchange | null,
): MoneyInput {
  const read = readReais(input, locale, exchange);
  if (!read.ok) return { ...input, currency };
  const cents = currency === 'BRL' ? read.cost.brlCents : read.usdCents;
  return { text: decimalInputText(locale, cents, 2, 2), currency };
}
