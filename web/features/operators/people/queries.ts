import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import { CustomersPage } from '../../../../worker/contract/operators/customers.ts';
import {
  OperatorList,
  OperatorProposal,
  OperatorProposalsPage,
} from '../../../../worker/contract/operators/operators.ts';
import type { Decision } from '../frame/decide.tsx';
import type { ProposalFilter } from '../frame/proposal-filter.tsx';

const { operators, proposals } = api.admin;

/** Everybody in one page. */
export const operatorsQuery = () =>
  pagedQuery(queryKeys.operators('people', 'list'), async () => ({
    ...(await receive(OperatorList, operators.$get())),
    nextCursor: null,
  }));

export const proposalsQuery = (state: ProposalFilter) =>
  pagedQuery(queryKeys.operators('people', 'proposals', state), (cursor) =>
    receive(OperatorProposalsPage, proposals.$get({ query: { state, ...cursor } })),
  );

export const useRefreshPeople = () => useInvalidate(queryKeys.operators('people'));

/** Enough to tell whom an e-mail means. */
const FOUND_MAX = 5;
const SEARCH_MIN_CHARACTERS = 3;

/** Customers who could become operators. */
export function useCandidates(search: string) {
  return useQuery({
    queryKey: queryKeys.operators('people', 'candidates', search),
    queryFn: async () => {
      const page = await receive(CustomersPage, api.admin.users.$get({ query: { search } }));
      return page.users
        .filter(({ isOperator, status }) => !isOperator && status !== 'suspended')
        .slice(0, FOUND_MAX);
    },
    enabled: search.length >= SEARCH_MIN_CHARACTERS,
  });
}

/** A decision changes what the whole area shows. */
const useRefreshArea = () => useInvalidate(queryKeys.operators());

export function useDecide() {
  return useMutation({
    mutationFn({ id, how, note }: Decision) {
      const one = proposals[':id'];
      const param = { id };
      switch (how) {
        case 'approve':
          return receive(OperatorProposal, one.approve.$post({ param, json: { note } }));
        case 'reject':
          return receive(OperatorProposal, one.reject.$post({ param, json: { note } }));
        case 'withdraw':
          return receive(OperatorProposal, one.withdraw.$post({ param }));
      }
    },
    onSettled: useRefreshArea(),
  });
}
