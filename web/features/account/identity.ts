// The customer's own identity: reading it, and each of its steps.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { upload } from '../../api/upload.ts';
import { IdentityOverview, type IdentityRequest } from '../../../worker/contract/identity.ts';
import type { DocumentKind } from '../../../worker/domain/identity.ts';

const identity = api.identity;

export function useIdentity() {
  return useQuery({
    queryKey: queryKeys.identity,
    queryFn: ({ signal }) => receive(IdentityOverview, identity.$get({}, { init: { signal } })),
    staleTime: 0,
  });
}

/** A step that answers with the identity after it. After a failure it is read again: it may be another one by now. */
function useStep<T>(send: (input: T) => Promise<IdentityOverview>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (after) => client.setQueryData(queryKeys.identity, after),
    onError: () => void client.invalidateQueries({ queryKey: queryKeys.identity }),
  });
}

export type TypedIdentity = v.InferInput<typeof IdentityRequest>;

export const useGiveIdentity = () =>
  useStep((json: TypedIdentity) => receive(IdentityOverview, identity.$post({ json })));

export const useSubmitDocuments = () =>
  useStep((level: 2 | 3) =>
    receive(IdentityOverview, identity.documents.submission.$post({ json: { level } })),
  );

export const useAppeal = () =>
  useStep((text: string) => receive(IdentityOverview, identity.appeal.$post({ json: { text } })));

export const useStatePep = () =>
  useStep((json: { pep: boolean; pepDetail: string }) =>
    receive(IdentityOverview, identity.pep.$put({ json })),
  );

function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.identity });
}

export function useUploadDocument() {
  return useMutation({
    mutationFn: async ({ kind, file }: { readonly kind: DocumentKind; readonly file: File }) => {
      await upload(identity.documents.$url({ query: { kind } }), file, { onProgress: () => undefined });
    },
    onSettled: useReadAgain(),
  });
}

export function useRemoveDocument() {
  return useMutation({
    mutationFn: async (id: string) => {
      await identity.documents[':id'].$delete({ param: { id } });
    },
    onSettled: useReadAgain(),
  });
}
