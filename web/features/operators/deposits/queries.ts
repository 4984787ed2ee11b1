import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import {
  DepositDetails,
  DepositProposal,
  type DepositProposalRequest,
  DepositProposalsPage,
  DepositsPage,
} from '../../../../worker/contract/operators/deposits.ts';
import { type HandRefundRequest, ReaisAtWork } from '../../../../worker/contract/operators/reais.ts';
import type { DepositList } from '../../../../worker/domain/deposit-work.ts';
import type { PaymentMethod } from '../../../../worker/domain/fees.ts';
import type { Decision } from '../frame/decide.tsx';
import type { ProposalFilter } from '../frame/proposal-filter.tsx';
import type { Decision as RowDecision } from '../frame/proposed-rows.tsx';
import type { RefundQuestion } from './refund-confirmation.tsx';

const { deposits, reais } = api.admin;

export type DepositsFilter = {
  readonly state: DepositList;
  readonly method: PaymentMethod | 'all';
  readonly find: string;
};

export const depositsQuery = ({ state, method, find }: DepositsFilter) =>
  pagedQuery(queryKeys.operators('deposits', 'list', state, method, find), (cursor) =>
    receive(
      DepositsPage,
      deposits.$get({
        query: {
          state,
          ...(method === 'all' ? {} : { method }),
          ...(find === '' ? {} : { find }),
          ...cursor,
        },
      }),
    ),
  );

export const depositProposalsQuery = (state: ProposalFilter) =>
  pagedQuery(queryKeys.operators('deposits', 'proposals', state), (cursor) =>
    receive(DepositProposalsPage, deposits.proposals.$get({ query: { state, ...cursor } })),
  );

export const reaisQuery = () =>
  pagedQuery(queryKeys.operators('deposits', 'reais'), (cursor) =>
    receive(ReaisAtWork, reais.$get({ query: cursor })),
  );

export function useDeposit(id: string) {
  return useQuery({
    queryKey: queryKeys.operators('deposits', 'one', id),
    queryFn: () => receive(DepositDetails, deposits[':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

export const useRefreshDeposits = () =>
  useInvalidate(queryKeys.operators('deposits'), queryKeys.operators('waiting'));

/** A decision moves money, which shows in the whole area. */
const useRefreshArea = () => useInvalidate(queryKeys.operators());

export function useProposeAboutDeposit(id: string) {
  return useMutation({
    mutationFn: (json: DepositProposalRequest) =>
      receive(DepositProposal, deposits[':id'].proposals.$post({ param: { id }, json })),
    onSettled: useRefreshArea(),
  });
}

/** What an operator says about a payment that goes back, or went back twice. */
export function useRefundChange() {
  return useMutation({
    mutationFn({ question, note }: { readonly question: RefundQuestion; readonly note: string }) {
      const { gateway, id } = question;
      const json = { gateway, id, note };
      switch (question.how) {
        case 'sendBack':
          return receive(ReaisAtWork, reais.refunds.$post({ json }));
        case 'hold':
          return receive(ReaisAtWork, reais.holds.$post({ json }));
        case 'release':
          return receive(ReaisAtWork, reais.releases.$post({ json }));
        case 'answer': {
          const param = { id: question.proposal };
          return receive(ReaisAtWork, reais['hand-refunds'][':id'].answer.$post({ param, json: { note } }));
        }
      }
    },
    onSettled: useRefreshArea(),
  });
}

export function useProposeHandRefund() {
  return useMutation({
    mutationFn: (json: HandRefundRequest) => receive(ReaisAtWork, reais['hand-refunds'].$post({ json })),
    onSettled: useRefreshArea(),
  });
}

export function useDecideHandRefund() {
  return useMutation({
    mutationFn: ({ id, how }: RowDecision) =>
      receive(ReaisAtWork, reais['hand-refunds'][':id'][how].$post({ param: { id } })),
    onSettled: useRefreshArea(),
  });
}

export function useDecide() {
  return useMutation({
    mutationFn({ id, how, note }: Decision) {
      const one = deposits.proposals[':id'];
      const param = { id };
      switch (how) {
        case 'approve':
          return receive(DepositProposal, one.approve.$post({ param, json: { note } }));
        case 'reject':
          return receive(DepositProposal, one.reject.$post({ param, json: { note } }));
        case 'withdraw':
          return receive(DepositProposal, one.withdraw.$post({ param }));
      }
    },
    onSettled: useRefreshArea(),
  });
}
