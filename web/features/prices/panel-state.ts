// What the live panel says about its prices, most important first: no connection, paused, closed, stale, live.

import type { MetalPrice, PriceSnapshot } from '../../../worker/contract/prices.ts';
import { DELAYED_AGE_MS, QUOTABLE_AGE_MS } from '../../../worker/domain/limits.ts';
import type { FeedState } from '../../live/price-socket.ts';

export type PanelState = 'connecting' | 'live' | 'offline' | 'paused' | 'closed' | 'stale';

export function panelState(prices: PriceSnapshot | undefined, feed: FeedState, now: number): PanelState {
  if (feed === 'disconnected') return 'offline';
  if (prices === undefined) return 'connecting';
  const { reason } = prices.source;
  if (reason === 'paused' || reason === 'closed') return reason;
  if (reason === 'stale' || prices.prices.length === 0) return 'stale';
  // A silent server cannot say that it is stale: the page counts for itself.
  if (prices.asOf !== null && now - Date.parse(prices.asOf) > QUOTABLE_AGE_MS) return 'stale';
  return feed === 'connected' ? 'live' : 'connecting';
}

/** When the newest price was made, if that is long enough ago to warn about (decision 9); otherwise null. */
export function delayedSince(prices: PriceSnapshot | undefined, now: number): string | null {
  if (prices === undefined || prices.asOf === null || prices.source.reason === 'closed') return null;
  return now - Date.parse(prices.asOf) >= DELAYED_AGE_MS ? prices.asOf : null;
}

export function isRowStale(price: MetalPrice, now: number): boolean {
  return price.stale || now - Date.parse(price.asOf) > QUOTABLE_AGE_MS;
}
