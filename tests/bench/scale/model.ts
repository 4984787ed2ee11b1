// How a deployment grows, and the day on which it meets a limit. Pure arithmetic over what was measured and what the platform says.

import { DAY_MS, iso } from '../../../worker/domain/time.ts';

const YEAR_DAYS = 365;

export type Course = {
  /** Customers on day 0. */
  readonly customers: number;
  /** 10: ten times as many a year later. */
  readonly growthPerYear: number;
};

export function customersOn({ customers, growthPerYear }: Course, day: number): number {
  return customers * growthPerYear ** (day / YEAR_DAYS);
}

/** What came together from day 0 to `day`, where each customer adds `perCustomerDay` a day. */
export function sumUpTo(course: Course, perCustomerDay: number, day: number): number {
  if (day <= 0) return 0;
  const { growthPerYear } = course;
  const customerDays =
    growthPerYear === 1
      ? course.customers * day
      : ((customersOn(course, day) - course.customers) * YEAR_DAYS) / Math.log(growthPerYear);
  return perCustomerDay * customerDays;
}

/** What is there on `day` of something that is kept for `keptDays`. */
export function keptOn(course: Course, perCustomerDay: number, day: number, keptDays: number): number {
  return sumUpTo(course, perCustomerDay, day) - sumUpTo(course, perCustomerDay, day - keptDays);
}

/** Something that takes room in the database. */
export type Unit = {
  readonly name: string;
  /** Of a row, or the rows of one such thing, with all of their indexes. */
  readonly bytes: number;
  readonly of:
    | { readonly each: 'customer' }
    /** Without growth: the same number every day. */
    | { readonly each: 'day'; readonly perDay: number; readonly keptDays: number }
    | { readonly each: 'customer-day'; readonly perDay: number; readonly keptDays: number };
};

export function unitsOn(course: Course, { of }: Unit, day: number): number {
  switch (of.each) {
    case 'customer':
      return customersOn(course, day);
    case 'day':
      return of.perDay * Math.min(day, of.keptDays);
    case 'customer-day':
      return keptOn(course, of.perDay, day, of.keptDays);
  }
}

export function bytesOn(course: Course, units: readonly Unit[], day: number): number {
  return units.reduce((sum, unit) => sum + unit.bytes * unitsOn(course, unit, day), 0);
}

/** The first day on which `amountOn` comes to `limit`; null: not within `atMost` days. It never falls. */
export function dayOfLimit(
  amountOn: (day: number) => number,
  limit: number,
  atMost: number = 20 * YEAR_DAYS,
): number | null {
  if (amountOn(0) >= limit) return 0;
  if (amountOn(atMost) < limit) return null;
  let [before, reached] = [0, atMost];
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (amountOn(middle) >= limit) reached = middle;
    else before = middle;
  }
  return reached;
}

export function dateOf(start: number, day: number): string {
  return iso(start + day * DAY_MS).slice(0, 10);
}

/** By how much of what was measured a prediction is off; below zero it was too low. */
export function errorOf(predicted: number, measured: number): number {
  return (predicted - measured) / measured;
}
