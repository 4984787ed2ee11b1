// GET /api/storage: what the storage of the customer's metal costs, day by day. GET /api/storage/tariff: from when on it does, for all.

import * as v from 'valibot';
import { isDay, isMonth } from '../domain/days.ts';
import { Cents, IsoTime } from './money.ts';
import type { RuleCode } from './rule-texts.ts';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const Day = v.pipe(v.string(), v.maxLength(10), v.check(isDay, 'calendarDay' satisfies RuleCode));
export const Month = v.pipe(v.string(), v.maxLength(7), v.check(isMonth, 'calendarMonth' satisfies RuleCode));

export const Tariff = v.object({
  /** The first day that counts. */
  fromDay: Day,
  announcedAt: IsoTime,
  /** Days after the day of the first purchase that are free as well. */
  freeDays: whole,
  /** Up to here nothing is charged. */
  aboveCents: Cents,
  /** So many cent-days are one cent. */
  centDaysPerCent: whole,
});
export type Tariff = v.InferOutput<typeof Tariff>;

/** Null: nothing costs anything, and nobody was told that it will. */
export const StorageTariff = v.object({ tariff: v.nullable(Tariff) });
export type StorageTariff = v.InferOutput<typeof StorageTariff>;

/** By default the month of today (UTC). */
export const StorageQuery = v.object({ month: v.optional(Month) });
export type StorageQuery = v.InferOutput<typeof StorageQuery>;

export const StorageMonth = v.object({
  month: Month,
  centDays: whole,
  carriedIn: whole,
  dueCents: Cents,
  carriedOut: whole,
  /** Null until it is charged. */
  owedBeforeCents: v.nullable(Cents),
  chargedCents: v.nullable(Cents),
  owedCents: v.nullable(Cents),
  chargedAt: v.nullable(IsoTime),
  transactionId: v.nullable(v.string()),
});
export type StorageMonth = v.InferOutput<typeof StorageMonth>;

export const StorageReport = v.object({
  tariff: v.nullable(Tariff),
  /** The last free day; null before the first purchase. */
  freeUntil: v.nullable(Day),
  /** What is owed of charged months. */
  owedCents: Cents,
  month: Month,
  /** The last closed day up to the end of this month; null: none of it is closed. */
  closedTo: v.nullable(Day),
  /** The days on which something counted. */
  days: v.array(v.object({ day: Day, valueCents: Cents, excessCents: Cents })),
  /** Closed days of which nobody knew a price: they count zero. */
  unmarked: v.array(Day),
  /** Of these days, and what was carried into the month. */
  centDays: whole,
  carriedIn: whole,
  /** What they come to so far. */
  dueCents: Cents,
  carriedOut: whole,
  /** Of this month once its last day is closed. */
  counted: v.nullable(StorageMonth),
  /** Every counted month, newest first. */
  months: v.array(StorageMonth),
});
export type StorageReport = v.InferOutput<typeof StorageReport>;
