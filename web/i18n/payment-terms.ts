// The terms of money that comes and goes in sentences, taken from the rules: `t('lead', paymentTerms(locale))`.

import {
  CARD_MATURES_MS,
  PIX_LOCK_MS,
  WIRE_WITHDRAWAL_FEE_CENTS,
  WITHDRAWAL_MAX_CENTS,
  WITHDRAWAL_MIN_CENTS,
} from '../../worker/domain/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../worker/domain/time.ts';
import { moneyRound } from './format.ts';
import type { Locale } from './locale.ts';

export function paymentTerms(locale: Locale) {
  return {
    smallestWithdrawal: moneyRound(locale, WITHDRAWAL_MIN_CENTS),
    largestWithdrawal: moneyRound(locale, WITHDRAWAL_MAX_CENTS),
    wireFee: moneyRound(locale, WIRE_WITHDRAWAL_FEE_CENTS),
    cardDays: CARD_MATURES_MS / DAY_MS,
    pixMinutes: PIX_LOCK_MS / MINUTE_MS,
  };
}
