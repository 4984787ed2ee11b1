// Closes of days for tests that are about what is counted with them: the row of a close with marks of the test's choosing, and beside it
// the statements of the close. Hash and signature are made up.

import type { DayClose } from '../../worker/domain/day-closes.ts';
import { dayAfter, endOfDay } from '../../worker/domain/day-closes.ts';
import { insertClose, lastClose } from '../../worker/db/day-closes.ts';
import { storageStatements } from '../../worker/db/storage-days.ts';

export type Marks = { readonly goldCents: number | null; readonly silverCents: number | null };
export const MARKS: Marks = { goldCents: 400_000, silverCents: 5_000 };

/** In the order of commits: what is committed so far and was stamped before midnight. */
const SEQ_TO = 'SELECT coalesce(max(seq), 0) AS seq FROM operations WHERE created_at < ?1';

/** The statements of one close: the row, and what the storage of that day costs. */
export async function closeStatements(
  db: D1Database,
  day: string,
  marks: Marks = MARKS,
): Promise<D1PreparedStatement[]> {
  const last = await lastClose(db);
  const seqTo = (await db.prepare(SEQ_TO).bind(endOfDay(day)).first<number>('seq')) ?? 0;
  const at = (cents: number | null) => (cents === null ? null : endOfDay(day) - 1);
  const close: DayClose = {
    day,
    priceKind: 'simulated',
    seqTo: Math.max(seqTo, last?.seqTo ?? 0),
    ...marks,
    goldAt: at(marks.goldCents),
    silverAt: at(marks.silverCents),
    usdBrlE4: null,
    usdBrlAt: null,
    ptaxBuyE4: null,
    ptaxSellE4: null,
    customers: 0,
    cashCents: 0,
    goldE4: 0,
    silverE4: 0,
    stockGoldE4: 0,
    stockSilverE4: 0,
    entriesHash: '0'.repeat(64),
    root: null,
    previousHash: last?.hash ?? null,
    hash: '0'.repeat(64),
    kid: 'test',
    signature: 'A'.repeat(86),
    closedAt: endOfDay(day),
  };
  return [insertClose(db, close), ...storageStatements(db, day)];
}

/** Closes these days one after the other, the first and the last included. */
export async function closeDays(
  db: D1Database,
  from: string,
  to: string,
  marks: (day: string) => Marks = () => MARKS,
): Promise<void> {
  for (let day = from; day <= to; day = dayAfter(day)) await db.batch(await closeStatements(db, day, marks(day)));
}
