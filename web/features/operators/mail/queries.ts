import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import { MailsChanged, OutboxPage, OutboxSummary } from '../../../../worker/contract/operators/mail.ts';
import type { OutboxState } from '../../../../worker/domain/mail-delivery.ts';

/** The totals are read again while the page is open. */
const REFETCH_MS = 30_000;

export type OutboxFilter = { readonly state: OutboxState; readonly search: string };

const mail = api.admin.mail;

export function useOutboxSummary() {
  return useQuery({
    queryKey: queryKeys.admin('mail', 'summary'),
    queryFn: () => receive(OutboxSummary, mail.summary.$get()),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
}

export const outboxQuery = ({ state, search }: OutboxFilter) =>
  pagedQuery(queryKeys.admin('mail', 'list', state, search), (cursor) =>
    receive(OutboxPage, mail.$get({ query: { state, ...(search === '' ? {} : { search }), ...cursor } })),
  );

/** Reads everything of the page again. */
export const useRefreshOutbox = () => useInvalidate(queryKeys.admin('mail'));

export function useResend() {
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      receive(MailsChanged, mail.resend.$post({ json: { ids: [...ids] } })),
    onSettled: useRefreshOutbox(),
  });
}

export function useDiscard() {
  return useMutation({
    mutationFn: (id: string) => receive(MailsChanged, mail.discard.$post({ json: { ids: [id] } })),
    onSettled: useRefreshOutbox(),
  });
}
