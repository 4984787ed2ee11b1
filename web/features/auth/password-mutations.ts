import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import {
  type ChangePassword,
  type ForgotPassword,
  PasswordChanged,
  type ResetPassword,
} from '../../../worker/contract/passwords.ts';

export function useForgotPassword() {
  return useMutation({
    mutationFn: async (json: v.InferInput<typeof ForgotPassword>) => {
      await api.auth.password.forgot.$post({ json });
    },
  });
}

export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: v.InferInput<typeof ResetPassword>) => {
      await api.auth.password.reset.$post({ json });
    },
    async onSuccess() {
      // This browser's own session may be one of those that ended: ask before anybody is led anywhere.
      await client.resetQueries({ queryKey: queryKeys.session });
    },
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: v.InferInput<typeof ChangePassword>) =>
      receive(PasswordChanged, api.auth.password.change.$post({ json })),
    onSuccess() {
      void client.invalidateQueries({ queryKey: queryKeys.safety });
    },
  });
}
