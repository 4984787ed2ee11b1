// Price snapshots as the API answers them, for tests of the interface.

import type { MetalPrice, PriceFrame, PriceSnapshot } from '../../worker/contract/prices.ts';

export const SNAPSHOT_AT = '2026-11-20T15:00:00.000Z';

export function aMetalPrice(over: Partial<MetalPrice> = {}): MetalPrice {
  return {
    metal: 'gold',
    priceCents: 438_938,
    change24hCents: 3_570,
    change24hPercent: 0.82,
    high24hCents: 439_340,
    low24hCents: 435_368,
    since: '24h',
    asOf: SNAPSHOT_AT,
    stale: false,
    ...over,
  };
}

export function aSnapshot(over: Partial<PriceSnapshot> = {}): PriceSnapshot {
  return {
    seq: 1,
    asOf: SNAPSHOT_AT,
    prices: [aMetalPrice(), aMetalPrice({ metal: 'silver', priceCents: 5_842 })],
    fx: { usdBrlE4: 53_400, asOf: SNAPSHOT_AT },
    source: {
      name: 'simulated',
      kind: 'simulated',
      marketOpen: true,
      quotable: true,
      reason: null,
      opensAt: null,
    },
    ...over,
  };
}

export function aFrame(seq: number, type: 'snapshot' | 'tick' = 'tick'): PriceFrame {
  return { v: 1, type, ...aSnapshot({ seq }) };
}
