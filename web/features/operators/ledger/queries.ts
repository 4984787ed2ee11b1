import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import {
  LedgerOverview,
  LedgerCheckReport,
  LedgerTransactionsPage,
  LedgerOperation,
  ReversalProposal,
  ReversalProposalsPage,
} from '../../../../worker/contract/operators/ledger.ts';
import type { LedgerOrder, LedgerPeriod } from '../../../../worker/domain/ledger-list.ts';
import type { TransactionType } from '../../../../worker/domain/transactions.ts';
import type { ProposalFilter } from '../frame/proposal-filter.tsx';

const ledger = api.admin.ledger;

export function useLedger() {
  return useQuery({
    queryKey: queryKeys.operators('ledger', 'overview'),
    queryFn: () => receive(LedgerOverview, ledger.$get()),
    staleTime: 0,
  });
}

export type LedgerTransactionsFilter = {
  readonly period: LedgerPeriod;
  readonly type: TransactionType | 'all';
  readonly order: LedgerOrder;
  readonly find: string;
};

export const ledgerTransactionsQuery = ({ period, type, order, find }: LedgerTransactionsFilter) =>
  pagedQuery(queryKeys.operators('ledger', 'transactions', period, type, order, find), (cursor) =>
    receive(
      LedgerTransactionsPage,
      ledger.movements.$get({
        query: {
          period,
          order,
          ...(type === 'all' ? {} : { type }),
          ...(find === '' ? {} : { find }),
          ...cursor,
        },
      }),
    ),
  );

export const proposalsQuery = (state: ProposalFilter) =>
  pagedQuery(queryKeys.operators('ledger', 'reversals', state), (cursor) =>
    receive(ReversalProposalsPage, ledger.reversals.$get({ query: { state, ...cursor } })),
  );

/** An operation's id or a receipt's. */
export function useOperation(id: string) {
  return useQuery({
    queryKey: queryKeys.operators('ledger', 'operations', id),
    queryFn: () => receive(LedgerOperation, ledger.operations[':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** Reads everything of the page again. */
export const useRefreshLedger = () => useInvalidate(queryKeys.operators('ledger'));

/** A change of the books shows in the whole operators' area. */
const useRefreshOperatorsArea = () => useInvalidate(queryKeys.operators());

export function useCheckNow() {
  return useMutation({
    mutationFn: () => receive(LedgerCheckReport, ledger.checks.$post()),
    onSettled: useRefreshOperatorsArea(),
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
    onSettled: useRefreshOperatorsArea(),
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
    onSettled: useRefreshOperatorsArea(),
  });
}
