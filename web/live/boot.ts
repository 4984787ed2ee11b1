// The prices the server wrote into the page, so that the first paint shows a live figure without a request.

import type { PriceSnapshot } from '../../worker/contract/prices.ts';

export const BOOT_ELEMENT_ID = 'boot';
type Page = { readonly getElementById: (id: string) => { readonly textContent: string | null } | null };

/**
 * What our own server wrote into this very document is believed by its outline: the schemas that everything else goes
 * through would be a tenth of the page's script.
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
