import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { TariffsReport } from '../../../../worker/contract/operators/tariffs.ts';

const KEY = queryKeys.operators('tariffs');

export function useTariffs() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => receive(TariffsReport, api.admin.tariffs.$get()),
    staleTime: 0,
  });
}

/** A refusal may mean that another operator was first, so that the list is read again. */
function useTariffChange<C>(send: (change: C) => Promise<TariffsReport>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (report) => cache.setQueryData(KEY, report),
    onError: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}

export const useProposeTariff = () =>
  useTariffChange((fromDay: string) =>
    receive(TariffsReport, api.admin.tariffs.$post({ json: { fromDay } })),
  );

export type Decision = { readonly id: string; readonly how: 'announce' | 'drop' };

export const useDecideTariff = () =>
  useTariffChange(({ id, how }: Decision) =>
    receive(
      TariffsReport,
      how === 'announce'
        ? api.admin.tariffs[':id'].announce.$post({ param: { id } })
        : api.admin.tariffs[':id'].drop.$post({ param: { id } }),
    ),
  );
