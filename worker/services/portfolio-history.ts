// The customer's portfolio over time: the ledger's entries at the stored prices of their moments.

import type { PortfolioHistory } from '../contract/portfolio-history.ts';
import type { HistoryRange } from '../contract/prices.ts';
import { firstMovement, readHistoryFacts } from '../db/portfolio-history.ts';
import { RANGE_PLANS } from '../domain/history-ranges.ts';
import { positionBefore, replayHistory, timeGrid } from '../domain/portfolio-history.ts';
import { priceFeeds } from '../providers/registry.ts';
import type { Deps } from './deps.ts';
import { DAY_MS, iso } from '../domain/time.ts';

type HistoryDeps = Pick<Deps, 'db' | 'env' | 'now'>;

export async function portfolioHistory(
  deps: HistoryDeps,
  accountId: string,
  range: HistoryRange,
): Promise<PortfolioHistory> {
  const { rowsRead: _, ...history } = await countedHistory(deps, accountId, range);
  return history;
}

/** With the rows the database read for it. */
export async function countedHistory(
  deps: HistoryDeps,
  accountId: string,
  range: HistoryRange,
): Promise<PortfolioHistory & { readonly rowsRead: number }> {
  const { kind } = priceFeeds(deps.env);
  const first = await firstMovement(deps.db, accountId);
  if (first === null) return { range, kind, resolution: null, points: [], rowsRead: 0 };
  // Another server's clock may be ahead of this one.
  const to = Math.max(first, deps.now());
  const { days } = RANGE_PLANS[range];
  const from = days === null ? first : Math.max(first, to - days * DAY_MS);
  const grid = timeGrid(from, to);
  const { position, changes, prices, bonusFreedAt, rowsRead } = await readHistoryFacts(
    deps.db,
    accountId,
    kind,
    grid,
  );
  const points = replayHistory(grid.times, positionBefore(position, changes), changes, prices, bonusFreedAt);
  return {
    range,
    kind,
    resolution: grid.resolution,
    points: points.map(({ at, valueCents, cashCents, paidInCents, heldCents }) => ({
      at: iso(at),
      valueCents,
      cashCents,
      paidInCents,
      heldCents,
    })),
    rowsRead,
  };
}
