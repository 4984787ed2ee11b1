// What storage costs: from when on, for everybody; and for a customer the days of a month with what they come to.

import type { StorageMonth, StorageReport, StorageTariff, Tariff } from '../contract/storage.ts';
import { closesBetween } from '../db/day-closes.ts';
import { firstPurchaseAt, storageDaysOf } from '../db/storage-days.ts';
import { type StorageMonth as MonthRow, storageMonthsOf } from '../db/storage-months.ts';
import { type AnnouncedTariff, announcedTariff } from '../db/tariffs.ts';
import { dayOf } from '../domain/day-closes.ts';
import { firstDayOf, lastDayOf, monthOf } from '../domain/days.ts';
import { freeUntil, monthDue } from '../domain/storage-fee.ts';
import { iso } from '../domain/time.ts';
import type { Deps } from './deps.ts';

/** Ten years. */
const MONTHS_SHOWN = 120;
const DAYS_OF_A_MONTH = 31;

export async function storageTariff({ db }: Pick<Deps, 'db'>): Promise<StorageTariff> {
  const tariff = await announcedTariff(db);
  return { tariff: tariff === null ? null : viewTariff(tariff) };
}

export async function storageReport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  month: string = monthOf(dayOf(now())),
): Promise<StorageReport> {
  const [tariff, boughtAt, days, closes, months] = await Promise.all([
    announcedTariff(db),
    firstPurchaseAt(db, accountId),
    storageDaysOf(db, accountId, month),
    closesBetween(db, firstDayOf(month), lastDayOf(month), DAYS_OF_A_MONTH),
    storageMonthsOf(db, accountId, MONTHS_SHOWN),
  ]);
  const centDays = days.reduce((sum, { excessCents }) => sum + excessCents, 0);
  const carriedIn = months.find((row) => row.month < month)?.carriedOut ?? 0;
  const counted = months.find((row) => row.month === month);
  return {
    tariff: tariff === null ? null : viewTariff(tariff),
    freeUntil: boughtAt === null ? null : freeUntil(boughtAt, tariff?.freeDays),
    owedCents: months.find(({ owedCents }) => owedCents !== null)?.owedCents ?? 0,
    month,
    closedTo: closes.at(-1)?.day ?? null,
    days,
    unmarked: closes
      .filter(({ day, goldCents, silverCents }) => {
        const known = goldCents !== null && silverCents !== null;
        return !known && tariff !== null && day >= tariff.fromDay;
      })
      .map(({ day }) => day),
    centDays,
    carriedIn,
    ...monthDue(carriedIn, centDays),
    counted: counted === undefined ? null : viewMonth(counted),
    months: months.map(viewMonth),
  };
}

function viewTariff({ announcedAt, ...tariff }: AnnouncedTariff): Tariff {
  return { ...tariff, announcedAt: iso(announcedAt) };
}

export function viewMonth({ chargedAt, ...month }: MonthRow): StorageMonth {
  return { ...month, chargedAt: chargedAt === null ? null : iso(chargedAt) };
}
