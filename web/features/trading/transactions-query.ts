import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { pagedQuery } from '../../api/paged.ts';
import {
  type Transaction,
  type TransactionTerm,
  TransactionsPage,
} from '../../../worker/contract/transactions.ts';

export type { Transaction };

export type StatusFilter = 'all' | Transaction['status'];

export type TransactionsFilter = {
  readonly status: StatusFilter;
  /** The typed text, and the stored terms whose texts on the page contain it. */
  readonly search: string;
  readonly terms: readonly TransactionTerm[];
  /** The totals that the typed text stands for, as an amount. */
  readonly cents: { readonly from: number; readonly to: number } | null;
};

/** The dashboard has little space; the specification's 50 load with the first "load more". */
const FIRST_PAGE = 8;
const NEXT_PAGES = 50;
/** A trade or a deposit invalidates the list earlier. */
const STALE_MS = 30_000;

/** The user's own transactions, or a customer's for an operator. */
export type TransactionsSource = {
  readonly key: readonly unknown[];
  readonly read: (query: {
    readonly limit: string;
    readonly status?: Transaction['status'];
    readonly search?: string;
    readonly terms?: string;
    readonly cents?: string;
    readonly cursor?: string;
  }) => Promise<TransactionsPage>;
};

const OWN: TransactionsSource = {
  key: queryKeys.transactions,
  read: (query) => receive(TransactionsPage, api.transactions.$get({ query })),
};

/** The filter as the server takes it. */
export const askedFor = ({ status, search, terms, cents }: TransactionsFilter) => ({
  ...(status === 'all' ? {} : { status }),
  ...(search === '' ? {} : { search }),
  ...(terms.length === 0 ? {} : { terms: terms.join(',') }),
  ...(cents === null ? {} : { cents: `${cents.from}-${cents.to}` }),
});

export const transactionsQuery = (filter: TransactionsFilter, source: TransactionsSource = OWN) =>
  pagedQuery(
    [...source.key, filter.status, filter.search],
    (cursor) =>
      source.read({
        limit: String(cursor.cursor === undefined ? FIRST_PAGE : NEXT_PAGES),
        ...askedFor(filter),
        ...cursor,
      }),
    STALE_MS,
  );
