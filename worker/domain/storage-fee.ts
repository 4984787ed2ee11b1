// The storage fee (P87): nothing in the first year, then 0.5 % a year of the value above US$ 10,000. Each day adds what is above
// in cents, as cent-days; a month is charged the whole cents in them, and what is no whole cent is carried into the next month.
// No day is rounded, so that a year of 40,000.00 above is 200.00 to the cent.

import { dayOf } from './day-closes.ts';
import { addDays } from './days.ts';
import {
  STORAGE_ABOVE_CENTS,
  STORAGE_FEE_BASIS_POINTS,
  STORAGE_FREE_DAYS,
  TARIFF_AHEAD_MAX_DAYS,
  TARIFF_NOTICE_DAYS,
} from './limits.ts';
import { mulDiv } from './money.ts';
import { valueCents } from './ounces.ts';

/** 0.5 % of 365 days is one cent in so many cent-days. In a leap year 366 days are counted. */
export const CENT_DAYS_PER_CENT = (365 * 10_000) / STORAGE_FEE_BASIS_POINTS;

/** What a tariff says; a row of `tariffs` keeps it, so that what was announced is what is charged. */
export type StorageTerms = {
  /** Days after the day of the first purchase that are free as well. */
  readonly freeDays: number;
  /** Up to here nothing is charged. */
  readonly aboveCents: number;
  readonly centDaysPerCent: number;
};
export const STORAGE_TERMS: StorageTerms = {
  freeDays: STORAGE_FREE_DAYS,
  aboveCents: STORAGE_ABOVE_CENTS,
  centDaysPerCent: CENT_DAYS_PER_CENT,
};

/** The marks of a close; null: nobody knew the price. */
export type CloseMarks = { readonly goldCents: number | null; readonly silverCents: number | null };

/** The value that counts on a day: cash is not stored, the welcome bonus is. Null on a day without both marks, which counts zero. */
export function storedValueCents(
  held: { readonly goldE4: number; readonly silverE4: number },
  { goldCents, silverCents }: CloseMarks,
): number | null {
  if (goldCents === null || silverCents === null) return null;
  return valueCents(held.goldE4, goldCents) + valueCents(held.silverE4, silverCents);
}

export function excessCents(value: number, aboveCents: number = STORAGE_ABOVE_CENTS): number {
  return Math.max(0, value - aboveCents);
}

/** The last free day of who bought first at this moment: so many days after that day, this one included. */
export function freeUntil(firstPurchaseAt: number, freeDays: number = STORAGE_FREE_DAYS): string {
  return addDays(dayOf(firstPurchaseAt), freeDays);
}

export type MonthDue = { readonly dueCents: number; readonly carriedOut: number };

/** What a month comes to; `carriedIn` are the cent-days of before that made no cent. */
export function monthDue(carriedIn: number, centDays: number): MonthDue {
  const all = carriedIn + centDays;
  return { dueCents: mulDiv(all, 1, CENT_DAYS_PER_CENT, 'down'), carriedOut: all % CENT_DAYS_PER_CENT };
}

export type MonthCharge = { readonly chargedCents: number; readonly owedCents: number };

/** What is taken of the cash that is there. The rest stays owed, without interest; no metal is sold for it. */
export function monthCharge(dueCents: number, owedBeforeCents: number, cashCents: number): MonthCharge {
  const all = dueCents + owedBeforeCents;
  const chargedCents = Math.min(cashCents, all);
  return { chargedCents, owedCents: all - chargedCents };
}

/** The fee of so many days at one value, for who wants to know before; the whole cents. */
export function storageFeeCents(value: number, days: number): number {
  return mulDiv(excessCents(value), days, CENT_DAYS_PER_CENT, 'down');
}

/** The first day on which a tariff that is announced on `day` may begin: a notice of thirty whole days. */
export function earliestStart(day: string): string {
  return addDays(day, TARIFF_NOTICE_DAYS);
}

/** Null when a tariff announced on `today` may begin on `from`; otherwise what is wrong with it. */
export function startProblem(from: string, today: string): 'early' | 'far' | null {
  if (from < earliestStart(today)) return 'early';
  return from > addDays(today, TARIFF_AHEAD_MAX_DAYS) ? 'far' : null;
}

/** The key of a month's charge: whoever charges a month again finds it charged. */
export function storageKey(month: string): string {
  return `storage:${month}`;
}

/** A tariff as operators make it: proposed by one, announced by another. */
export const TARIFF_STATES = ['open', 'announced', 'rejected', 'withdrawn'] as const;
export type TariffState = (typeof TARIFF_STATES)[number];

/** The list has no pages. */
export const TARIFFS_SHOWN = 50;
/** Letters of an announcement that one run of the cron writes. */
export const TARIFF_LETTERS_AT_ONCE = 300;
