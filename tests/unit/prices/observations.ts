// Observations for tests, as a provider would hand them over.

import type { Observation } from '../../../worker/domain/price-rules.ts';

/** A Wednesday noon in New York: the spot market is open. */
export const NOW = Date.parse('2026-11-18T17:00:00Z');

export function anObservation(over: Partial<Observation> = {}): Observation {
  return {
    source: 'gold-api',
    series: 'gold',
    kind: 'spot',
    licence: 'reference',
    bid: null,
    ask: null,
    mid: 438_900,
    sourceAt: over.receivedAt ?? NOW,
    receivedAt: NOW,
    ...over,
  };
}
