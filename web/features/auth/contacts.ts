// The customer's own e-mail address and phone number, and a change of address that waits for a mailbox.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { OpenEmailChange } from '../../../worker/contract/emails.ts';
import { Profile } from '../../../worker/contract/profile.ts';
import { useProfileChange } from './session-transitions.ts';

const change = api.profile['email-change'];

export type WaitingChange = NonNullable<OpenEmailChange['change']>;

/** A confirmed address changes later, when mailboxes answer. */
export function useEmailChange(isConfirmed: boolean) {
  return useQuery({
    queryKey: queryKeys.emailChange,
    queryFn: ({ signal }) => receive(OpenEmailChange, change.$get({}, { init: { signal } })),
    enabled: isConfirmed,
    refetchOnWindowFocus: 'always',
  });
}

/** Reads again what a change of either shows. */
function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  const show = useProfileChange();
  return async () => {
    void client.invalidateQueries({ queryKey: queryKeys.securityLog });
    void client.invalidateQueries({ queryKey: queryKeys.emailChange });
    show(await receive(Profile, api.profile.$get()));
  };
}

export function useChangeEmail() {
  return useMutation({
    mutationFn: async (email: string) => {
      await change.$post({ json: { email } });
    },
    onSuccess: useReadAgain(),
  });
}

export function useCancelEmailChange() {
  return useMutation({
    mutationFn: async () => {
      await change.$delete();
    },
    onSuccess: useReadAgain(),
  });
}

export function useChangePhone() {
  return useMutation({
    mutationFn: async (phone: string) => {
      await api.profile.phone.$put({ json: { phone } });
    },
    onSuccess: useReadAgain(),
  });
}
