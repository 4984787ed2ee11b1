// What is stored about the customer, the complete copies, and the closing of the account.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { saveFile } from '../../ui/save-file.ts';
import { ClosingBegun, ClosingState, MyData } from '../../../worker/contract/my-data.ts';
import type { Language } from '../../../worker/domain/settings-rules.ts';

const COPY_POLL_MS = 3_000;

export function useMyData() {
  return useQuery({
    queryKey: queryKeys.myData,
    queryFn: () => receive(MyData, api.profile.data.$get()),
    // Until a copy that is being made is there.
    refetchInterval: ({ state }) =>
      state.data?.exports.some((copy) => copy.state === 'waiting') === true ? COPY_POLL_MS : false,
  });
}

function useReread(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.myData });
}

export function useAskForCopy() {
  return useMutation({
    mutationFn: async (language: Language) => {
      await api.profile.data.exports.$post({ json: { language } });
    },
    onSuccess: useReread(),
  });
}

/** Fetched, not linked: the customer may have to prove who they are first. */
export function useDownloadCopy() {
  return useMutation({
    mutationFn: async ({ id, name }: { readonly id: string; readonly name: string }) => {
      const reply = await api.profile.data.exports[':id'].$get({ param: { id } });
      saveFile(name, await reply.blob());
    },
  });
}

export function useLeaveNewsletter() {
  return useMutation({
    mutationFn: async () => {
      await api.profile.newsletter.$delete();
    },
    onSuccess: useReread(),
  });
}

/** Something that was in the way may not be there any more. */
export function useReadClosingAgain(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: queryKeys.closing });
}

export function useClosing() {
  return useQuery({
    queryKey: queryKeys.closing,
    queryFn: () => receive(ClosingState, api.profile.closing.$get()),
  });
}

export function useCloseAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (waivedCents: number) =>
      receive(ClosingBegun, api.profile.closing.$post({ json: { waivedCents } })),
    // Every session is over, this one too.
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.session }),
    onError: () => client.invalidateQueries({ queryKey: queryKeys.closing }),
  });
}
