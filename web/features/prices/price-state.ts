// The state of the prices, in order of priority: offline, paused, closed, stale, unsettled, and live or simulated (P45).

import type { MetalPrice, PriceSnapshot } from '../../../worker/contract/prices.ts';
import { DELAYED_AGE_MS, QUOTABLE_AGE_MS } from '../../../worker/domain/limits.ts';
import type { StreamState } from '../../live/price-socket.ts';

export type PriceState =
  | 'connecting'
  | 'live'
  | 'simulated'
  | 'offline'
  | 'paused'
  | 'closed'
  | 'stale'
  | 'unsettled';

export function priceState(prices: PriceSnapshot | undefined, stream: StreamState, now: number): PriceState {
  if (stream === 'disconnected') return 'offline';
  if (prices === undefined) return 'connecting';
  const { reason } = prices.source;
  if (reason === 'paused' || reason === 'closed') return reason;
  if (reason === 'stale' || prices.prices.length === 0) return 'stale';
  // Without a connection the server cannot report that its prices are stale: the page checks their age itself.
  if (prices.asOf !== null && now - Date.parse(prices.asOf) > QUOTABLE_AGE_MS) return 'stale';
  if (reason === 'unsettled') return reason;
  if (stream !== 'connected') return 'connecting';
  return prices.source.kind === 'simulated' ? 'simulated' : 'live';
}

/** The time of the newest price, if it is old enough for a warning (P9); otherwise null. */
export function delayedSince(prices: PriceSnapshot | undefined, now: number): string | null {
  if (prices === undefined || prices.asOf === null || prices.source.reason === 'closed') return null;
  return now - Date.parse(prices.asOf) >= DELAYED_AGE_MS ? prices.asOf : null;
}

export function isRowStale(price: MetalPrice, now: number): boolean {
  return price.stale || now - Date.parse(price.asOf) > QUOTABLE_AGE_MS;
}
