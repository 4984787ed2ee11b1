import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import {
  LedgerOverview,
  LedgerCheckReport,
  LedgerTransactionsPage,
  LedgerOperation,
  ReversalProposal,
  ReversalProposalsPage,
} from '../../../../worker/contract/operators/ledger.ts';
import { LEDGER_SEARCH_MAX, type LedgerPeriod } from '../../../../worker/domain/ledger-list.ts';
import type { TransactionType } from '../../../../worker/domain/transactions.ts';

const ledger = api.admin.ledger;

export function useLedger() {
  return useQuery({
    queryKey: queryKeys.admin('ledger', 'overview'),
    queryFn: () => receive(LedgerOverview, ledger.$get()),
    staleTime: 0,
  });
}

export type MovementFilter = {
  readonly period: LedgerPeriod;
  readonly type: TransactionType | 'all';
  readonly find: string;
};

export function useMovements({ period, type, find }: MovementFilter) {
  return useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: queryKeys.admin('ledger', 'movements', period, type, find),
      initialPageParam: null as string | null,
      queryFn: ({ pageParam }) =>
        receive(
          LedgerTransactionsPage,
          ledger.movements.$get({
            query: {
              period,
              ...(type === 'all' ? {} : { type }),
              ...(find === '' ? {} : { find: find.slice(0, LEDGER_SEARCH_MAX) }),
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          }),
        ),
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
}

export type ProposalFilter = 'open' | 'decided';

export function useProposals(state: ProposalFilter) {
  return useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: queryKeys.admin('ledger', 'reversals', state),
      initialPageParam: null as string | null,
      queryFn: ({ pageParam }) =>
        receive(
          ReversalProposalsPage,
          ledger.reversals.$get({
            query: { state, ...(pageParam === null ? {} : { cursor: pageParam }) },
          }),
        ),
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
}

/** An operation's id or a receipt's. */
export function useOperation(id: string) {
  return useQuery({
    queryKey: queryKeys.admin('ledger', 'operations', id),
    queryFn: () => receive(LedgerOperation, ledger.operations[':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

export function useReadLedgerAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.admin('ledger') });
}

/** After a change: the books themselves, and whatever else shows them to operators. */
function useReadAllAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.admin() });
}

export function useCheckNow() {
  return useMutation({
    mutationFn: () => receive(LedgerCheckReport, ledger.checks.$post()),
    onSettled: useReadAllAgain(),
  });
}

export type Proposing = {
  readonly operationId: string;
  readonly reason: string;
  readonly customerNote: string;
};

export function usePropose() {
  return useMutation({
    mutationFn: (json: Proposing) => receive(ReversalProposal, ledger.reversals.$post({ json })),
    onSettled: useReadAllAgain(),
  });
}

export type Decision = {
  readonly id: string;
  readonly how: 'approve' | 'reject' | 'withdraw';
  readonly note: string;
};

export function useDecide() {
  return useMutation({
    mutationFn({ id, how, note }: Decision) {
      const one = ledger.reversals[':id'];
      const param = { id };
      switch (how) {
        case 'approve':
          return receive(ReversalProposal, one.approve.$post({ param, json: { note } }));
        case 'reject':
          return receive(ReversalProposal, one.reject.$post({ param, json: { note } }));
        case 'withdraw':
          return receive(ReversalProposal, one.withdraw.$post({ param }));
      }
    },
    onSettled: useReadAllAgain(),
  });
}
