// The current prices as every visitor sees them. (Price helper: refine with the per-location cache, keep the name.)

import type { PriceSnapshot } from '../contract/prices.ts';
import type { Deps } from './deps.ts';

export async function currentPrices(deps: Deps): Promise<PriceSnapshot> {
  return deps.hub.snapshot();
}
