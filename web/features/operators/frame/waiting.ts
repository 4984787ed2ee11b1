import { useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { WaitingWork } from '../../../../worker/contract/operators/waiting.ts';

const REFETCH_MS = 30_000;

/** The work that waits for this operator; read again after each change, and while a page is open. */
export function useWaiting(): { readonly work: WaitingWork | undefined; readonly readAt: number } {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: queryKeys.operators('waiting'),
    queryFn: () => receive(WaitingWork, api.admin.waiting.$get()),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
  return { work: data, readAt: dataUpdatedAt };
}
