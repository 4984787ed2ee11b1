// What the ticket knows of the market and of the customer's means, at this moment.

import { useCurrency } from '../../i18n/currency.ts';
import { usePrices } from '../../live/live-prices.tsx';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import type { PauseReason } from '../../../worker/domain/feed-report.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { HoldingView } from '../../../worker/domain/portfolio.ts';
import type { Position } from './order.ts';

type Obstacle = {
  readonly code: string;
  readonly opensAt: string | null;
  readonly pausedReason?: PauseReason | undefined;
};

export type Market = {
  readonly priceOf: (metal: TradedMetal) => number | null;
  /** Why no quote can be had right now, as a problem's code; null when one can. */
  readonly obstacle: Obstacle | null;
  /** Set when the display currency is BRL and the rate is known. */
  readonly usdBrlE4: number | null;
};

const OBSTACLES = { closed: 'MarketClosed', paused: 'TradingPaused', stale: 'PriceUnavailable' } as const;

export function useMarket(metal: TradedMetal): Market {
  const prices = usePrices().data;
  const currency = useCurrency();
  const priceOf = (wanted: TradedMetal) =>
    prices?.prices.find((price) => price.metal === wanted)?.priceCents ?? null;
  return {
    priceOf,
    obstacle: obstacleOf(prices, priceOf(metal)),
    usdBrlE4: currency === 'BRL' ? (prices?.fx?.usdBrlE4 ?? null) : null,
  };
}

function obstacleOf(prices: PriceSnapshot | undefined, priceCents: number | null): Market['obstacle'] {
  if (prices === undefined || priceCents === null) return { code: 'PriceUnavailable', opensAt: null };
  const { quotable, reason, opensAt, pausedReason } = prices.source;
  return quotable ? null : { code: OBSTACLES[reason ?? 'stale'], opensAt, pausedReason };
}

export type Account = {
  readonly cashCents: number;
  readonly holdings: readonly HoldingView[];
};

export function positionIn(account: Account, metal: TradedMetal): Position {
  const holding = account.holdings.find((one) => one.metal === metal);
  return {
    cashCents: account.cashCents,
    ouncesE4: holding?.ouncesE4 ?? 0,
    heldOuncesE4: holding?.heldOuncesE4 ?? 0,
    costBasisCents: holding?.costBasisCents ?? 0,
  };
}
