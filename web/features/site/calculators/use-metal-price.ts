import type { PriceSnapshot } from '../../../../worker/contract/prices.ts';
import type { Metal } from '../../../../worker/domain/metals.ts';
import { usePrices } from '../../../live/live-prices.tsx';
import { useBootPrices } from '../../../live/boot.ts';

export type MetalPrice = {
  /** For the text that the Worker fills in before the page is sent; null when nobody knows it. */
  readonly shownCents: number | null;
  /** To calculate with: null while the page is taken over, since the prerendered page knew no price. */
  readonly liveCents: number | null;
  /** There is no price to wait for. */
  readonly absent: boolean;
};

export function useMetalPrice(metal: Metal): MetalPrice {
  const { data, isError } = usePrices();
  const boot = useBootPrices();
  const liveCents = priceIn(data, metal);
  return {
    liveCents,
    shownCents: liveCents ?? (data === undefined ? priceIn(boot, metal) : null),
    absent: liveCents === null && (data !== undefined || isError),
  };
}

function priceIn(prices: PriceSnapshot | null | undefined, metal: Metal): number | null {
  return prices?.prices.find((price) => price.metal === metal)?.priceCents ?? null;
}
