// What frees the welcome bonus (P7): net purchases, which are purchases of metal less sales, at their totals, at the bound or
// above it for 30 days in a row. Falling below it starts the 30 days again. The ledger's SQL does the same in the batch of each trade.

import { BONUS_HOLD_MS, BONUS_RELEASE_CENTS } from './limits.ts';

export type BonusClock = {
  readonly netPurchasesCents: number;
  /** Since when they have been at the bound or above it; null while they are below. */
  readonly bonusSince: number | null;
};

/** A purchase adds its total, a sale takes it away; the reversal of either does the opposite, at its own moment. */
export function afterNetPurchase(clock: BonusClock, cents: number, now: number): BonusClock {
  const netPurchasesCents = clock.netPurchasesCents + cents;
  const isEnough = netPurchasesCents >= BONUS_RELEASE_CENTS;
  return { netPurchasesCents, bonusSince: isEnough ? (clock.bonusSince ?? now) : null };
}

/** When a bonus that is held will be free if nothing falls below the bound; null while it is below. */
export function freesAt({ bonusSince }: BonusClock): number | null {
  return bonusSince === null ? null : bonusSince + BONUS_HOLD_MS;
}
