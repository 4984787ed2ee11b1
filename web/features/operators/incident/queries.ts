import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { IncidentReport } from '../../../../worker/contract/operators/incident.ts';
import type { IncidentText } from '../../../../worker/domain/incident.ts';

const REFETCH_MS = 30_000;
const KEY = queryKeys.operators('incident');

export function useIncident() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => receive(IncidentReport, api.admin.incident.$get()),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  });
}

export type IncidentDraft = {
  readonly text: IncidentText;
  /** As the API takes them. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly replaces: string | null;
};

/** A refusal means that another operator has changed the notice, so that it is read again. */
function useIncidentChange<C>(send: (change: C) => Promise<IncidentReport>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (report) => cache.setQueryData(KEY, report),
    onError: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}

export const useAnnounceIncident = () =>
  useIncidentChange((json: IncidentDraft) => receive(IncidentReport, api.admin.incident.$post({ json })));

export const useEndIncident = () =>
  useIncidentChange((id: string) => receive(IncidentReport, api.admin.incident.end.$post({ json: { id } })));
