// Lists that are read page by page, each page naming the cursor of the next.

import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query';

type Page = { readonly nextCursor: string | null };

/** For `useInfiniteQuery`: `pagedQuery(key, (cursor) => receive(Schema, api.x.$get({ query: { ...filter, ...cursor } })))`. */
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

/** Marks everything below the keys as stale and waits until what is on the screen has been read again. */
export function useInvalidate(...keys: readonly (readonly unknown[])[]): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
