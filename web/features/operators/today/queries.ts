import { useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { useInvalidate } from '../../../api/paged.ts';
import { Today } from '../../../../worker/contract/operators/today.ts';

const REFETCH_MS = 30_000;

export function useToday() {
  return useQuery({
    queryKey: queryKeys.operators('today'),
    queryFn: () => receive(Today, api.admin.today.$get()),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
}

export const useRefreshToday = () =>
  useInvalidate(queryKeys.operators('today'), queryKeys.operators('waiting'));
