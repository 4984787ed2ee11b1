import { useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import {
  type ExchangeTariffRequest,
  ExchangeTariffsReport,
} from '../../../../worker/contract/operators/reais.ts';
import { TariffsReport } from '../../../../worker/contract/operators/tariffs.ts';
import { useReportChange } from '../frame/report-change.ts';
import type { Decision } from '../frame/proposed-rows.tsx';

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

export const useProposeTariff = () =>
  useReportChange(STORAGE, (fromDay: string) =>
    receive(TariffsReport, api.admin.tariffs.$post({ json: { fromDay } })),
  );

export const useProposeExchangeTariff = () =>
  useReportChange(EXCHANGE, (json: ExchangeTariffRequest) =>
    receive(ExchangeTariffsReport, api.admin['exchange-tariffs'].$post({ json })),
  );

/** As the routes call it. */
const WAYS = { approve: 'announce', drop: 'drop' } as const;

export const useDecideTariff = () =>
  useReportChange(STORAGE, ({ id, how }: Decision) =>
    receive(TariffsReport, api.admin.tariffs[':id'][WAYS[how]].$post({ param: { id } })),
  );

export const useDecideExchangeTariff = () =>
  useReportChange(EXCHANGE, ({ id, how }: Decision) =>
    receive(ExchangeTariffsReport, api.admin['exchange-tariffs'][':id'][WAYS[how]].$post({ param: { id } })),
  );
