// The live market and the customer's position, as the ticket needs them.

import { useFreeStockE4 } from '../../api/stock.ts';
import { usePrices } from '../../live/live-prices.tsx';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import type { PauseReason } from '../../../worker/domain/feed-report.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { CostedPosition, Draft } from './order.ts';
import type { LivePortfolio } from './revalue.ts';

type Obstacle = {
  readonly code: string;
  readonly opensAt: string | null;
  readonly pausedReason?: PauseReason | undefined;
  /** Of a metal that the vault lacks. */
  readonly metal?: TradedMetal;
  readonly freeOuncesE4?: number;
};

export type Market = {
  readonly priceOf: (metal: TradedMetal) => number | null;
  /** Why the server would refuse a quote now, as a problem code; null when it would not. */
  readonly obstacle: Obstacle | null;
  /** What the vault can sell of the metal; null while it is unknown. */
  readonly freeStockE4: number | null;
};

const OBSTACLES = {
  closed: 'MarketClosed',
  paused: 'TradingPaused',
  stale: 'PriceUnavailable',
  unsettled: 'PriceUnsettled',
} as const;

export function useMarket(metal: TradedMetal): Market {
  const prices = usePrices().data;
  return {
    priceOf: (wanted) => prices?.prices.find((price) => price.metal === wanted)?.priceCents ?? null,
    obstacle: obstacleOf(prices, metal),
    freeStockE4: useFreeStockE4(metal),
  };
}

/** What the vault does not have is said before anybody asks for a price; the server decides. */
export function stockObstacle(
  { side, metal }: Pick<Draft, 'side' | 'metal'>,
  ouncesE4: number | null,
  freeStockE4: number | null,
): Obstacle | null {
  if (side === 'sell' || freeStockE4 === null) return null;
  const suffices = ouncesE4 === null ? freeStockE4 > 0 : ouncesE4 <= freeStockE4;
  return suffices ? null : { code: 'OutOfStock', opensAt: null, metal, freeOuncesE4: freeStockE4 };
}

export function obstacleOf(prices: PriceSnapshot | undefined, metal: TradedMetal): Market['obstacle'] {
  const price = prices?.prices.find((one) => one.metal === metal);
  if (prices === undefined || price === undefined) return { code: 'PriceUnavailable', opensAt: null };
  const { quotable, reason, opensAt, pausedReason } = prices.source;
  if (!quotable) return { code: OBSTACLES[reason ?? 'stale'], opensAt, pausedReason };
  // The other metal can be quoted on.
  return price.unsettled ? { code: OBSTACLES.unsettled, opensAt } : null;
}

export function positionIn(portfolio: LivePortfolio, metal: TradedMetal): CostedPosition {
  const holding = portfolio.holdings.find((one) => one.metal === metal);
  return {
    cashCents: portfolio.cashCents,
    ouncesE4: holding?.ouncesE4 ?? 0,
    heldOuncesE4: holding?.heldOuncesE4 ?? 0,
    costBasisCents: holding?.costBasisCents ?? 0,
  };
}
