import { usePrices } from '../../live/live-prices.tsx';
import type { TradedMetal } from '../../../worker/domain/metals.ts';

/** The price the page shows now; null while it shows none. */
export function usePriceOf(metal: TradedMetal): number | null {
  const { data } = usePrices();
  return data?.prices.find((price) => price.metal === metal)?.priceCents ?? null;
}
