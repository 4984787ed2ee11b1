import { useQuery } from '@tanstack/react-query';
import { Stock } from '../../worker/contract/stock.ts';
import type { TradedMetal } from '../../worker/domain/metals.ts';
import { api, receive } from './client.ts';
import { queryKeys } from './keys.ts';

const FRESH_MS = 10_000;
const REFETCH_MS = 30_000;

/** What the vault can sell of a metal; null while it is unknown. */
export function useFreeStockE4(metal: TradedMetal): number | null {
  const { data } = useQuery({
    queryKey: queryKeys.stock,
    queryFn: () => receive(Stock, api.stock.$get()),
    staleTime: FRESH_MS,
    refetchInterval: REFETCH_MS,
  });
  return data?.metals.find((one) => one.metal === metal)?.freeOuncesE4 ?? null;
}
