// A customer's alerts and the log of what fired, as the pages read them. The socket says when they changed
// (live/price-feed.ts); whoever missed the word reads again when the page is looked at or the connection is back.

import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { AlertList, AlertLog } from '../../../worker/contract/alerts.ts';

/** What the bell shows at once; the rest is on the page. */
export const BELL_SHOWS = 5;
const LOG_PAGE = 10;
const REFETCH_MS = 5 * 60_000;

export const alertListQuery = queryOptions({
  queryKey: queryKeys.alertList,
  queryFn: () => receive(AlertList, api.alerts.$get()),
});

export const bellQuery = queryOptions({
  queryKey: queryKeys.alertBell,
  queryFn: () => receive(AlertLog, api.alerts.log.$get({ query: { limit: String(BELL_SHOWS) } })),
  refetchInterval: REFETCH_MS,
});

const alertLogQuery = infiniteQueryOptions({
  queryKey: queryKeys.alertLog,
  initialPageParam: null as string | null,
  queryFn: ({ pageParam }) =>
    receive(
      AlertLog,
      api.alerts.log.$get({
        query: { limit: String(LOG_PAGE), ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    ),
  getNextPageParam: (page) => page.nextCursor,
});

export const useAlerts = () => useQuery(alertListQuery);
export const useBell = () => useQuery(bellQuery);
export const useAlertLog = () => useInfiniteQuery(alertLogQuery);
