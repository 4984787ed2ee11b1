import { usePrices } from '../../live/live-prices.tsx';
import type { TradedMetal } from '../../../worker/domain/metals.ts';

/** The price on the page; null while there is none. */
export function usePriceOf(metal: TradedMetal): number | null {
  const { data } = usePrices();
  return data?.prices.find((price) => price.metal === metal)?.priceCents ?? null;
}
