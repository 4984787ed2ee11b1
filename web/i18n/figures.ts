// The business figures that sentences name, taken from the rules themselves and formatted for the reader, so that
// words and rules cannot drift: `t('lead', figures)`.

import { numberFormat } from '../../worker/domain/figures.ts';
import {
  PASSKEYS_MAX,
  RECOVERY_CODES,
  STEP_UP_LIFETIME_MS,
  TICKET_LIFETIME_MS,
  TICKET_LIMIT,
} from '../../worker/domain/factors.ts';
import {
  ALERT_REARM_BASIS_POINTS,
  ALERTS_PER_CUSTOMER,
  BONUS_OUNCES_E4,
  BONUS_RELEASE_CENTS,
  CITED_GOLD_SHARE,
  DEBIT_CARD_FEE_BASIS_POINTS,
  DELAYED_AGE_MS,
  DEPOSIT_MAX_CENTS,
  DEPOSIT_MIN_CENTS,
  GRAMS_PER_TROY_OUNCE,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  QUOTABLE_AGE_MS,
  QUOTE_LIFETIME_MS,
  STEP_UP_ABOVE_CENTS,
  TRADE_FEE_BASIS_POINTS,
  TRADE_MIN_SUBTOTAL_CENTS,
} from '../../worker/domain/limits.ts';
import { OUNCE_E4 } from '../../worker/domain/ounces.ts';
import { JUMP_PERCENT } from '../../worker/domain/price-rules.ts';
import {
  REMEMBERED_LIFETIME_MS,
  DEVICE_KEPT_MS,
  SECURITY_LOG_KEPT_DAYS,
  SESSION_KEPT_MS,
  SIGN_IN_ACCOUNT_LIMIT,
  UNREMEMBERED_LIFETIME_MS,
} from '../../worker/domain/session-rules.ts';
import { moneyRound, percentRound } from './format.ts';
import { INTL_TAG, type Locale } from './locale.ts';

const WHOLE = 10_000;
const HOUR_MS = 60 * 60_000;

/** How far the price must rise before selling brings back what buying cost, both fees paid: (1 + f) / (1 - f) - 1. */
export const BREAK_EVEN_PERCENT =
  ((WHOLE + TRADE_FEE_BASIS_POINTS) / (WHOLE - TRADE_FEE_BASIS_POINTS) - 1) * 100;

export function figures(locale: Locale) {
  return {
    tradeFee: percentRound(locale, TRADE_FEE_BASIS_POINTS / 100),
    breakEven: percentRound(locale, BREAK_EVEN_PERCENT),
    smallestTrade: moneyRound(locale, TRADE_MIN_SUBTOTAL_CENTS),
    smallestDeposit: moneyRound(locale, DEPOSIT_MIN_CENTS),
    largestDeposit: moneyRound(locale, DEPOSIT_MAX_CENTS),
    cardFee: percentRound(locale, DEBIT_CARD_FEE_BASIS_POINTS / 100),
    bonusOunces: `${BONUS_OUNCES_E4 / OUNCE_E4}\u00a0oz`,
    bonusRelease: moneyRound(locale, BONUS_RELEASE_CENTS),
    quoteSeconds: QUOTE_LIFETIME_MS / 1000,
    staleMinutes: QUOTABLE_AGE_MS / 60_000,
    delayedMinutes: DELAYED_AGE_MS / 60_000,
    goldShareLeast: percentRound(locale, CITED_GOLD_SHARE.least),
    goldShareMost: percentRound(locale, CITED_GOLD_SHARE.most),
    alertLimit: ALERTS_PER_CUSTOMER,
    alertRearm: percentRound(locale, ALERT_REARM_BASIS_POINTS / 100),
    priceJump: percentRound(locale, JUMP_PERCENT),
    passwordLeast: PASSWORD_MIN_CHARACTERS,
    passwordMost: PASSWORD_MAX_CHARACTERS,
    signInTries: SIGN_IN_ACCOUNT_LIMIT.max,
    signInMinutes: SIGN_IN_ACCOUNT_LIMIT.windowMs / 60_000,
    sessionHours: UNREMEMBERED_LIFETIME_MS / HOUR_MS,
    sessionDays: REMEMBERED_LIFETIME_MS / (24 * HOUR_MS),
    sessionKeptDays: SESSION_KEPT_MS / (24 * HOUR_MS),
    deviceDays: DEVICE_KEPT_MS / (24 * HOUR_MS),
    securityLogDays: SECURITY_LOG_KEPT_DAYS,
    passkeysMost: PASSKEYS_MAX,
    recoveryCodes: RECOVERY_CODES,
    stepUpAbove: moneyRound(locale, STEP_UP_ABOVE_CENTS),
    stepUpMinutes: STEP_UP_LIFETIME_MS / 60_000,
    ticketMinutes: TICKET_LIFETIME_MS / 60_000,
    ticketTries: TICKET_LIMIT.max,
    gramsPerOunce: numberFormat(INTL_TAG[locale], 0, 7).format(GRAMS_PER_TROY_OUNCE),
  };
}
