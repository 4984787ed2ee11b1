import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useLocalisedNavigate } from '../../i18n/link.tsx';
import { endSession } from './session-transitions.ts';

/**
 * Signs out and goes to the home page. When nobody answers, the customer is still signed in (the cookies are out of
 * the page's reach) and must be told: see the mutation's `error`.
 */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useLocalisedNavigate();
  return useMutation({
    mutationFn: async () => {
      await api.auth['sign-out'].$post();
    },
    onSuccess() {
      navigate('/');
      endSession(client, 'signed-out');
    },
  });
}
