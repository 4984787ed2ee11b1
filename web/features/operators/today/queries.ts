import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { useInvalidate } from '../../../api/paged.ts';
import { type AlertChange, OperatorAlert, Today } from '../../../../worker/contract/operators/today.ts';

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

type Change = { readonly id: string; readonly json: AlertChange };

/** Also after a refusal: another has it, or it is over. */
export function useChangeAlert() {
  return useMutation({
    mutationFn: ({ id, json }: Change) =>
      receive(OperatorAlert, api.admin.today.alerts[':id'].$patch({ param: { id }, json })),
    onSettled: useRefreshToday(),
  });
}
