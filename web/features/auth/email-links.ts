// What a link of a letter does, and the letters that can be asked for again.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { EmailConfirmed } from '../../../worker/contract/emails.ts';
import { FreezeState } from '../../../worker/contract/profile.ts';
import { WithdrawalConfirmed } from '../../../worker/contract/withdrawals.ts';

/** Who is signed in is asked again: the link changed it. */
function useAskAgain(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    // A first question that is still open was asked before the press, and nothing but its end makes room for another.
    await client.cancelQueries({ queryKey: queryKeys.session });
    await client.invalidateQueries({ queryKey: queryKeys.session });
  };
}

export function useConfirmEmail() {
  return useMutation({
    mutationFn: (token: string) => receive(EmailConfirmed, api.auth.email.confirm.$post({ json: { token } })),
    onSuccess: useAskAgain(),
  });
}

export function useRemoveFactor() {
  return useMutation({
    mutationFn: async (token: string) => {
      await api.auth.email['remove-factor'].$post({ json: { token } });
    },
    // It may have ended this browser's own session.
    onSuccess: useAskAgain(),
  });
}

export function useFreeze() {
  return useMutation({
    mutationFn: async (token: string) => {
      await api.auth.freeze.$post({ json: { token } });
    },
    // It ended every session, this browser's own among them.
    onSuccess: useAskAgain(),
  });
}

export function useConfirmWithdrawal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) =>
      receive(WithdrawalConfirmed, api.withdrawals.confirm.$post({ json: { token } })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.transactions }),
  });
}

/** Asks for the end of the own freeze. */
export function useUndoFreeze() {
  return useMutation({
    mutationFn: () => receive(FreezeState, api.auth.freeze.undo.$post()),
    onSuccess: useAskAgain(),
  });
}

export function useResendConfirmation() {
  return useMutation({
    mutationFn: async () => {
      await api.auth.email.resend.$post();
    },
  });
}

/** A link is often opened in another tab: who comes back sees what it did. */
export function useAskAgainOnReturn(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') {
        void client.invalidateQueries({ queryKey: queryKeys.session });
      }
    };
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [client]);
}
