// For the minute cron: minutes of prices beyond their retention leave the database, a day at a time. What the market said is evidence
// that names nobody, so it goes to the bucket first; the simulated market can be computed again, so it just goes.

import type { StoredKind } from '../db/candles.ts';
import { minutesOf, oldestMinute, removeMinutesStatements } from '../db/old-minutes.ts';
import { MINUTE_RETENTION_MS } from '../domain/history-ranges.ts';
import { DAY_MS, iso } from '../domain/time.ts';
import { archiveRows } from '../storage/archive.ts';
import type { Deps } from './deps.ts';

const KINDS: readonly StoredKind[] = ['spot', 'simulated'];

type ArchiveDeps = Pick<Deps, 'db' | 'env' | 'newId'>;

/** How many minutes went. A day goes when its last minute is old enough. */
export async function archiveOldMinutes(
  deps: ArchiveDeps,
  now: number,
): Promise<{ readonly minutes: number }> {
  let minutes = 0;
  for (const kind of KINDS) {
    const oldest = await oldestMinute(deps.db, kind);
    if (oldest === null) continue;
    const from = oldest - (oldest % DAY_MS);
    if (from + DAY_MS <= now - MINUTE_RETENTION_MS) minutes += await moveDay(deps, kind, from);
  }
  return { minutes };
}

async function moveDay({ db, env, newId }: ArchiveDeps, kind: StoredKind, from: number): Promise<number> {
  const day = { kind, from, to: from + DAY_MS };
  const rows = await minutesOf(db, day);
  if (kind === 'spot') await archiveRows(env.MEDIA, `minutes/${iso(from).slice(0, 10)}`, rows);
  // What came in since it was read is not in the bucket: then nothing goes, and the next run reads the day again.
  await db.batch(removeMinutesStatements(db, newId(), day, rows.length));
  return rows.length;
}
