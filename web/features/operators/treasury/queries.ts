import { useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { useInvalidate } from '../../../api/paged.ts';
import {
  type TreasuryOrderRequest,
  TreasuryOrders,
  TreasuryReport,
} from '../../../../worker/contract/operators/treasury.ts';
import type { Decision } from '../frame/proposed-rows.tsx';
import { useReportChange } from '../frame/report-change.ts';

const KEY = queryKeys.operators('treasury');
const ORDERS = queryKeys.operators('treasury', 'orders');

export function useTreasury() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => receive(TreasuryReport, api.admin.treasury.$get()),
    staleTime: 0,
  });
}

export const useRefreshTreasury = () => useInvalidate(KEY);

export function useTreasuryOrders() {
  return useQuery({
    queryKey: ORDERS,
    queryFn: () => receive(TreasuryOrders, api.admin.treasury.orders.$get()),
    staleTime: 0,
  });
}

export const useProposeOrder = () =>
  useReportChange(ORDERS, (json: TreasuryOrderRequest) =>
    receive(TreasuryOrders, api.admin.treasury.orders.$post({ json })),
  );

export const useDecideOrder = () =>
  useReportChange(
    ORDERS,
    ({ id, how }: Decision) =>
      receive(TreasuryOrders, api.admin.treasury.orders[':id'][how].$post({ param: { id } })),
    KEY,
  );
