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
  SUBMISSION_SEARCH_MAX_CHARACTERS,
  SubmissionCounters,
  SubmissionDetails,
  SubmissionExportReady,
  SubmissionForwarding,
  SubmissionsPage,
  SubmissionsQueued,
} from '../../../../worker/contract/operators/submissions.ts';
import type { SubmissionType } from '../../../../worker/domain/submissions.ts';

export type SubmissionsFilter = {
  readonly type: 'all' | SubmissionType;
  readonly search: string;
  readonly forwarding: 'all' | 'failed';
};

const submissions = api.admin.submissions;
const KEY = queryKeys.admin('submissions');

export function useSubmissionCounters() {
  return useQuery({
    queryKey: queryKeys.admin('submissions', 'counters'),
    queryFn: () => receive(SubmissionCounters, submissions.counters.$get()),
    staleTime: 0,
  });
}

function listQuery({ type, search, forwarding }: SubmissionsFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.admin('submissions', 'list', type, forwarding, search),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      receive(
        SubmissionsPage,
        submissions.$get({
          query: {
            ...(type === 'all' ? {} : { type }),
            ...(forwarding === 'all' ? {} : { forwarding }),
            ...(search === '' ? {} : { search: search.slice(0, SUBMISSION_SEARCH_MAX_CHARACTERS) }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        }),
      ),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export const useSubmissions = (filter: SubmissionsFilter) => useInfiniteQuery(listQuery(filter));

export function useSubmission(id: string) {
  return useQuery({
    queryKey: queryKeys.admin('submissions', 'one', id),
    queryFn: () => receive(SubmissionDetails, submissions[':id'].$get({ param: { id } })),
    // Whoever opens the details acts on what they say.
    staleTime: 0,
  });
}

/** Everything of the page is read again. */
export function useReadSubmissionsAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}

export function useForwardNow() {
  const readAgain = useReadSubmissionsAgain();
  return useMutation({
    mutationFn: (id: string) =>
      receive(SubmissionForwarding, submissions[':id'].forward.$post({ param: { id } })),
    onSettled: readAgain,
  });
}

export function useForwardFailed() {
  const readAgain = useReadSubmissionsAgain();
  return useMutation({
    mutationFn: () => receive(SubmissionsQueued, submissions['forward-failed'].$post()),
    onSettled: readAgain,
  });
}

/** The export stands in the log; then the browser fetches its file as any other. */
export function useExport() {
  return useMutation({
    async mutationFn({ type, search, forwarding }: SubmissionsFilter) {
      const json = {
        type: type === 'all' ? null : type,
        search: search.slice(0, SUBMISSION_SEARCH_MAX_CHARACTERS),
        onlyFailed: forwarding === 'failed',
      };
      const ready = await receive(SubmissionExportReady, submissions.exports.$post({ json }));
      const link = document.createElement('a');
      link.href = submissions.exports[':id'].$url({ param: { id: ready.id } }).href;
      link.download = '';
      link.click();
      return ready;
    },
  });
}
