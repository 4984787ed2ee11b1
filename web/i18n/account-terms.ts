// The terms of the business together with the rules of the account, of its welcome bonus and of its security.

import { KEEP_YEARS_DEFAULT } from '../../worker/domain/closing.ts';
import { DEPOSIT_FAILURE_LIMIT, DEPOSIT_LIMIT } from '../../worker/domain/deposits.ts';
import {
  PASSKEYS_MAX,
  RECOVERY_CODES,
  STEP_UP_LIFETIME_MS,
  TICKET_LIFETIME_MS,
  TICKET_LIMIT,
} from '../../worker/domain/factors.ts';
import {
  ALERT_LOG_KEPT_DAYS,
  ALERT_REARM_BASIS_POINTS,
  ALERTS_PER_CUSTOMER,
  BONUS_HOLD_DAYS,
  BONUS_OUNCES_E4,
  BONUS_RELEASE_CENTS,
  MAIL_KEPT_DAYS,
  MAIL_UNSENT_KEPT_DAYS,
  OUNCE_E4,
  PASSPHRASE_MIN_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  PIX_LOCKED_MAX_CENTS,
  PIX_OPEN_CHARGES_MAX,
  PIX_UNPAID_PER_DAY_MAX,
  STEP_UP_ABOVE_CENTS,
  UNCONFIRMED_DEPOSITS_MAX_CENTS,
  WIRE_WITHDRAWAL_FEE_CENTS,
  WITHDRAWAL_MAX_CENTS,
  WITHDRAWAL_MIN_CENTS,
} from '../../worker/domain/limits.ts';
import {
  IMAGE_MAX_BYTES,
  IMAGE_MAX_PIXELS,
  IMAGE_MAX_SIDE,
  VIDEO_MAX_BYTES,
} from '../../worker/domain/media.ts';
import {
  CUSTOMER_IDLE_MS,
  DEVICE_KEPT_MS,
  REMEMBERED_LIFETIME_MS,
  SECURITY_LOG_KEPT_DAYS,
  SESSION_KEPT_MS,
  SIGN_IN_ACCOUNT_LIMIT,
  UNREMEMBERED_LIFETIME_MS,
} from '../../worker/domain/session-rules.ts';
import { PAYOUT_ACCOUNTS_MAX } from '../../worker/domain/payout-accounts.ts';
import { WITHDRAWAL_LIMIT } from '../../worker/domain/withdrawals.ts';
import { businessTerms } from './business-terms.ts';
import { paymentTerms } from './payment-terms.ts';
import { storageTerms } from './storage-terms.ts';
import { integer, moneyRound, percentRound } from './format.ts';
import type { Locale } from './locale.ts';
import { HOUR_MS } from '../../worker/domain/time.ts';

const MEBIBYTE = 1024 * 1024;

export function accountTerms(locale: Locale) {
  return {
    ...businessTerms(locale),
    ...storageTerms(locale),
    ...paymentTerms(locale),
    unconfirmedMost: moneyRound(locale, UNCONFIRMED_DEPOSITS_MAX_CENTS),
    bonusOunces: `${BONUS_OUNCES_E4 / OUNCE_E4}\u00a0oz`,
    bonusDays: BONUS_HOLD_DAYS,
    bonusRelease: moneyRound(locale, BONUS_RELEASE_CENTS),
    depositsMost: DEPOSIT_LIMIT.max,
    depositFailuresMost: DEPOSIT_FAILURE_LIMIT.max,
    smallestWithdrawal: moneyRound(locale, WITHDRAWAL_MIN_CENTS),
    largestWithdrawal: moneyRound(locale, WITHDRAWAL_MAX_CENTS),
    wireFee: moneyRound(locale, WIRE_WITHDRAWAL_FEE_CENTS),
    withdrawalsMost: WITHDRAWAL_LIMIT.max,
    payoutAccountsMost: PAYOUT_ACCOUNTS_MAX,
    pixChargesMost: PIX_OPEN_CHARGES_MAX,
    pixUnpaidMost: PIX_UNPAID_PER_DAY_MAX,
    pixLockedMost: moneyRound(locale, PIX_LOCKED_MAX_CENTS),
    alertLimit: ALERTS_PER_CUSTOMER,
    alertRearm: percentRound(locale, ALERT_REARM_BASIS_POINTS / 100),
    passwordLeast: PASSWORD_MIN_CHARACTERS,
    passphraseLeast: PASSPHRASE_MIN_CHARACTERS,
    passwordMost: PASSWORD_MAX_CHARACTERS,
    signInTries: SIGN_IN_ACCOUNT_LIMIT.max,
    signInMinutes: SIGN_IN_ACCOUNT_LIMIT.windowMs / 60_000,
    sessionHours: UNREMEMBERED_LIFETIME_MS / HOUR_MS,
    sessionDays: REMEMBERED_LIFETIME_MS / (24 * HOUR_MS),
    idleDays: CUSTOMER_IDLE_MS / (24 * HOUR_MS),
    sessionKeptDays: SESSION_KEPT_MS / (24 * HOUR_MS),
    deviceDays: DEVICE_KEPT_MS / (24 * HOUR_MS),
    securityLogDays: SECURITY_LOG_KEPT_DAYS,
    alertLogDays: ALERT_LOG_KEPT_DAYS,
    mailKeptDays: MAIL_KEPT_DAYS,
    mailUnsentDays: MAIL_UNSENT_KEPT_DAYS,
    keepYears: KEEP_YEARS_DEFAULT,
    passkeysMost: PASSKEYS_MAX,
    recoveryCodes: RECOVERY_CODES,
    stepUpAbove: moneyRound(locale, STEP_UP_ABOVE_CENTS),
    stepUpMinutes: STEP_UP_LIFETIME_MS / 60_000,
    ticketMinutes: TICKET_LIFETIME_MS / 60_000,
    ticketTries: TICKET_LIMIT.max,
    imageMost: IMAGE_MAX_BYTES / MEBIBYTE,
    imageSide: integer(locale, IMAGE_MAX_SIDE),
    imageMillions: IMAGE_MAX_PIXELS / 1_000_000,
    videoMost: VIDEO_MAX_BYTES / MEBIBYTE,
  };
}
