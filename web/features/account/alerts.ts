// The user's alerts and the log of those that fired. The socket reports changes (live/price-stream.ts); a page that
// missed one reads again when it becomes visible or the connection is back.

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { pagedQuery, usePages } from '../../api/paged.ts';
import {
  Alert,
  type AlertDelivery,
  AlertList,
  AlertLog,
  type NewAlert,
  UnreadCount,
} from '../../../worker/contract/alerts.ts';
import { MINUTE_MS } from '../../../worker/domain/time.ts';

/** The number of entries in the bell; the page shows the rest. */
const BELL_SHOWS = 5;
const LOG_PAGE = 10;
const LOG_FRESH_MS = MINUTE_MS / 2;
const REFETCH_MS = 5 * MINUTE_MS;

export const useAlerts = () =>
  useQuery({
    queryKey: queryKeys.alertList,
    queryFn: () => receive(AlertList, api.alerts.$get()),
  });

export const useBell = () =>
  useQuery({
    queryKey: queryKeys.alertBell,
    queryFn: () => receive(AlertLog, api.alerts.log.$get({ query: { limit: String(BELL_SHOWS) } })),
    refetchInterval: REFETCH_MS,
  });

const alertLogQuery = pagedQuery(
  queryKeys.alertLog,
  (cursor) => receive(AlertLog, api.alerts.log.$get({ query: { limit: String(LOG_PAGE), ...cursor } })),
  LOG_FRESH_MS,
);

export const useAlertLog = () => usePages(alertLogQuery);

/** The unread entries that are new since `before`, oldest first. None without `before`. */
export function newSince(before: AlertLog | null, now: AlertLog): readonly AlertDelivery[] {
  if (before === null) return [];
  const seen = new Set(before.deliveries.map(({ id }) => id));
  const newest = before.deliveries[0]?.priceAt ?? '';
  // The bell's list is shorter than the log: an old entry that moves up into it is not new.
  return now.deliveries
    .filter(({ id, readAt, priceAt }) => !seen.has(id) && readAt === null && priceAt >= newest)
    .toReversed();
}

function changeList(client: QueryClient, change: (alerts: readonly Alert[]) => Alert[]): void {
  client.setQueryData<AlertList>(queryKeys.alertList, (list) =>
    list === undefined ? list : { ...list, alerts: change(list.alerts) },
  );
}

/** Not awaited: the server's reply shows at once. */
const invalidateAlerts = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: queryKeys.alertList });

export function useAddAlert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: NewAlert) => receive(Alert, api.alerts.$post({ json })),
    onSuccess(added) {
      changeList(client, (alerts) => [added, ...alerts.filter(({ id }) => id !== added.id)]);
    },
    onSettled: () => invalidateAlerts(client),
  });
}

export function useSwitchAlert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isActive }: Pick<Alert, 'id' | 'isActive'>) =>
      receive(Alert, api.alerts[':alertId'].$patch({ param: { alertId: id }, json: { isActive } })),
    onSuccess(changed) {
      changeList(client, (alerts) => alerts.map((alert) => (alert.id === changed.id ? changed : alert)));
    },
    onSettled: () => invalidateAlerts(client),
  });
}

export function useDeleteAlert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Pick<Alert, 'id'>) => {
      await api.alerts[':alertId'].$delete({ param: { alertId: id } });
    },
    onSuccess(_, { id }) {
      changeList(client, (alerts) => alerts.filter((alert) => alert.id !== id));
    },
    onSettled: () => invalidateAlerts(client),
  });
}

/** Marks everything up to the newest visible entry; the bell's count follows at once. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string) => receive(UnreadCount, api.alerts.log.read.$post({ json: { upTo } })),
    onSuccess({ unread }) {
      client.setQueryData<AlertLog>(queryKeys.alertBell, (bell) =>
        bell === undefined ? bell : { ...bell, unread },
      );
    },
  });
}
