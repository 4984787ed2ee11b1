import { isUnread } from '../unread.ts';

/** A series while it is loading, and after a request for it has failed. */
export type PendingSeries =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly retry: () => void; readonly retrying: boolean };

/** Several queries as one: null when all have data, failed when one has failed without. */
export function together(
  queries: readonly {
    readonly errorUpdateCount: number;
    readonly isFetching: boolean;
    readonly data: unknown;
    readonly refetch: () => unknown;
  }[],
): PendingSeries | null {
  const failed = queries.filter((query) => isUnread(query));
  if (failed.length > 0) {
    return {
      status: 'failed',
      retry: () => failed.forEach((query) => void query.refetch()),
      retrying: failed.some((query) => query.isFetching),
    };
  }
  return queries.some((query) => query.data === undefined) ? { status: 'waiting' } : null;
}
