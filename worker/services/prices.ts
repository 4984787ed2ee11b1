// The current prices as every visitor sees them: one snapshot per location, at most two seconds old, so that a
// crowd of readers costs the hub one call every two seconds and not one each.

import type { PriceSnapshot } from '../contract/prices.ts';
import type { Deps } from './deps.ts';

export const SNAPSHOT_MAX_AGE_MS = 2_000;
/** Never requested over the network: only a name in the location's cache. */
const CACHE_KEY = 'https://prices.onca.internal/snapshot';
const CACHED_AT = 'X-Cached-At';

export async function currentPrices(deps: Deps): Promise<PriceSnapshot> {
  const now = deps.now();
  const cached = await caches.default.match(CACHE_KEY);
  // The cache counts whole seconds; our own stamp keeps the two seconds exact, and one from the future is not believed.
  const age = now - Number(cached?.headers.get(CACHED_AT) ?? 0);
  if (cached !== undefined && age >= 0 && age < SNAPSHOT_MAX_AGE_MS) return cached.json();
  const snapshot = await deps.hub.snapshot();
  const copy = Response.json(snapshot, {
    headers: { 'Cache-Control': `max-age=${SNAPSHOT_MAX_AGE_MS / 1000}`, [CACHED_AT]: String(now) },
  });
  deps.defer(caches.default.put(CACHE_KEY, copy));
  return snapshot;
}
