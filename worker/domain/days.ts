// Days and months of UTC as the ledger cuts time: 'YYYY-MM-DD' and 'YYYY-MM', which sort as text.

import { dayOf } from './day-closes.ts';
import { DAY_MS } from './time.ts';

/** Its first moment. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

export function addDays(day: string, days: number): string {
  return dayOf(startOfDay(day) + days * DAY_MS);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function firstDayOf(month: string): string {
  return `${month}-01`;
}

export function lastDayOf(month: string): string {
  return addDays(firstDayOf(monthAfter(month)), -1);
}

export function monthAfter(month: string): string {
  return monthOf(addDays(firstDayOf(month), 31));
}

/** All of them, ascending. */
export function daysOf(month: string): string[] {
  const first = firstDayOf(month);
  return Array.from({ length: Number(lastDayOf(month).slice(8)) }, (_, index) => addDays(first, index));
}

/** A day of the calendar, written as it should be: '2026-02-30' is none. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(startOfDay(text)) && dayOf(startOfDay(text)) === text
  );
}

export function isMonth(text: string): boolean {
  return isDay(firstDayOf(text));
}
