// The simulated source: no network, always open, visibly labelled. The registry refuses it in production.

import { METALS } from '../domain/metals.ts';
import { USD_BRL, type Observation, type Series } from '../domain/price-rules.ts';
import { ok } from '../domain/result.ts';
import type { PriceProvider } from './feed.ts';
import { SIMULATED_SEED, simulatedPrice } from './simulated-walk.ts';

export const SIMULATED = 'simulated';

export function simulatedMetals(): PriceProvider {
  return simulatedSource('metals', METALS);
}

export function simulatedRate(): PriceProvider {
  return simulatedSource('rate', [USD_BRL]);
}

function simulatedSource(subject: PriceProvider['subject'], series: readonly Series[]): PriceProvider {
  return {
    name: SIMULATED,
    subject,
    kind: 'simulated',
    licence: 'commercial',
    calendar: 'always',
    minIntervalMs: 0,
    poll: (feed) => [Promise.resolve(ok(series.map((one) => observe(one, feed.now()))))],
  };
}

function observe(series: Series, now: number): Observation {
  return {
    source: SIMULATED,
    series,
    kind: 'simulated',
    licence: 'commercial',
    bid: null,
    ask: null,
    mid: simulatedPrice(SIMULATED_SEED, series, now),
    sourceAt: now,
    receivedAt: now,
  };
}
