// The report about the price sources, polled while the page is open, and the operators' three changes, each of which answers with
// the next report.

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { type BulletinDecision, HeldBulletins } from '../../../../worker/contract/operators/bulletins.ts';
import { FeedRefreshed, FeedReport } from '../../../../worker/contract/operators/price-feed.ts';
import type { PauseReason } from '../../../../worker/domain/feed-report.ts';
import { useNow } from '../../../live/use-now.ts';

const REFETCH_MS = 3_000;
const TICK_MS = 1_000;

const reportQuery = queryOptions({
  queryKey: queryKeys.operators('price-sources'),
  queryFn: () => receive(FeedReport, api.admin['price-feed'].$get()),
  refetchInterval: REFETCH_MS,
  staleTime: 0,
});

export const usePriceSources = () => useQuery(reportQuery);

/** The server's time: the report's own plus the time since, because this browser's clock may be wrong. */
export function useServerNow(report: FeedReport | undefined, readAt: number): number {
  const now = useNow(TICK_MS);
  return report === undefined ? now : Date.parse(report.at) + Math.max(0, now - readAt);
}

function useSetReport(): (report: FeedReport) => void {
  const client = useQueryClient();
  return (report) => {
    void client.cancelQueries({ queryKey: reportQuery.queryKey });
    client.setQueryData(reportQuery.queryKey, report);
  };
}

export function usePollNow() {
  const setReport = useSetReport();
  return useMutation({
    mutationFn: () => receive(FeedRefreshed, api.admin['price-feed'].refresh.$post()),
    onSuccess: ({ report }) => setReport(report),
  });
}

export function usePauseTrading() {
  const setReport = useSetReport();
  return useMutation({
    mutationFn: (reason: PauseReason) =>
      receive(FeedReport, api.admin['price-feed'].pause.$post({ json: { reason } })),
    onSuccess: setReport,
  });
}

/** A refusal means that another operator has changed the pause, so the report is read again. */
export function useResumeTrading() {
  const setReport = useSetReport();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pauseId: string) =>
      receive(FeedReport, api.admin['price-feed'].resume.$post({ json: { pauseId } })),
    onSuccess: setReport,
    onError: () => client.invalidateQueries({ queryKey: reportQuery.queryKey }),
  });
}

/** Days of the Banco Central's series that wait for a decision. */
const bulletinsQuery = queryOptions({
  queryKey: queryKeys.operators('bulletins'),
  queryFn: () => receive(HeldBulletins, api.admin['price-feed'].bulletins.$get()),
});

export const useBulletins = () => useQuery(bulletinsQuery);

export function useDecideBulletin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ day, ...json }: BulletinDecision & { readonly day: string }) =>
      receive(HeldBulletins, api.admin['price-feed'].bulletins[':day'].$post({ param: { day }, json })),
    onSuccess: (held) => client.setQueryData(bulletinsQuery.queryKey, held),
    // A refusal means that somebody else has decided.
    onError: () => client.invalidateQueries({ queryKey: bulletinsQuery.queryKey }),
  });
}
