// The boot block for the few texts that the Worker fills in before it sends the page (data-boot-price): they must be the
// same during hydration, when the cache is still empty.

import { useSyncExternalStore } from 'react';
import type { PriceSnapshot } from '../../worker/contract/prices.ts';
import { readBootPrices } from './boot.ts';

let boot: PriceSnapshot | null | undefined;

function bootOnce(): PriceSnapshot | null {
  boot ??= typeof document === 'undefined' ? null : readBootPrices(document);
  return boot;
}

const never = () => () => undefined;

/** The prices of the first paint; null in the prerendered file, and when the server had none. */
export function useBootPrices(): PriceSnapshot | null {
  return useSyncExternalStore(never, bootOnce, bootOnce);
}
