// The prices the server wrote into the page, so that the first paint shows a live figure without a request.

import * as v from 'valibot';
import { PriceSnapshot } from '../../worker/contract/prices.ts';

export const BOOT_ELEMENT_ID = 'boot';
type Page = { readonly getElementById: (id: string) => { readonly textContent: string | null } | null };

const Boot = v.object({ prices: v.nullish(PriceSnapshot) });

export function readBootPrices(page: Page): PriceSnapshot | null {
  const text = page.getElementById(BOOT_ELEMENT_ID)?.textContent;
  if (text === null || text === undefined || text === '') return null;
  try {
    const boot = v.safeParse(Boot, JSON.parse(text));
    return boot.success ? (boot.output.prices ?? null) : null;
  } catch {
    return null;
  }
}
