import { usePages } from '../../../api/paged.ts';
import { useSearchParams } from 'react-router';
import {
  CUSTOMER_ORDERS,
  CUSTOMER_SEARCH_MAX_CHARACTERS,
  CUSTOMER_FILTERS,
} from '../../../../worker/domain/customers.ts';
import { ANY_DAYS } from '../../../ui/filter-bar.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { customersQuery } from './queries.ts';

export const CUSTOMERS_CHOICES = {
  status: ['all', ...CUSTOMER_FILTERS],
  order: CUSTOMER_ORDERS,
  ...ANY_DAYS,
} as const;

type Neighbours = { readonly previous: string | null; readonly next: string | null };

/** The list of customers, its filter, and who stands beside whom in what has been read of it. */
export function useCustomersList() {
  const filter = useListFilter({
    choices: CUSTOMERS_CHOICES,
    maxCharacters: CUSTOMER_SEARCH_MAX_CHARACTERS,
    address: useSearchParams(),
  });
  const query = usePages(customersQuery({ search: filter.search, ...filter.chosen }));
  const ids = query.data?.pages.flatMap(({ users }) => users.map(({ id }) => id)) ?? [];
  return { filter, query, around: (userId: string) => neighboursOf(ids, userId) };
}

export type CustomersList = ReturnType<typeof useCustomersList>;

/** Nobody stands beside a customer who is not in the list, such as one of a link. */
export function neighboursOf(ids: readonly string[], userId: string): Neighbours {
  const at = ids.indexOf(userId);
  if (at === -1) return { previous: null, next: null };
  return { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}
