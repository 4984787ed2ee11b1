import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { SettingsReply } from '../../../worker/contract/settings.ts';

export function fetchSettings(signal: AbortSignal): Promise<SettingsReply> {
  return receive(SettingsReply, api.settings.$get({}, { init: { signal } }));
}

/** The signed-in customer's; read again when somebody returns to the page, who may have changed them elsewhere. */
export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => fetchSettings(signal),
});

export const useSettings = () => useQuery(settingsQuery);
