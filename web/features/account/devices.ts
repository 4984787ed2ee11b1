import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { OwnSessions, SessionsEnded } from '../../../worker/contract/own-sessions.ts';

const sessionListQuery = queryOptions({
  queryKey: queryKeys.sessionList,
  queryFn: () => receive(OwnSessions, api.auth.sessions.$get()),
  // Another device may have come or gone: the list is read again whenever the customer looks at it.
  staleTime: 0,
});

export const useOwnSessions = () => useQuery(sessionListQuery);

/** Ending somebody who is gone already is the same to the customer: read the list again either way. */
function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.safety });
}

export function useEndSession() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async (sessionId: string) => {
      await api.auth.sessions[':sessionId'].$delete({ param: { sessionId } });
    },
    onSettled: readAgain,
  });
}

export function useEndOtherSessions() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: () => receive(SessionsEnded, api.auth.sessions.$delete()),
    onSettled: readAgain,
  });
}
