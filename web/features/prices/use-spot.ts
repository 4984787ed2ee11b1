// One metal's live price on public pages: that of the boot block during hydration, then that of the newest snapshot.

import type { MetalPrice, PriceSnapshot } from '../../../worker/contract/prices.ts';
import type { Metal } from '../../../worker/domain/metals.ts';
import type { Rate } from '../../i18n/display.ts';
import { usePrices } from '../../live/live-prices.tsx';
import { useBootPrices } from '../../live/boot.ts';

export type Spot = {
  /** The shown price in US cents; null while unknown. */
  readonly cents: number | null;
  /** The rate that came with it; undefined before the first snapshot, where the boot block has none either. */
  readonly rate: Rate | null | undefined;
  /** Undefined before the first snapshot, and for a metal that it lacks. */
  readonly price: MetalPrice | undefined;
  readonly prices: PriceSnapshot | undefined;
};

export function useSpot(metal: Metal): Spot {
  const prices = usePrices().data;
  const boot = useBootPrices();
  const price = priceOf(metal, prices);
  if (prices !== undefined) return { cents: price?.priceCents ?? null, rate: prices.fx, price, prices };
  // During hydration only the boot block is known: the Worker wrote its price into this text.
  const known = priceOf(metal, boot ?? undefined);
  return { cents: known?.priceCents ?? null, rate: boot?.fx ?? undefined, price, prices };
}

export function priceOf(metal: Metal, prices: PriceSnapshot | undefined): MetalPrice | undefined {
  return prices?.prices.find((price) => price.metal === metal);
}
