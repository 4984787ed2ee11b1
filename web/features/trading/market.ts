// The live market and the customer's position, as the ticket needs them.

import { usePrices } from '../../live/live-prices.tsx';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import type { PauseReason } from '../../../worker/domain/feed-report.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { CostedPosition } from './order.ts';
import type { LivePortfolio } from './revalue.ts';

type Obstacle = {
  readonly code: string;
  readonly opensAt: string | null;
  readonly pausedReason?: PauseReason | undefined;
};

export type Market = {
  readonly priceOf: (metal: TradedMetal) => number | null;
  /** Why the server would refuse a quote now, as a problem code; null when it would not. */
  readonly obstacle: Obstacle | null;
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
  };
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
