// Lists that are read page by page, each page naming the cursor of the next.

import {
  hashKey,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';

/** The most pages that a reload reads again, one after the other. */
export const RELOADED_PAGES_MAX = 20;

type Page = { readonly nextCursor: string | null };

/** For `usePages`: `pagedQuery(key, (cursor) => receive(Schema, api.x.$get({ query: { ...filter, ...cursor } })))`. */
export function pagedQuery<P extends Page>(
  queryKey: readonly unknown[],
  read: (cursor: { readonly cursor?: string }) => Promise<P>,
  staleTime = 0,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    getNextPageParam: (page: P) => page.nextCursor,
    // Another filter keeps the rows on the screen until its own are there.
    placeholderData: keepPreviousData,
    staleTime,
  });
}

/** A paged list. The history entry keeps how many pages were read, so that a reload and a return read as many. */
export function usePages<P extends Page>(options: ReturnType<typeof pagedQuery<P>>) {
  const query = useInfiniteQuery(options);
  const list = hashKey(options.queryKey);
  // After each render: a navigation begins an entry that keeps nothing.
  useEffect(() => {
    if (query.data === undefined || query.isPlaceholderData || query.isFetching || query.isError) return;
    const read = Math.min(query.data.pages.length, RELOADED_PAGES_MAX);
    const kept = keptPages(history.state, list);
    if (read < kept && query.hasNextPage) void query.fetchNextPage();
    else if (read > kept) history.replaceState(keepingPages(history.state, list, read), '');
  });
  return query;
}

/** How many pages of a list a history entry keeps; 1 where it keeps none. */
export function keptPages(state: unknown, list: string): number {
  const pages = pagesOf(state)[list];
  return typeof pages === 'number' && Number.isInteger(pages) ? Math.min(pages, RELOADED_PAGES_MAX) : 1;
}

/** The entry's state with the pages of this list: what the router keeps in it stays. */
export function keepingPages(state: unknown, list: string, pages: number): object {
  return { ...asObject(state), pages: { ...pagesOf(state), [list]: pages } };
}

const pagesOf = (state: unknown) => asObject(asObject(state)['pages']);

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Marks everything below the keys as stale and waits until what is on the screen has been read again. */
export function useInvalidate(...keys: readonly (readonly unknown[])[]): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
