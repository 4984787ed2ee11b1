import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import {
  AuditActors,
  AuditExportReady,
  type AuditLogLine,
  AuditLogPage,
} from '../../../../worker/contract/operators/audit-log.ts';
import type { AuditAction } from '../../../../worker/domain/audit.ts';

export type { AuditLogLine };

/** What is looked for; '' is anything. */
export type AuditFilter = {
  readonly actor: string;
  readonly action: AuditAction | '';
  readonly subject: string;
};

/** Only what is asked for, as the server wants it. */
function asked({ actor, action, subject }: AuditFilter) {
  return {
    ...(actor === '' ? {} : { actor }),
    ...(action === '' ? {} : { action }),
    ...(subject === '' ? {} : { subject }),
  };
}

export function useAuditLog(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: queryKeys.admin('audit', 'list', filter.actor, filter.action, filter.subject),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      receive(
        AuditLogPage,
        api.admin['audit-log'].$get({
          query: { ...asked(filter), ...(pageParam === null ? {} : { cursor: pageParam }) },
        }),
      ),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // What an operator has just done is in it.
    staleTime: 0,
  });
}

export function useAuditActors() {
  return useQuery({
    queryKey: queryKeys.admin('audit', 'actors'),
    queryFn: () => receive(AuditActors, api.admin['audit-log'].actors.$get()),
    staleTime: 0,
  });
}

/** Writes the export into the log, then lets the browser fetch its file: no page holds a log of any length. */
export function useAuditExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (filter: AuditFilter) =>
      receive(AuditExportReady, api.admin['audit-log'].exports.$post({ json: asked(filter) })),
    onSuccess: ({ id }) => {
      const link = document.createElement('a');
      link.href = api.admin['audit-log'].exports[':id'].$url({ param: { id } }).href;
      link.download = '';
      link.click();
      void client.invalidateQueries({ queryKey: queryKeys.admin('audit') });
    },
  });
}
