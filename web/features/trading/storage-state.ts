// What there is to say about the storage of somebody's metal today.

import type { StorageReport } from '../../../worker/contract/storage.ts';
import { daysOf } from '../../../worker/domain/days.ts';
import { monthDue } from '../../../worker/domain/storage-fee.ts';

export type StorageState =
  /** Nothing costs anything, and nobody was told that it will; or nothing was ever bought. */
  | { readonly say: 'nothing' }
  /** Announced: from `from` on. `freeUntil` where the free year ends later. */
  | { readonly say: 'announced'; readonly from: string; readonly freeUntil: string | null }
  | { readonly say: 'free'; readonly until: string }
  /** So many days of the month, what they come to, and the whole month at the value of the last close. */
  | {
      readonly say: 'counts';
      readonly days: number;
      readonly dueCents: number;
      readonly projectedCents: number;
    }
  | { readonly say: 'below' };

/** `today` in UTC; the report is of this month. */
export function storageState(report: StorageReport, today: string): StorageState {
  const { tariff, freeUntil, days, dueCents } = report;
  if (tariff === null || freeUntil === null) return { say: 'nothing' };
  if (today < tariff.fromDay) {
    return {
      say: 'announced',
      from: tariff.fromDay,
      freeUntil: freeUntil < tariff.fromDay ? null : freeUntil,
    };
  }
  if (today <= freeUntil) return { say: 'free', until: freeUntil };
  if (days.length > 0) {
    return { say: 'counts', days: days.length, dueCents, projectedCents: projectedCents(report) };
  }
  return { say: 'below' };
}

/** What the month comes to if the value stays what it was at the last close. */
export function projectedCents({ month, closedTo, days, carriedIn, centDays }: StorageReport): number {
  const last = days.at(-1);
  const perDay = last !== undefined && last.day === closedTo ? last.excessCents : 0;
  const left = daysOf(month).filter((day) => closedTo === null || day > closedTo).length;
  return monthDue(carriedIn, centDays + left * perDay).dueCents;
}
