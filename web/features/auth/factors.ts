// The user's second factors: the list and its changes. Each change answers with the whole list.

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { Factors, FactorsChanged, PasskeyOptions, TotpSetup } from '../../../worker/contract/factors.ts';
import { createPasskey } from './passkey-device.ts';

const { factors } = api.auth;

export const useFactors = () =>
  useQuery({
    queryKey: queryKeys.factors,
    queryFn: ({ signal }) => receive(Factors, factors.$get({}, { init: { signal } })),
  });

/** Whether signing in takes more than the password. */
export function hasFactor({ totp, passkeys }: Factors): boolean {
  return totp !== null || passkeys.length > 0;
}

function showList(client: QueryClient, list: Factors): void {
  client.setQueryData<Factors>(queryKeys.factors, list);
  // The area of an operator opens with the first factor and closes with the last.
  void client.invalidateQueries({ queryKey: queryKeys.session });
  // Every change adds an entry to the security log.
  void client.invalidateQueries({ queryKey: queryKeys.securityLog });
}

export function useBeginTotp() {
  return useMutation({ mutationFn: () => receive(TotpSetup, factors.totp.$post()) });
}

export function useConfirmTotp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: { readonly setup: string; readonly code: string }) =>
      receive(FactorsChanged, factors.totp.confirm.$post({ json })),
    onSuccess: (changed) => showList(client, changed.factors),
  });
}

export function useRemoveTotp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => receive(Factors, factors.totp.$delete()),
    onSuccess: (list) => showList(client, list),
  });
}

export function useRenewCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => receive(FactorsChanged, factors['recovery-codes'].$post()),
    onSuccess: (changed) => showList(client, changed.factors),
  });
}

export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const response = await createPasskey(await receive(PasskeyOptions, factors.passkeys.options.$post()));
      return receive(FactorsChanged, factors.passkeys.$post({ json: { name, response } }));
    },
    onSuccess: (changed) => showList(client, changed.factors),
  });
}

type Renaming = { readonly id: string; readonly name: string };

export function useRenamePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: Renaming) =>
      receive(Factors, factors.passkeys[':passkeyId'].$patch({ param: { passkeyId: id }, json: { name } })),
    onSuccess: (list) => showList(client, list),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      receive(Factors, factors.passkeys[':passkeyId'].$delete({ param: { passkeyId: id } })),
    onSuccess: (list) => showList(client, list),
  });
}
