// The public counts, for whoever shows them: customers, ounces held, trades and the feed's uptime, with their time.

import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/keys.ts';
import type { PublicStats } from '../../../worker/contract/stats.ts';

/** The server counts at most every five minutes and repeats itself for one. */
const FRESH_MS = 60_000;

export type StatsView = {
  /** Null until they are known, and when nobody answers. */
  readonly stats: PublicStats | null;
  readonly isError: boolean;
  readonly retry: () => void;
};

export function useStats(): StatsView {
  const query = useQuery({
    queryKey: queryKeys.stats,
    // Its code, with the typed client and the schemas, is no part of a page's first paint.
    queryFn: async ({ signal }) => (await import('./fetch-stats.ts')).fetchStats(signal),
    staleTime: FRESH_MS,
  });
  return { stats: query.data ?? null, isError: query.isError, retry: () => void query.refetch() };
}
