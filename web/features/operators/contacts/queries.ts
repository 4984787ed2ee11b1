import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import {
  type ContactAnswer,
  type ContactChangeRequest,
  ContactDetails,
  ContactsPage,
} from '../../../../worker/contract/operators/contacts.ts';
import type { ContactState } from '../../../../worker/domain/contacts.ts';
import { dayRange } from '../frame/field-times.ts';

export type ContactsFilter = {
  readonly state: 'all' | ContactState;
  readonly kind: 'all' | 'complaint';
  readonly owner: 'all' | 'me' | 'nobody';
  readonly search: string;
  /** Days of the operator's time zone, as 2026-11-23; empty for no limit. */
  readonly from: string;
  readonly until: string;
};

const contacts = api.admin.contacts;
const keyOf = (id: string) => queryKeys.operators('contacts', 'one', id);

export const contactsQuery = ({ state, kind, owner, search, from, until }: ContactsFilter) =>
  pagedQuery(queryKeys.operators('contacts', 'list', state, kind, owner, from, until, search), (cursor) =>
    receive(
      ContactsPage,
      contacts.$get({
        query: {
          ...(state === 'all' ? {} : { state }),
          ...(kind === 'all' ? {} : { kind }),
          ...(owner === 'all' ? {} : { owner }),
          ...(search === '' ? {} : { search }),
          ...dayRange(from, until),
          ...cursor,
        },
      }),
    ),
  );

/** Reads everything of the page again, and what waits. */
export const useRefreshContacts = () =>
  useInvalidate(queryKeys.operators('contacts'), queryKeys.operators('waiting'));

export function useContact(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => receive(ContactDetails, contacts[':id'].$get({ param: { id } })),
    // The operator acts on these details.
    staleTime: 0,
  });
}

export function useChangeContact(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (json: ContactChangeRequest) =>
      receive(ContactDetails, contacts[':id'].$patch({ param: { id }, json })),
    onSuccess: (contact) => cache.setQueryData(keyOf(id), contact),
    onSettled: useRefreshContacts(),
  });
}

export function useAnswerContact(contactId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (json: ContactAnswer) =>
      receive(ContactDetails, contacts[':id'].answers.$post({ param: { id: contactId }, json })),
    onSuccess: (contact) => cache.setQueryData(keyOf(contactId), contact),
    onSettled: useRefreshContacts(),
  });
}
