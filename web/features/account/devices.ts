import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { useInvalidate } from '../../api/paged.ts';
import { OwnSessions, SessionsEnded } from '../../../worker/contract/own-sessions.ts';

export const useOwnSessions = () =>
  useQuery({
    queryKey: queryKeys.sessionList,
    queryFn: () => receive(OwnSessions, api.auth.sessions.$get()),
    // Other devices come and go: read again whenever the user opens the page.
    staleTime: 0,
  });

/** After a failure too: the session can have ended meanwhile. */
const useInvalidateSecurity = () => useInvalidate(queryKeys.security);

export function useEndSession() {
  const invalidate = useInvalidateSecurity();
  return useMutation({
    mutationFn: async (sessionId: string) => {
      await api.auth.sessions[':sessionId'].$delete({ param: { sessionId } });
    },
    onSettled: invalidate,
  });
}

export function useEndOtherSessions() {
  const invalidate = useInvalidateSecurity();
  return useMutation({
    mutationFn: () => receive(SessionsEnded, api.auth.sessions.$delete()),
    onSettled: invalidate,
  });
}
