import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import {
  Alert,
  type AlertList,
  type AlertLog,
  type NewAlert,
  UnreadCount,
} from '../../../worker/contract/alerts.ts';

function changeList(client: QueryClient, change: (alerts: readonly Alert[]) => Alert[]): void {
  client.setQueryData<AlertList>(queryKeys.alertList, (list) =>
    list === undefined ? list : { ...list, alerts: change(list.alerts) },
  );
}

/** Not awaited: what the server answered is shown at once. */
const readAgain = (client: QueryClient) => void client.invalidateQueries({ queryKey: queryKeys.alertList });

export function useAddAlert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: NewAlert) => receive(Alert, api.alerts.$post({ json })),
    onSuccess(added) {
      changeList(client, (alerts) => [added, ...alerts.filter(({ id }) => id !== added.id)]);
    },
    onSettled: () => readAgain(client),
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
    onSettled: () => readAgain(client),
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
    onSettled: () => readAgain(client),
  });
}

/** Up to the newest one the customer has before him; the bell's count follows at once. */
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
