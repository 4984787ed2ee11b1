import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import { api, fileApi, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import {
  CustomerStatistics,
  CustomerDetails,
  CustomersPage,
  CustomerView,
} from '../../../../worker/contract/operators/customers.ts';
import { OperatorProposal } from '../../../../worker/contract/operators/operators.ts';
import type { ProposalKind } from '../../../../worker/domain/operator-proposals.ts';
import { PortfolioHistory } from '../../../../worker/contract/portfolio-history.ts';
import { Portfolio } from '../../../../worker/contract/portfolio.ts';
import { StatementsList, StatementView } from '../../../../worker/contract/statements.ts';
import { TransactionsPage } from '../../../../worker/contract/transactions.ts';
import type { StatementFormat } from '../../../../worker/domain/statements.ts';
import {
  type CustomerOrder,
  type CustomerFilterStatus,
  VIEW_LIFETIME_MS,
} from '../../../../worker/domain/customers.ts';
import type { HistoryRange } from '../../../../worker/domain/history-ranges.ts';
import { dayRange } from '../frame/field-times.ts';

/** The totals are read again while the page is open. */
const REFETCH_MS = 60_000;

/** The elements of the customer's page that "View Transactions" and "Timeline" link to. */
export const CUSTOMER_TRANSACTIONS_ID = 'transactions';
export const CUSTOMER_TIMELINE_ID = 'timeline';

const statsKey = queryKeys.operators('stats');

export function useCustomerStats() {
  return useQuery({
    queryKey: statsKey,
    queryFn: () => receive(CustomerStatistics, api.admin.stats.$get({ query: {} })),
    refetchInterval: REFETCH_MS,
  });
}

/** Counts again, where `useCustomerStats` may answer with the last count, and reads the list again. Failures show in the cards. */
export function useRefreshCustomers(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const recounted = receive(CustomerStatistics, api.admin.stats.$get({ query: { fresh: '1' } })).then(
      (stats) => void client.setQueryData(statsKey, stats),
      () => client.invalidateQueries({ queryKey: statsKey }),
    );
    await Promise.all([recounted, client.invalidateQueries({ queryKey: queryKeys.operators('customers') })]);
  };
}

export type CustomersFilter = {
  readonly search: string;
  readonly status: 'all' | CustomerFilterStatus;
  readonly order: CustomerOrder;
  /** Days of joining, of the operator's time zone, as 2026-11-23; empty for no limit. */
  readonly from: string;
  readonly until: string;
};

export const customersQuery = ({ search, status, order, from, until }: CustomersFilter) =>
  pagedQuery(queryKeys.operators('customers', 'list', status, order, from, until, search), (cursor) =>
    receive(
      CustomersPage,
      api.admin.users.$get({
        query: {
          ...(status === 'all' ? {} : { status }),
          ...(search === '' ? {} : { search }),
          order,
          ...dayRange(from, until),
          ...cursor,
        },
      }),
    ),
  );

export const customerKey = (userId: string) => queryKeys.operators('customers', 'one', userId);

/** `opened`: the opening of the details or of the dashboard is in the audit log; the server refuses them without it. */
export function useCustomer(userId: string, opened: boolean) {
  return useQuery({
    queryKey: customerKey(userId),
    queryFn: () => receive(CustomerDetails, api.admin.users[':userId'].$get({ param: { userId } })),
    enabled: opened,
    // The operator acts on these details.
    staleTime: 0,
  });
}

/** The details in a dialog, once their opening is in the audit log: nothing of an earlier opening is shown before. */
export function useOpenedCustomer(userId: string, open: boolean) {
  const [number] = useState(() => crypto.randomUUID());
  const key = queryKeys.operators('customers', 'details-view', userId, number);
  const opening = useOpeningLine(
    key,
    () => receive(CustomerView, api.admin.users[':userId']['detail-views'].$post({ param: { userId } })),
    open,
  );
  const customer = useCustomer(userId, open && opening.data !== undefined);
  const { error, isFetching, refetch } = opening.data === undefined ? opening : customer;
  return { data: opening.data === undefined ? undefined : customer.data, error, isFetching, refetch };
}

/** Opens a customer's dashboard. */
export function useView(userId: string) {
  return useOpeningLine(queryKeys.operators('customers', 'view', userId), () =>
    receive(CustomerView, api.admin.users[':userId'].views.$post({ param: { userId } })),
  );
}

