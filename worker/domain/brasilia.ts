// The clock and the days of Brasília, by which Brazil's deadlines, bulletins and taxes are counted.

import { DAY_MS, HOUR_MS, iso } from './time.ts';

/** Three hours behind UTC all year: there has been no daylight saving time since 2019. */
export const BRASILIA_MS = -3 * HOUR_MS;

/** A day as `YYYY-MM-DD`; days compare as texts. */
export type Day = string;

/** The day of a moment. */
export function brasiliaDay(at: number): Day {
  return iso(at + BRASILIA_MS).slice(0, 10);
}

/** The first moment of a day. */
export function startOfDay(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) - BRASILIA_MS;
}

export function addDays(day: Day, days: number): Day {
  return iso(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).slice(0, 10);
}

/** How many days `to` is after `from`. */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
