import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import {
  BarProposal,
  BarProposalsPage,
  type BarReceipt,
  BarsOverview,
  BarsPage,
} from '../../../../worker/contract/operators/bars.ts';
import type { TradedMetal } from '../../../../worker/domain/metals.ts';
import type { Decision } from '../frame/decide.tsx';
import type { ProposalFilter } from '../frame/proposal-filter.tsx';

const { bars } = api.admin;

export function useVault() {
  return useQuery({
    queryKey: queryKeys.operators('bars', 'overview'),
    queryFn: () => receive(BarsOverview, bars.$get()),
    staleTime: 0,
  });
}

export type BarsFilter = {
  readonly where: 'vault' | 'gone';
  readonly metal: TradedMetal | 'all';
  readonly find: string;
};

export const barsQuery = ({ where, metal, find }: BarsFilter) =>
  pagedQuery(queryKeys.operators('bars', 'register', where, metal, find), (cursor) =>
    receive(
      BarsPage,
      bars.register.$get({
        query: { where, ...(metal === 'all' ? {} : { metal }), ...(find === '' ? {} : { find }), ...cursor },
      }),
    ),
  );

export const barProposalsQuery = (state: ProposalFilter) =>
  pagedQuery(queryKeys.operators('bars', 'proposals', state), (cursor) =>
    receive(BarProposalsPage, bars.proposals.$get({ query: { state, ...cursor } })),
  );

export const useRefreshVault = () => useInvalidate(queryKeys.operators('bars'));

/** What waits, and what can be sold, shows in the whole area. */
const useRefreshArea = () => useInvalidate(queryKeys.operators());

export function useProposeReceipt() {
  return useMutation({
    mutationFn: (json: BarReceipt) => receive(BarProposal, bars.receipts.$post({ json })),
    onSettled: useRefreshArea(),
  });
}

export function useProposeRelease() {
  return useMutation({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string }) =>
      receive(BarProposal, bars[':id'].releases.$post({ param: { id }, json: { reason } })),
    onSettled: useRefreshArea(),
  });
}

export function useDecide() {
  return useMutation({
    mutationFn({ id, how, note }: Decision) {
      const one = bars.proposals[':id'];
      const param = { id };
      switch (how) {
        case 'approve':
          return receive(BarProposal, one.approve.$post({ param, json: { note } }));
        case 'reject':
          return receive(BarProposal, one.reject.$post({ param, json: { note } }));
        case 'withdraw':
          return receive(BarProposal, one.withdraw.$post({ param }));
      }
    },
    onSettled: useRefreshArea(),
  });
}
