import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import {
  type ExchangeTariffRequest,
  ExchangeTariffsReport,
} from '../../../../worker/contract/operators/reais.ts';
import { TariffsReport } from '../../../../worker/contract/operators/tariffs.ts';

const STORAGE = queryKeys.operators('tariffs');
const EXCHANGE = queryKeys.operators('exchange-tariffs');

export function useTariffs() {
  return useQuery({
    queryKey: STORAGE,
    queryFn: () => receive(TariffsReport, api.admin.tariffs.$get()),
    staleTime: 0,
  });
}

export function useExchangeTariffs() {
  return useQuery({
    queryKey: EXCHANGE,
    queryFn: () => receive(ExchangeTariffsReport, api.admin['exchange-tariffs'].$get()),
    staleTime: 0,
  });
}

/** A refusal may mean that another operator was first, so that the list is read again. */
function useTariffChange<C, R>(queryKey: readonly string[], send: (change: C) => Promise<R>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (report) => cache.setQueryData(queryKey, report),
    onError: () => cache.invalidateQueries({ queryKey }),
  });
}

export const useProposeTariff = () =>
  useTariffChange(STORAGE, (fromDay: string) =>
    receive(TariffsReport, api.admin.tariffs.$post({ json: { fromDay } })),
  );

export const useProposeExchangeTariff = () =>
  useTariffChange(EXCHANGE, (json: ExchangeTariffRequest) =>
    receive(ExchangeTariffsReport, api.admin['exchange-tariffs'].$post({ json })),
  );

export type Decision = { readonly id: string; readonly how: 'announce' | 'drop' };

export const useDecideTariff = () =>
  useTariffChange(STORAGE, ({ id, how }: Decision) =>
    receive(TariffsReport, api.admin.tariffs[':id'][how].$post({ param: { id } })),
  );

export const useDecideExchangeTariff = () =>
  useTariffChange(EXCHANGE, ({ id, how }: Decision) =>
    receive(ExchangeTariffsReport, api.admin['exchange-tariffs'][':id'][how].$post({ param: { id } })),
  );
