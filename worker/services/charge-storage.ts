// For the minute cron: months of storage that a close has counted are charged, and a tariff that was announced is told to everybody.
// Both do so much at a time and go on where they ended.

import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import { mailStatement } from '../db/outbox.ts';
import { storageStatements } from '../db/storage-days.ts';
import { monthToCharge, type OpenMonth, openMonths } from '../db/storage-months.ts';
import { mailTariff, unmailedTariff } from '../db/tariffs.ts';
import { monthCharge, TARIFF_LETTERS_AT_ONCE } from '../domain/storage-fee.ts';
import { chargeStorage } from '../ledger/charge-storage.ts';
import type { Alongside } from './close-days.ts';
import type { Deps } from './deps.ts';

/** In the batch of each close: its day, and with the last day of a month that month. */
export const storageAlongside: Alongside = (db, { day }) => storageStatements(db, day);

/** In one run; a batch and a question to the database each. */
export const CHARGED_AT_ONCE = 150;
/** A customer who trades without a pause waits for the next run. */
const TRIES = 5;

export type ChargeDeps = Pick<Deps, 'db' | 'newId' | 'now'> & {
  /** Told of each customer whose cash moved. */
  readonly moved: (accountId: string) => void;
};

/** With the open pages of customers told of it. */
export function chargeStorageMonths(deps: Deps, limit?: number) {
  const moved = (accountId: string) => deps.defer(deps.hub.notify(accountId, PORTFOLIO_CHANGED));
  return chargeMonths({ ...deps, moved }, limit);
}

export async function chargeMonths(
  deps: ChargeDeps,
  limit: number = CHARGED_AT_ONCE,
): Promise<{ readonly months: number; readonly chargedCents: number }> {
  const counted = { months: 0, chargedCents: 0 };
  const failures: string[] = [];
  for (const open of await openMonths(deps.db, limit)) {
    try {
      const cents = await chargeMonth(deps, open);
      if (cents === null) continue;
      counted.months += 1;
      counted.chargedCents += cents;
      if (cents > 0) deps.moved(open.accountId);
    } catch (error) {
      // The others are charged all the same.
      failures.push(`${open.accountId} ${open.month}: ${String(error)}`);
    }
  }
  if (failures.length > 0) throw new Error(`months of storage failed: ${failures.join('; ')}`);
  return counted;
}

/** What was taken; null where another run was first, or the cash never stood still. */
async function chargeMonth(deps: ChargeDeps, open: OpenMonth): Promise<number | null> {
  const { db, newId } = deps;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const of = await monthToCharge(db, open);
    if (of === null) return null;
    const { dueCents, owedBeforeCents, cashCents, month, centDays, carriedIn } = of;
    const now = deps.now();
    const transactionId = newId();
    const charged = await chargeStorage(db, {
      operationId: newId(),
      transactionId,
      of,
      now,
      alongside: [
        mailStatement(db, {
          id: `receipt-${transactionId}`,
          userId: of.accountId,
          message: {
            kind: 'storage-receipt',
            transactionId,
            month,
            centDays,
            carriedIn,
            dueCents,
            owedBeforeCents,
            ...monthCharge(dueCents, owedBeforeCents, cashCents),
            at: now,
          },
          now,
        }),
      ],
    });
    if (charged.ok) return charged.value.chargedCents;
  }
  return null;
}

/** Answers how many letters were written. */
export async function announceTariffs({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const unmailed = await unmailedTariff(db);
  return unmailed === null ? 0 : mailTariff(db, unmailed, now(), TARIFF_LETTERS_AT_ONCE);
}
