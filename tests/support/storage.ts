// A tariff that is in force, for tests of the storage fee.

import { STORAGE_TERMS } from '../../worker/domain/storage-fee.ts';
import { DAY_MS } from '../../worker/domain/time.ts';
import { startOfDay } from '../../worker/domain/days.ts';
import { createCustomer } from './customers.ts';

/** Announced forty days before, by two operators, and told to everybody. */
export async function tariffFrom(env: Env, fromDay: string): Promise<string> {
  const [proposer, announcer] = await Promise.all([
    createCustomer(env, { admin: true }),
    createCustomer(env, { admin: true }),
  ]);
  const id = crypto.randomUUID();
  const at = startOfDay(fromDay) - 40 * DAY_MS;
  await env.DB.prepare(
    `INSERT INTO tariffs (id, kind, from_day, free_days, above_cents, cent_days_per_cent, proposed_by, proposed_at, state, decided_by,
       decided_at, mailed_at)
     VALUES (?1, 'storage', ?2, ?3, ?4, ?5, ?6, ?7, 'announced', ?8, ?9, ?9)`,
  )
    .bind(
      id,
      fromDay,
      STORAGE_TERMS.freeDays,
      STORAGE_TERMS.aboveCents,
      STORAGE_TERMS.centDaysPerCent,
      proposer.userId,
      at - DAY_MS,
      announcer.userId,
      at,
    )
    .run();
  return id;
}
