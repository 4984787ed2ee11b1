import { useQuery } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { StorageReport } from '../../../worker/contract/storage.ts';

const STALE_MS = 60_000;

/** A month of the customer's storage; by default this one. */
export function useStorage(month?: string) {
  return useQuery({
    queryKey: queryKeys.storage(month),
    queryFn: () => receive(StorageReport, api.storage.$get({ query: month === undefined ? {} : { month } })),
    staleTime: STALE_MS,
    placeholderData: (before) => before,
  });
}
