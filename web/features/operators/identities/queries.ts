import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import {
  IdentitiesPage,
  type IdentityDecision,
  IdentityDetails,
  IdentityView,
} from '../../../../worker/contract/operators/identities.ts';
import type { IdentityState } from '../../../../worker/domain/identity.ts';

export type IdentitiesFilter = {
  readonly state: 'queue' | 'all' | IdentityState;
  readonly search: string;
};

const identities = api.admin.identities;
const keyOf = (userId: string) => queryKeys.operators('identities', 'one', userId);

export const identitiesQuery = ({ state, search }: IdentitiesFilter) =>
  pagedQuery(queryKeys.operators('identities', 'list', state, search), (cursor) =>
    receive(
      IdentitiesPage,
      identities.$get({ query: { state, ...(search === '' ? {} : { search }), ...cursor } }),
    ),
  );

/** Reads everything of the page again, and what waits. */
export const useRefreshIdentities = () =>
  useInvalidate(queryKeys.operators('identities', 'list'), queryKeys.operators('waiting'));

/** Opens it, which is a line of the audit log, and reads it. Read again, it is opened again. */
export function useOpenedIdentity(userId: string) {
  const param = { userId };
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async () => {
      await receive(IdentityView, identities[':userId'].views.$post({ param }));
      return receive(IdentityDetails, identities[':userId'].$get({ param }));
    },
    // Each opening is one line: nothing but the operator opens it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

export const documentUrl = (userId: string, documentId: string): string =>
  identities[':userId'].documents[':documentId'].$url({ param: { userId, documentId } }).pathname;

export function useDecide(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (json: IdentityDecision) =>
      receive(IdentityDetails, identities[':userId'].decisions.$post({ param: { userId }, json })),
    onSuccess: (identity) => cache.setQueryData(keyOf(userId), identity),
    onSettled: useRefreshIdentities(),
  });
}
