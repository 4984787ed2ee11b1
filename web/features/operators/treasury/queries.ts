import { useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { useInvalidate } from '../../../api/paged.ts';
import { TreasuryReport } from '../../../../worker/contract/operators/treasury.ts';

const KEY = queryKeys.operators('treasury');

export function useTreasury() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => receive(TreasuryReport, api.admin.treasury.$get()),
    staleTime: 0,
  });
}

export const useRefreshTreasury = () => useInvalidate(KEY);
