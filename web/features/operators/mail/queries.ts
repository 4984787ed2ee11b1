import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import { MailsChanged, OutboxPage, OutboxSummary } from '../../../../worker/contract/operators/mail.ts';
import type { OutboxState } from '../../../../worker/domain/mail-delivery.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMailMessages from '#messages/operators-mail.json';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { dayRange } from '../frame/field-times.ts';
import { showToast } from '../../../ui/toast-store.ts';

/** The totals are read again while the page is open. */
const REFETCH_MS = 30_000;

export type OutboxFilter = {
  readonly state: OutboxState;
  readonly search: string;
  /** Days of the operator's time zone, as 2026-11-23; empty for no limit. */
  readonly from: string;
  readonly until: string;
};

const mail = api.admin.mail;

export function useOutboxSummary() {
  return useQuery({
    queryKey: queryKeys.operators('mail', 'summary'),
    queryFn: () => receive(OutboxSummary, mail.summary.$get()),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
}

export const outboxQuery = ({ state, search, from, until }: OutboxFilter) =>
  pagedQuery(queryKeys.operators('mail', 'list', state, from, until, search), (cursor) =>
    receive(
      OutboxPage,
      mail.$get({
        query: { state, ...(search === '' ? {} : { search }), ...dayRange(from, until), ...cursor },
      }),
    ),
  );

/** Reads everything of the page again. */
export const useRefreshOutbox = () => useInvalidate(queryKeys.operators('mail'));

export function useDiscard() {
  return useMutation({
    mutationFn: (id: string) => receive(MailsChanged, mail.discard.$post({ json: { ids: [id] } })),
    onSettled: useRefreshOutbox(),
  });
}

/** Sends messages again and reports how many were queued and how many were not. */
export function useResending() {
  const t = useMessages(operatorsMailMessages);
  const showError = useErrorToast();
  const resend = useMutation({
    mutationFn: (ids: readonly string[]) =>
      receive(MailsChanged, mail.resend.$post({ json: { ids: [...ids] } })),
    onSettled: useRefreshOutbox(),
  });
  const answer = ({ changed, asked }: MailsChanged) => {
    const left = asked - changed;
    if (changed > 0) {
      showToast({ type: 'success', title: t('resend.done'), message: t.count('resend.doneText', changed) });
    }
    if (left > 0) {
      showToast({ type: 'warning', title: t.count('resend.left', left), message: t('resend.leftText') });
    }
  };
  const refuse = (error: unknown) => showError(t('resend.failed'), error);
  // `mutate`'s own callbacks do not run when the message's row is unmounted before the answer.
  const send = (ids: readonly string[], onDone?: () => void) =>
    void resend.mutateAsync(ids).then(answer, refuse).finally(onDone);
  return { send, sending: resend.isPending };
}
