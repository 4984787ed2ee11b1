// Reading and changing withdrawals and the accounts that they go to.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  PayoutAccount,
  type PayoutAccountRequest,
  PayoutAccounts,
  Withdrawal,
  type WithdrawalRequest,
  WithdrawalReply,
  WithdrawalsPage,
  WithdrawalTerms,
} from '../../../../worker/contract/withdrawals.ts';
import { IDEMPOTENCY_HEADER } from '../../../../worker/contract/money.ts';
import { api, receive, receiveMoney } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { useInvalidate } from '../../../api/paged.ts';
import { useMoneyMutation } from '../mutations.ts';
import { isOver } from './timeline.ts';

const withdrawals = api.withdrawals;
const payoutAccounts = api['payout-accounts'];

/** A bank that has not answered is asked again by the server; this is how often the page looks. */
const CHECKING_MS = 5_000;
/** A notice comes sooner; this is for who has no socket. */
const OPEN_MS = 30_000;

export function useWithdrawalTerms() {
  return useQuery({
    queryKey: queryKeys.withdrawalTerms,
    queryFn: () => receive(WithdrawalTerms, withdrawals.terms.$get()),
    staleTime: 0,
    refetchInterval: ({ state }) => whileChecking(state.data?.accounts),
  });
}

export function usePayoutAccounts() {
  return useQuery({
    queryKey: queryKeys.payoutAccounts,
    queryFn: () => receive(PayoutAccounts, payoutAccounts.$get()),
    staleTime: 0,
    refetchInterval: ({ state }) => whileChecking(state.data?.accounts),
  });
}

function whileChecking(accounts: readonly Pick<PayoutAccount, 'status'>[] | undefined): number | false {
  return accounts?.some(({ status }) => status === 'checking') === true && CHECKING_MS;
}

/** An account changes what may be asked for, too. */
const useReadAccountsAgain = () => useInvalidate(queryKeys.payoutAccounts, queryKeys.withdrawalTerms);

export function useAddPayoutAccount() {
  return useMutation({
    mutationFn: (json: PayoutAccountRequest) => receive(PayoutAccount, payoutAccounts.$post({ json })),
    onSettled: useReadAccountsAgain(),
  });
}

export function useRemovePayoutAccount() {
  return useMutation({
    mutationFn: async (id: string) => {
      await payoutAccounts[':id'].$delete({ param: { id } });
    },
    onSettled: useReadAccountsAgain(),
  });
}

export function useWithdraw() {
  return useMoneyMutation((json: WithdrawalRequest, key) =>
    receiveMoney(WithdrawalReply, withdrawals.$post({ json }, { headers: { [IDEMPOTENCY_HEADER]: key } })),
  );
}

/** One of the own; a notice of the server reads it again. */
export function useWithdrawal(id: string, known?: Withdrawal) {
  return useQuery({
    queryKey: queryKeys.withdrawal(id),
    queryFn: () => receive(Withdrawal, withdrawals[':id'].$get({ param: { id } })),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data !== undefined && !isOver(state.data) && OPEN_MS,
    ...(known === undefined ? {} : { initialData: known }),
  });
}

/** The newest of the own, for the list of transactions, which has their state in one word of three. */
export function useNewestWithdrawals() {
  return useQuery({
    queryKey: queryKeys.withdrawals,
    queryFn: () => receive(WithdrawalsPage, withdrawals.$get({ query: {} })),
  });
}

export function useCancelWithdrawal() {
  const client = useQueryClient();
  const readAgain = useInvalidate(queryKeys.portfolio, queryKeys.transactions);
  return useMutation({
    mutationFn: (id: string) => receive(Withdrawal, withdrawals[':id'].cancel.$post({ param: { id } })),
    onSuccess: (withdrawal) => client.setQueryData(queryKeys.withdrawal(withdrawal.id), withdrawal),
    // After a refusal too: it may have been sent meanwhile.
    onSettled: readAgain,
  });
}
