// Days that are over, for tests of what is counted with their closes: stored prices of each day, and the real closes with the
// statements of the storage fee beside them.

import { dayAfter, endOfDay } from '../../worker/domain/day-closes.ts';
import { HOUR_MS, MINUTE_MS } from '../../worker/domain/time.ts';
import { insertClose } from '../../worker/db/day-closes.ts';
import { OWN_METAL_ACCOUNTS } from '../../worker/db/stock.ts';
import { wordsSql } from '../../worker/db/words.ts';
import { storageAlongside } from '../../worker/services/charge-storage.ts';
import { storeMinutes } from '../../worker/services/candles.ts';
import { type CloseCount, type CloseDeps, closeDays } from '../../worker/services/close-days.ts';

export const GOLD = 400_000;
export const SILVER = 5_000;

/** A price of gold and of silver at eight in the evening of each of these days; null stores none, and the one before counts for five days. */
export async function storePrices(
  db: D1Database,
  from: string,
  to: string,
  pricesOf: (day: string) => { readonly gold: number | null; readonly silver: number | null },
): Promise<void> {
  const minutes: Parameters<typeof storeMinutes>[1][number][] = [];
  for (let day = from; day <= to; day = dayAfter(day)) {
    const at = endOfDay(day) - 4 * HOUR_MS;
    for (const [series, cents] of Object.entries(pricesOf(day))) {
      if (cents === null) continue;
      const candle = { startAt: at, open: cents, high: cents, low: cents, close: cents, lastAt: at };
      minutes.push({
        series: series as 'gold' | 'silver',
        kind: 'simulated',
        source: 'test',
        licence: 'commercial',
        candle,
      });
    }
  }
  await storeMinutes(db, minutes, endOfDay(to));
}

/**
 * The close of a day before anything else is closed, with what customers and the house have: for books whose past would take a
 * year of closes. Its hashes and its signature are made up.
 */
export async function beginCloses(db: D1Database, day: string): Promise<void> {
  const metal = (name: string) =>
    `(SELECT coalesce(sum(ounces_e4), 0) FROM holdings WHERE metal = '${name}') AS ${name}E4,
     (SELECT coalesce(sum(amount), 0) FROM entries WHERE account_id IN (${wordsSql(OWN_METAL_ACCOUNTS)}) AND asset = '${name}') AS ${name}Stock`;
  const sums = await db
    .prepare(
      `SELECT (SELECT max(seq) FROM operations) AS seqTo, (SELECT sum(cash_cents) FROM accounts WHERE kind = 'customer') AS cashCents,
         (SELECT count(DISTINCT account_id) FROM holdings) AS customers, ${metal('gold')}, ${metal('silver')}`,
    )
    .first<
      Record<
        'seqTo' | 'cashCents' | 'customers' | 'goldE4' | 'goldStock' | 'silverE4' | 'silverStock',
        number
      >
    >();
  if (sums === null) throw new Error('sums are one row');
  const unknown = {
    goldCents: null,
    goldAt: null,
    silverCents: null,
    silverAt: null,
    usdBrlE4: null,
    usdBrlAt: null,
  };
  await insertClose(db, {
    day,
    priceKind: 'simulated',
    seqTo: sums.seqTo,
    ...unknown,
    customers: sums.customers,
    cashCents: sums.cashCents,
    goldE4: sums.goldE4,
    silverE4: sums.silverE4,
    stockGoldE4: sums.goldStock,
    stockSilverE4: sums.silverStock,
    entriesHash: '0'.repeat(64),
    root: null,
    previousHash: null,
    hash: '0'.repeat(64),
    kid: 'test',
    signature: 'A'.repeat(86),
    closedAt: endOfDay(day),
  }).run();
}

/** Closes all days up to this one that are open, as the cron would have done a few minutes after it. */
export function closeUpTo(deps: Pick<CloseDeps, 'db' | 'env'>, day: string): Promise<CloseCount> {
  return closeDays(
    { ...deps, now: () => endOfDay(day) + 6 * MINUTE_MS },
    { atMost: 1_000, alongside: storageAlongside },
  );
}
