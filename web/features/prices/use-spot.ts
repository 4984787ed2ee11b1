// One metal's live price on public pages: that of the boot block during hydration, then that of the newest snapshot.

import type { MetalPrice, PriceSnapshot } from '../../../worker/contract/prices.ts';
import type { Metal } from '../../../worker/domain/metals.ts';
import { usePrices } from '../../live/live-prices.tsx';
import { useBootPrices } from '../../live/boot.ts';

export type Spot = {
  /** The shown price; null while unknown. */
  readonly cents: number | null;
  /** Undefined before the first snapshot, and for a metal that it lacks. */
  readonly price: MetalPrice | undefined;
  readonly prices: PriceSnapshot | undefined;
};

export function useSpot(metal: Metal): Spot {
  const prices = usePrices().data;
  const boot = useBootPrices();
  const price = priceOf(metal, prices);
  // During hydration only the boot block is known: the Worker wrote its price into this text.
  const known = price ?? (prices === undefined ? priceOf(metal, boot ?? undefined) : undefined);
  return { cents: known?.priceCents ?? null, price, prices };
}

export function priceOf(metal: Metal, prices: PriceSnapshot | undefined): MetalPrice | undefined {
  return prices?.prices.find((price) => price.metal === metal);
}
