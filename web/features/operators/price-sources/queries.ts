// The feed's report, read anew while somebody looks, and the operators' three changes: each answers with the report after it.

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { FeedRefreshed, FeedReport } from '../../../../worker/contract/operators/price-feed.ts';
import type { PauseReason } from '../../../../worker/domain/feed-report.ts';
import { useNow } from '../../../live/use-now.ts';

const REFETCH_MS = 3_000;
const TICK_MS = 1_000;

const feedQuery = queryOptions({
  queryKey: queryKeys.admin('price-feed'),
  queryFn: () => receive(FeedReport, api.admin['price-feed'].$get()),
  refetchInterval: REFETCH_MS,
  staleTime: 0,
});

export const useFeedReport = () => useQuery(feedQuery);

/** The server's time, by the report and what has passed since: this browser's clock may be wrong. */
export function useFeedNow(report: FeedReport | undefined, readAt: number): number {
  const now = useNow(TICK_MS);
  return report === undefined ? now : Date.parse(report.at) + Math.max(0, now - readAt);
}

function useTakeReport(): (report: FeedReport) => void {
  const client = useQueryClient();
  return (report) => {
    void client.cancelQueries({ queryKey: feedQuery.queryKey });
    client.setQueryData(feedQuery.queryKey, report);
  };
}

export function useRefreshFeed() {
  const take = useTakeReport();
  return useMutation({
    mutationFn: () => receive(FeedRefreshed, api.admin['price-feed'].refresh.$post()),
    onSuccess: ({ report }) => take(report),
  });
}

export function usePauseFeed() {
  const take = useTakeReport();
  return useMutation({
    mutationFn: (reason: PauseReason) =>
      receive(FeedReport, api.admin['price-feed'].pause.$post({ json: { reason } })),
    onSuccess: take,
  });
}

/** What another operator did meanwhile is read at once. */
export function useResumeFeed() {
  const take = useTakeReport();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pauseId: string) =>
      receive(FeedReport, api.admin['price-feed'].resume.$post({ json: { pauseId } })),
    onSuccess: take,
    onError: () => client.invalidateQueries({ queryKey: feedQuery.queryKey }),
  });
}
