// The prices that the server wrote into the page: the first paint shows a live price without a request.

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
