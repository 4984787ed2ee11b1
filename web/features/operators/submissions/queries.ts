import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import {
  SubmissionCounters,
  SubmissionDetails,
  SubmissionExportReady,
  SubmissionForwarding,
  SubmissionsPage,
  SubmissionsQueued,
} from '../../../../worker/contract/operators/submissions.ts';
import type { SubmissionType } from '../../../../worker/domain/submissions.ts';
import { useLocale } from '../../../i18n/use-messages.ts';
import { download } from '../frame/download.ts';
import { dayRange } from '../frame/field-times.ts';

export type SubmissionsFilter = {
  readonly type: 'all' | SubmissionType;
  readonly search: string;
  readonly forwarding: 'all' | 'failed';
  /** Days of the operator's time zone, as 2026-11-23; empty for no limit. */
  readonly from: string;
  readonly until: string;
};

const submissions = api.admin.submissions;

/** Reads everything of the page again. */
export const useRefreshSubmissions = () => useInvalidate(queryKeys.operators('submissions'));

export function useSubmissionCounters() {
  return useQuery({
    queryKey: queryKeys.operators('submissions', 'counters'),
    queryFn: () => receive(SubmissionCounters, submissions.counters.$get()),
    staleTime: 0,
  });
}

export const submissionsQuery = ({ type, search, forwarding, from, until }: SubmissionsFilter) =>
  pagedQuery(queryKeys.operators('submissions', 'list', type, forwarding, from, until, search), (cursor) =>
    receive(
      SubmissionsPage,
      submissions.$get({
        query: {
          ...(type === 'all' ? {} : { type }),
          ...(forwarding === 'all' ? {} : { forwarding }),
          ...(search === '' ? {} : { search }),
          ...dayRange(from, until),
          ...cursor,
        },
      }),
    ),
  );

export function useSubmission(id: string) {
  return useQuery({
    queryKey: queryKeys.operators('submissions', 'one', id),
    queryFn: () => receive(SubmissionDetails, submissions[':id'].$get({ param: { id } })),
    // The operator acts on these details.
    staleTime: 0,
  });
}

export function useForwardNow() {
  return useMutation({
    mutationFn: (id: string) =>
      receive(SubmissionForwarding, submissions[':id'].forward.$post({ param: { id } })),
    onSettled: useRefreshSubmissions(),
  });
}

export function useForwardFailed() {
  return useMutation({
    mutationFn: () => receive(SubmissionsQueued, submissions['forward-failed'].$post()),
    onSettled: useRefreshSubmissions(),
  });
}

/** The server writes the export into the audit log; the browser then downloads its file. */
export function useExport() {
  const language = useLocale();
  return useMutation({
    async mutationFn({ type, search, forwarding, from, until }: SubmissionsFilter) {
      const json = {
        type: type === 'all' ? null : type,
        search,
        onlyFailed: forwarding === 'failed',
        ...dayRange(from, until),
        language,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      };
      const ready = await receive(SubmissionExportReady, submissions.exports.$post({ json }));
      download(submissions.exports[':id'].$url({ param: { id: ready.id } }));
      return ready;
    },
  });
}
