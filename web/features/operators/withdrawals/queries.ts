import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import {
  type PayoutAccountDecision,
  PayoutAccountView,
  WaitingPayoutAccounts,
} from '../../../../worker/contract/operators/payout-accounts.ts';
import {
  type ContradictionResolution,
  WithdrawalDetails,
  WithdrawalProposal,
  type WithdrawalProposalRequest,
  WithdrawalProposalsPage,
  WithdrawalQueue,
} from '../../../../worker/contract/operators/withdrawals.ts';
import type {
  WithdrawalDecisionWord,
  WithdrawalFlag,
  WithdrawalOrder,
  WithdrawalState,
} from '../../../../worker/domain/withdrawals.ts';
import type { Decision as ProposalDecision } from '../frame/decide.tsx';
import type { ProposalFilter } from '../frame/proposal-filter.tsx';

const withdrawals = api.admin.withdrawals;
const payoutAccounts = api.admin['payout-accounts'];
const keyOf = (id: string) => queryKeys.operators('withdrawals', 'one', id);

export type QueueFilter = {
  readonly state: 'open' | WithdrawalState;
  readonly order: WithdrawalOrder;
  readonly flag: 'any' | WithdrawalFlag;
};

export const queueQuery = ({ state, order, flag }: QueueFilter) =>
  pagedQuery(queryKeys.operators('withdrawals', 'queue', state, order, flag), (cursor) =>
    receive(
      WithdrawalQueue,
      withdrawals.$get({
        query: {
          order,
          ...(state === 'open' ? {} : { state }),
          ...(flag === 'any' ? {} : { flag }),
          ...cursor,
        },
      }),
    ),
  );

export const withdrawalProposalsQuery = (state: ProposalFilter) =>
  pagedQuery(queryKeys.operators('withdrawals', 'proposals', state), (cursor) =>
    receive(WithdrawalProposalsPage, withdrawals.proposals.$get({ query: { state, ...cursor } })),
  );

export const waitingAccountsQuery = () =>
  pagedQuery(queryKeys.operators('withdrawals', 'accounts'), (cursor) =>
    receive(WaitingPayoutAccounts, payoutAccounts.$get({ query: cursor })),
  );

export function useQueued(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => receive(WithdrawalDetails, withdrawals[':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** Reads everything of the page again, and what waits. */
export const useRefreshWithdrawals = () =>
  useInvalidate(queryKeys.operators('withdrawals'), queryKeys.operators('waiting'));

/** A movement shows in the ledger, and what waits in the rail. */
const useRefreshArea = () => useInvalidate(queryKeys.operators());

export type Decision = {
  readonly id: string;
  readonly how: WithdrawalDecisionWord;
  readonly reason: string;
  /** Of a rejection: what the customer reads; empty: nothing. */
  readonly customerNote: string;
};

export function useDecide() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn({ id, how, reason, customerNote }: Decision) {
      const one = withdrawals[':id'];
      const param = { id };
      switch (how) {
        case 'approve':
          return receive(WithdrawalDetails, one.approve.$post({ param, json: { reason } }));
        case 'stop':
          return receive(WithdrawalDetails, one.stop.$post({ param, json: { reason } }));
        case 'reject':
          return receive(WithdrawalDetails, one.reject.$post({ param, json: { reason, customerNote } }));
      }
    },
    onSuccess: (after) => cache.setQueryData(keyOf(after.id), after),
    onSettled: useRefreshArea(),
  });
}

export function useProposeEnd(id: string) {
  return useMutation({
    mutationFn: (json: WithdrawalProposalRequest) =>
      receive(WithdrawalProposal, withdrawals[':id'].proposals.$post({ param: { id }, json })),
    onSettled: useRefreshArea(),
  });
}

export function useResolve(id: string) {
  return useMutation({
    mutationFn: (json: ContradictionResolution) =>
      receive(WithdrawalDetails, withdrawals[':id'].resolve.$post({ param: { id }, json })),
    onSettled: useRefreshArea(),
  });
}

export function useDecideEnd() {
  return useMutation({
    mutationFn({ id, how, note }: ProposalDecision) {
      const one = withdrawals.proposals[':id'];
      const param = { id };
      switch (how) {
        case 'approve':
          return receive(WithdrawalProposal, one.approve.$post({ param, json: { note } }));
        case 'reject':
          return receive(WithdrawalProposal, one.reject.$post({ param, json: { note } }));
        case 'withdraw':
          return receive(WithdrawalProposal, one.withdraw.$post({ param }));
      }
    },
    onSettled: useRefreshArea(),
  });
}

/** Opens it, which is a line of the audit log. */
export function useOpenedAccount(id: string) {
  return useQuery({
    queryKey: queryKeys.operators('withdrawals', 'account', id),
    queryFn: () => receive(PayoutAccountView, payoutAccounts[':id'].views.$post({ param: { id } })),
    // Each opening is one line: nothing but the operator opens it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

export function useDecideAccount(id: string) {
  return useMutation({
    mutationFn: async (json: PayoutAccountDecision) => {
      await payoutAccounts[':id'].decisions.$post({ param: { id }, json });
    },
    onSettled: useRefreshWithdrawals(),
  });
}
