import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import {
  SEARCH_MAX_CHARACTERS,
  type Transaction,
  type TransactionTerm,
  TransactionsPage,
} from '../../../worker/contract/transactions.ts';

export type { Transaction };

export type StatusFilter = 'all' | Transaction['status'];

export type TransactionsFilter = {
  readonly status: StatusFilter;
  /** What was typed, and the stored terms whose words on the page contain it. */
  readonly search: string;
  readonly terms: readonly TransactionTerm[];
};

/** The dashboard shows a page at a time; the specification's 50 come after the first "load more". */
const FIRST_PAGE = 8;
const NEXT_PAGES = 50;

/** Whose transactions: one's own, or another's for an operator. */
export type TransactionsSource = {
  readonly key: readonly unknown[];
  readonly read: (query: {
    readonly limit: string;
    readonly status?: Transaction['status'];
    readonly search?: string;
    readonly terms?: string;
    readonly cursor?: string;
  }) => Promise<TransactionsPage>;
};

const OWN: TransactionsSource = {
  key: queryKeys.transactions,
  read: (query) => receive(TransactionsPage, api.transactions.$get({ query })),
};

function transactionsQuery({ status, search, terms }: TransactionsFilter, source: TransactionsSource) {
  return infiniteQueryOptions({
    queryKey: [...source.key, status, search],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      source.read({
        limit: String(pageParam === null ? FIRST_PAGE : NEXT_PAGES),
        ...(status === 'all' ? {} : { status }),
        ...(search === '' ? {} : { search: search.slice(0, SEARCH_MAX_CHARACTERS) }),
        ...(terms.length === 0 ? {} : { terms: terms.join(',') }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function useTransactions(filter: TransactionsFilter, source: TransactionsSource = OWN) {
  return useInfiniteQuery(transactionsQuery(filter, source));
}
