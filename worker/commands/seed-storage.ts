// A tariff of storage that was announced in the past, so that the fee can be seen at work: days of the last two months and of this
// one, and the two that are over charged. Never in production.

import { dayOf } from '../domain/day-closes.ts';
import { addDays, firstDayOf, monthOf, startOfDay } from '../domain/days.ts';
import { TARIFF_NOTICE_DAYS } from '../domain/limits.ts';
import { STORAGE_TERMS } from '../domain/storage-fee.ts';
import { DAY_MS } from '../domain/time.ts';
import { chargeMonths } from '../services/charge-storage.ts';
import { SEEDED_ADMIN, SEEDED_SECOND_ADMIN } from './seed-accounts.ts';

/** Before the days are closed; of books that were closed without a tariff nothing changes. Answers whether it made one. */
export async function seedTariff(db: D1Database, now: number): Promise<boolean> {
  const lastMonth = monthOf(addDays(firstDayOf(monthOf(dayOf(now))), -1));
  const fromDay = firstDayOf(monthOf(addDays(firstDayOf(lastMonth), -1)));
  const announcedAt = startOfDay(fromDay) - (TARIFF_NOTICE_DAYS + 10) * DAY_MS;
  const made = await db
    .prepare(
      `INSERT INTO tariffs (id, kind, from_day, free_days, above_cents, cent_days_per_cent, proposed_by, proposed_at, state, decided_by,
         decided_at, mailed_at)
       SELECT ?1, 'storage', ?2, ?3, ?4, ?5, ?6, ?7, 'announced', ?8, ?9, ?9
       WHERE NOT EXISTS (SELECT 1 FROM tariffs) AND NOT EXISTS (SELECT 1 FROM day_closes)`,
    )
    .bind(
      crypto.randomUUID(),
      fromDay,
      STORAGE_TERMS.freeDays,
      STORAGE_TERMS.aboveCents,
      STORAGE_TERMS.centDaysPerCent,
      SEEDED_ADMIN.id,
      announcedAt - DAY_MS,
      SEEDED_SECOND_ADMIN.id,
      announcedAt,
    )
    .run();
  return made.meta.changes === 1;
}

/** All that is due at once. A past that was made up wrote no letters. */
export async function seedCharges(db: D1Database): Promise<void> {
  await chargeMonths(
    { db, newId: () => crypto.randomUUID(), now: () => Date.now(), moved: () => undefined },
    Number.MAX_SAFE_INTEGER,
  );
  await db.prepare(`DELETE FROM mail_outbox WHERE kind = 'storage-receipt' AND state = 'waiting'`).run();
}
