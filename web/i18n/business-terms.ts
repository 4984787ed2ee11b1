// The terms of the business in sentences (fees, limits, lifetimes), taken from the rules and formatted for the locale, so
// that texts and rules cannot differ: `t('lead', businessTerms(locale))`. Every page loads this file; the rules of the
// account are in account-terms.ts, because they would cost each page 500 bytes.

import { numberFormat } from '../../worker/domain/number-format.ts';
import {
  CITED_GOLD_SHARE,
  DEBIT_CARD_FEE_BASIS_POINTS,
  DELAYED_AGE_MS,
  DEPOSIT_MAX_CENTS,
  DEPOSIT_MIN_CENTS,
  GRAMS_PER_TROY_OUNCE,
  QUOTABLE_AGE_MS,
  QUOTE_LIFETIME_MS,
  TRADE_FEE_BASIS_POINTS,
  TRADE_MIN_SUBTOTAL_CENTS,
} from '../../worker/domain/limits.ts';
import { JUMP_PERCENT } from '../../worker/domain/limits.ts';
import { moneyRound, percentRound } from './format.ts';
import { INTL_TAG, type Locale } from './locale.ts';

const WHOLE = 10_000;

/** The rise of the price after which a sale returns the cost of the purchase, with both fees: (1 + f) / (1 - f) - 1. */
export const BREAK_EVEN_PERCENT =
  ((WHOLE + TRADE_FEE_BASIS_POINTS) / (WHOLE - TRADE_FEE_BASIS_POINTS) - 1) * 100;

export function businessTerms(locale: Locale) {
  return {
    tradeFee: percentRound(locale, TRADE_FEE_BASIS_POINTS / 100),
    breakEven: percentRound(locale, BREAK_EVEN_PERCENT),
    smallestTrade: moneyRound(locale, TRADE_MIN_SUBTOTAL_CENTS),
    smallestDeposit: moneyRound(locale, DEPOSIT_MIN_CENTS),
    largestDeposit: moneyRound(locale, DEPOSIT_MAX_CENTS),
    cardFee: percentRound(locale, DEBIT_CARD_FEE_BASIS_POINTS / 100),
    quoteSeconds: QUOTE_LIFETIME_MS / 1000,
    staleMinutes: QUOTABLE_AGE_MS / 60_000,
    delayedMinutes: DELAYED_AGE_MS / 60_000,
    goldShareLeast: percentRound(locale, CITED_GOLD_SHARE.least),
    goldShareMost: percentRound(locale, CITED_GOLD_SHARE.most),
    priceJump: percentRound(locale, JUMP_PERCENT),
    gramsPerOunce: numberFormat(INTL_TAG[locale], 0, 7).format(GRAMS_PER_TROY_OUNCE),
  };
}
