import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import {
  type TreasuryOrderRequest,
  TreasuryOrders,
  TreasuryReport,
} from '../../../../worker/contract/operators/treasury.ts';
import type { Decision } from '../frame/proposed-rows.tsx';

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

export const ordersQuery = () =>
  pagedQuery(ORDERS, (cursor) => receive(TreasuryOrders, api.admin.treasury.orders.$get({ query: cursor })));

/** A refusal may mean that another operator was first, so that all is read again. */
export function useProposeOrder() {
  return useMutation({
    mutationFn: (json: TreasuryOrderRequest) =>
      receive(TreasuryOrders, api.admin.treasury.orders.$post({ json })),
    onSettled: useRefreshTreasury(),
  });
}

export function useUndoOrder() {
  return useMutation({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string }) =>
      receive(
        TreasuryOrders,
        api.admin.treasury.orders[':id'].undo.$post({ param: { id }, json: { reason } }),
      ),
    onSettled: useRefreshTreasury(),
  });
}

export function useDecideOrder() {
  return useMutation({
    mutationFn: ({ id, how }: Decision) =>
      receive(TreasuryOrders, api.admin.treasury.orders[':id'][how].$post({ param: { id } })),
    onSettled: useRefreshTreasury(),
  });
}
