import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { SIGN_OUT_KEY } from '../../api/keys.ts';
import { useLocalisedNavigate } from '../../i18n/link.tsx';
import { useProblemText } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { endSession } from './session-transitions.ts';

/**
 * Signs out and opens the home page. Without a reply the user is still signed in (the page cannot delete the cookies):
 * a toast reports it and stays until it is closed.
 */
export function useSignOut(): { readonly signOut: () => void; readonly signingOut: boolean } {
  const client = useQueryClient();
  const navigate = useLocalisedNavigate();
  const problemText = useProblemText();
  const { mutate, isPending } = useMutation({
    mutationKey: SIGN_OUT_KEY,
    mutationFn: async () => {
      await api.auth['sign-out'].$post();
    },
    onSuccess() {
      navigate('/');
      endSession(client, 'signed-out');
    },
    onError(error) {
      const { what, next } = problemText(error);
      showToast({ type: 'error', title: what, message: next, duration: 0, id: 'sign-out' });
    },
  });
  return {
    signingOut: isPending,
    signOut() {
      if (!isPending) mutate();
    },
  };
}
