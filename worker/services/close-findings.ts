// What the check of the books says about closes beyond what SQL can: the last days computed again, hashes and signatures included,
// and a day that should be closed by now.

import { publicKeys, type SigningSettings } from '../auth/signing-keys.ts';
import { hasOperationBefore, lastClose } from '../db/day-closes.ts';
import type { LedgerFinding } from '../db/ledger-check.ts';
import { dayAfter, dayOf, endOfDay, lastClosableDay } from '../domain/day-closes.ts';
import { DAY_MS, HOUR_MS } from '../domain/time.ts';
import { verifyCloses } from './verify-closes.ts';

/** The whole chain is looked at by `npm run close:verify`. */
const DAYS_LOOKED_AT = 7;
/** The minute cron has had so long. */
const LATE_MS = 2 * HOUR_MS;

export async function closeFindings(
  { db, env }: { readonly db: D1Database; readonly env: SigningSettings },
  now: number,
): Promise<LedgerFinding[]> {
  const last = await lastClose(db);
  const due = lastClosableDay(now - LATE_MS);
  const isLate = last === null ? await hasOperationBefore(db, endOfDay(due)) : last.day < due;
  const subject = last === null ? due : dayAfter(last.day);
  const late = isLate ? [{ rule: 'closes-are-made', subject, detail: 'over, and not closed' }] : [];
  if (last === null) return late;
  const from = dayOf(endOfDay(last.day) - DAYS_LOOKED_AT * DAY_MS);
  const { differences } = await verifyCloses(db, publicKeys(env), { from, to: last.day });
  return [
    ...late,
    ...differences.map(({ day, value, stored, expected }) => ({
      rule: 'closes-are-computed-again',
      subject: day,
      detail: `${value} ${stored ?? 'unknown'} for ${expected ?? 'unknown'}`,
    })),
  ];
}
