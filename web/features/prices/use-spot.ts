// One metal's live price, as public pages show it: the boot block's figure while the page is taken over, then the
// newest snapshot's.

import type { MetalPrice, PriceSnapshot } from '../../../worker/contract/prices.ts';
import type { Metal } from '../../../worker/domain/metals.ts';
import { usePrices } from '../../live/live-prices.tsx';
import { useBootPrices } from '../../live/use-boot-prices.ts';

export type Spot = {
  /** The figure of the page's first text; null when nobody knows it. */
  readonly cents: number | null;
  /** Undefined until the first snapshot, and for a metal that it lacks. */
  readonly price: MetalPrice | undefined;
  readonly prices: PriceSnapshot | undefined;
};

export function useSpot(metal: Metal): Spot {
  const prices = usePrices().data;
  const boot = useBootPrices();
  const price = priceOf(metal, prices);
  // During hydration only the boot block is known, and it is what the Worker wrote into this text.
  const known = price ?? (prices === undefined ? priceOf(metal, boot ?? undefined) : undefined);
  return { cents: known?.priceCents ?? null, price, prices };
}

export function priceOf(metal: Metal, prices: PriceSnapshot | undefined): MetalPrice | undefined {
  return prices?.prices.find((price) => price.metal === metal);
}