/** One line of the audit log each time something is opened, however often it is read, and another before the last one expires. */
function useOpeningLine(queryKey: readonly string[], queryFn: () => Promise<CustomerView>, enabled = true) {
  return useQuery({
    queryKey,
    queryFn,
    enabled,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    // A return to the page after it has expired is a new opening.
    refetchOnWindowFocus: ({ state }) =>
      state.data !== undefined && Date.parse(state.data.until) <= Date.now() ? 'always' : false,
    refetchInterval: VIEW_LIFETIME_MS - 5 * 60_000,
  });
}

/** A customer's portfolio, history and transactions, for the cards that show the user's own elsewhere. */
export function customerSources(userId: string) {
  const customer = api.admin.users[':userId'];
  const param = { userId };
  return {
    portfolio: {
      key: queryKeys.operators('customers', 'portfolio', userId),
      read: () => receive(Portfolio, customer.portfolio.$get({ param })),
    },
    history: {
      key: (range: HistoryRange) => queryKeys.operators('customers', 'portfolio', userId, range),
      read: (range: HistoryRange) =>
        receive(PortfolioHistory, customer.portfolio.history.$get({ param, query: { range } })),
    },
    transactions: {
      key: queryKeys.operators('customers', 'transactions', userId),
      read: (query: Parameters<typeof customer.transactions.$get>[0]['query']) =>
        receive(TransactionsPage, customer.transactions.$get({ param, query })),
    },
    statements: {
      key: queryKeys.operators('customers', 'statements', userId),
      list: () => receive(StatementsList, customer.statements.$get({ param })),
      month: (month: string, query: { readonly cursor?: string }) =>
        receive(StatementView, customer.statements[':month'].$get({ param: { userId, month }, query })),
      file: (month: string, query: { readonly format: StatementFormat; readonly language: 'pt-BR' | 'en' }) =>
        fileApi.admin.users[':userId'].statements[':month'].file.$get({ param: { userId, month }, query }),
      to: (month: string) => `/admin/customer?id=${userId}&month=${month}`,
    },
  };
}

export type CustomerChange = 'suspend' | 'activate' | 'resetPassword' | 'resetTwoStep' | 'unfreeze';

export type ChangeCommand = {
  readonly userId: string;
  readonly change: CustomerChange;
  /** Of an operator's account, and of the end of a freeze: another operator decides. */
  readonly proposes: boolean;
  readonly reason: string;
};

/** Changes an account and invalidates everything that shows its status. */
export function useChangeCustomer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess(user, { userId }) {
      if (user !== null) client.setQueryData(customerKey(userId), user);
    },
    onSettled: useInvalidate(
      queryKeys.operators('customers', 'list'),
      queryKeys.operators('customers', 'one'),
      queryKeys.operators('stats'),
      queryKeys.operators('audit'),
      queryKeys.operators('people'),
    ),
  });
}

const KINDS = {
  suspend: 'suspend',
  activate: 'reactivate',
  resetTwoStep: 'two-step-reset',
  resetPassword: 'password-reset',
  unfreeze: 'unfreeze',
} as const satisfies Readonly<Record<CustomerChange, ProposalKind>>;

async function send(command: ChangeCommand): Promise<CustomerDetails | null> {
  const { userId, change, proposes, reason } = command;
  if (proposes || change === 'unfreeze') {
    const json = { kind: KINDS[change], userId, reason };
    await receive(OperatorProposal, api.admin.proposals.$post({ json }));
    return null;
  }
  const param = { userId };
  const user = api.admin.users[':userId'];
  switch (change) {
    case 'suspend':
      return receive(CustomerDetails, user.$patch({ param, json: { status: 'suspended', reason } }));
    case 'activate':
      return receive(CustomerDetails, user.$patch({ param, json: { status: 'active', reason } }));
    case 'resetTwoStep':
      return receive(CustomerDetails, user['two-step-reset'].$post({ param, json: { reason } }));
    case 'resetPassword':
      await user['password-reset'].$post({ param, json: { reason } });
      return null;
  }
}

export function useWithdrawProposal(userId: string) {
  return useMutation({
    mutationFn: (id: string) =>
      receive(OperatorProposal, api.admin.proposals[':id'].withdraw.$post({ param: { id } })),
    onSettled: useInvalidate(customerKey(userId), queryKeys.operators('people')),
  });
}
