import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import {
  CustomerStatistics,
  CustomerDetails,
  CustomersPage,
  CustomerView,
} from '../../../../worker/contract/operators/customers.ts';
import { PortfolioHistory } from '../../../../worker/contract/portfolio-history.ts';
import { Portfolio } from '../../../../worker/contract/portfolio.ts';
import { TransactionsPage } from '../../../../worker/contract/transactions.ts';
import {
  CUSTOMER_SEARCH_MAX_CHARACTERS,
  type CustomerStatus,
  VIEW_LIFETIME_MS,
} from '../../../../worker/domain/customers.ts';
import type { HistoryRange } from '../../../../worker/domain/history-ranges.ts';

/** The figures and prices go on by themselves while somebody looks. */
const REFETCH_MS = 60_000;

export type StatusFilter = 'all' | CustomerStatus;
export type CustomersFilter = { readonly search: string; readonly status: StatusFilter };

const statsKey = queryKeys.admin('stats');

export function useAdminStats() {
  return useQuery({
    queryKey: statsKey,
    queryFn: () => receive(CustomerStatistics, api.admin.stats.$get({ query: {} })),
    refetchInterval: REFETCH_MS,
  });
}

/** Counts anew, where the reading above repeats the last count, and reads the list again. What fails is said where it is shown. */
export function useReadAnew(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const recounted = receive(CustomerStatistics, api.admin.stats.$get({ query: { fresh: '1' } })).then(
      (stats) => void client.setQueryData(statsKey, stats),
      () => client.invalidateQueries({ queryKey: statsKey }),
    );
    await Promise.all([recounted, client.invalidateQueries({ queryKey: queryKeys.admin('users') })]);
  };
}

function customersQuery({ search, status }: CustomersFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.admin('users', 'list', status, search),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      receive(
        CustomersPage,
        api.admin.users.$get({
          query: {
            ...(status === 'all' ? {} : { status }),
            ...(search === '' ? {} : { search: search.slice(0, CUSTOMER_SEARCH_MAX_CHARACTERS) }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        }),
      ),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function useCustomers(filter: CustomersFilter) {
  return useInfiniteQuery(customersQuery(filter));
}

export const customerKey = (userId: string) => queryKeys.admin('users', 'one', userId);

export function useCustomer(userId: string) {
  return useQuery({
    queryKey: customerKey(userId),
    queryFn: () => receive(CustomerDetails, api.admin.users[':userId'].$get({ param: { userId } })),
    // Whoever opens the details acts on what they say.
    staleTime: 0,
  });
}

/**
 * The opening of a customer's dashboard: a line of the audit log each time the page is opened, and again before the last one
 * runs out. Everything of the customer is read only once it is there.
 */
export function useView(userId: string) {
  return useQuery({
    queryKey: queryKeys.admin('users', 'view', userId),
    queryFn: () => receive(CustomerView, api.admin.users[':userId'].views.$post({ param: { userId } })),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    // Whoever comes back to the page after it ran out is looking again.
    refetchOnWindowFocus: ({ state }) =>
      state.data !== undefined && Date.parse(state.data.until) <= Date.now() ? 'always' : false,
    refetchInterval: VIEW_LIFETIME_MS - 5 * 60_000,
  });
}

/** What a customer owns, did and was worth, for the cards that show one's own elsewhere. */
export function customerSources(userId: string) {
  const customer = api.admin.users[':userId'];
  const param = { userId };
  return {
    portfolio: {
      key: queryKeys.admin('users', 'portfolio', userId),
      read: () => receive(Portfolio, customer.portfolio.$get({ param })),
    },
    history: {
      key: (range: HistoryRange) => queryKeys.admin('users', 'portfolio', userId, range),
      read: (range: HistoryRange) =>
        receive(PortfolioHistory, customer.portfolio.history.$get({ param, query: { range } })),
    },
    transactions: {
      key: queryKeys.admin('users', 'transactions', userId),
      read: (query: Parameters<typeof customer.transactions.$get>[0]['query']) =>
        receive(TransactionsPage, customer.transactions.$get({ param, query })),
    },
  };
}
