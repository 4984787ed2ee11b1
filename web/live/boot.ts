// The prices that the server wrote into the page: the first paint shows a live price without a request.

import { useSyncExternalStore } from 'react';
import type { PriceSnapshot } from '../../worker/contract/prices.ts';

export const BOOT_ELEMENT_ID = 'boot';
type Page = { readonly getElementById: (id: string) => { readonly textContent: string | null } | null };

/**
 * Checks only the outline of the block, because our own server wrote it into this document: the schemas that check every
 * other reply would be a tenth of the page's script.
 */
export function readBootPrices(page: Page): PriceSnapshot | null {
  const text = page.getElementById(BOOT_ELEMENT_ID)?.textContent;
  if (text === null || text === undefined || text === '') return null;
  try {
    const boot = JSON.parse(text) as { prices?: Partial<PriceSnapshot> | null };
    const prices = boot.prices ?? null;
    return prices !== null && typeof prices.seq === 'number' && Array.isArray(prices.prices)
      ? (prices as PriceSnapshot)
      : null;
  } catch {
    return null;
  }
}

let boot: PriceSnapshot | null | undefined;

function bootOnce(): PriceSnapshot | null {
  boot ??= typeof document === 'undefined' ? null : readBootPrices(document);
  return boot;
}

const never = () => () => undefined;

/**
 * For the texts that the Worker fills in before it sends the page (data-boot-price): they must be identical during
 * hydration, when the cache is still empty. Null in the prerendered file, and when the server had no prices.
 */
export function useBootPrices(): PriceSnapshot | null {
  return useSyncExternalStore(never, bootOnce, bootOnce);
}
