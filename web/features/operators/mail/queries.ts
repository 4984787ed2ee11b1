import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import {
  MAIL_SEARCH_MAX_CHARACTERS,
  MailsChanged,
  OutboxPage,
  OutboxSummary,
} from '../../../../worker/contract/operators/mail.ts';
import type { OutboxState } from '../../../../worker/domain/mail-delivery.ts';

/** The figures go on by themselves while somebody looks. */
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

function outboxQuery({ state, search }: OutboxFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.admin('mail', 'list', state, search),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      receive(
        OutboxPage,
        mail.$get({
          query: {
            state,
            ...(search === '' ? {} : { search: search.slice(0, MAIL_SEARCH_MAX_CHARACTERS) }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        }),
      ),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export const useOutbox = (filter: OutboxFilter) => useInfiniteQuery(outboxQuery(filter));

export function useReadOutboxAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.admin('mail') });
}

export function useResend() {
  const readAgain = useReadOutboxAgain();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      receive(MailsChanged, mail.resend.$post({ json: { ids: [...ids] } })),
    onSettled: readAgain,
  });
}

export function useDiscard() {
  const readAgain = useReadOutboxAgain();
  return useMutation({
    mutationFn: (id: string) => receive(MailsChanged, mail.discard.$post({ json: { ids: [id] } })),
    onSettled: readAgain,
  });
}
