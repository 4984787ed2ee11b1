// The terms of the storage fee in sentences, taken from the rules: `t('lead', storageTerms(locale))`.

import {
  STORAGE_ABOVE_CENTS,
  STORAGE_FEE_BASIS_POINTS,
  STORAGE_FREE_DAYS,
  TARIFF_NOTICE_DAYS,
} from '../../worker/domain/limits.ts';
import { CENT_DAYS_PER_CENT } from '../../worker/domain/storage-fee.ts';
import { integer, moneyRound, percentRound } from './format.ts';
import type { Locale } from './locale.ts';

export function storageTerms(locale: Locale) {
  return {
    storageBound: moneyRound(locale, STORAGE_ABOVE_CENTS),
    storageRate: percentRound(locale, STORAGE_FEE_BASIS_POINTS / 100),
    freeDays: integer(locale, STORAGE_FREE_DAYS),
    noticeDays: integer(locale, TARIFF_NOTICE_DAYS),
    divisor: integer(locale, CENT_DAYS_PER_CENT),
  };
}
