import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import {
  AuditActors,
  AuditExportReady,
  AuditLogPage,
} from '../../../../worker/contract/operators/audit-log.ts';
import type { AuditAction } from '../../../../worker/domain/audit.ts';
import { download } from '../frame/download.ts';
import { dayRange } from '../frame/field-times.ts';

/** '' matches anything. */
export type AuditFilter = {
  readonly actor: string;
  readonly action: AuditAction | '';
  readonly subject: string;
  /** Days of the operator's time zone, as 2026-11-23. */
  readonly from: string;
  readonly until: string;
};

/** The server takes only the filters that are set. */
function asked({ actor, action, subject, from, until }: AuditFilter) {
  return {
    ...(actor === '' ? {} : { actor }),
    ...(action === '' ? {} : { action }),
    ...(subject === '' ? {} : { subject }),
    ...dayRange(from, until),
  };
}

export const auditLogQuery = (filter: AuditFilter) => {
  const { actor, action, subject, from, until } = filter;
  return pagedQuery(queryKeys.operators('audit', 'list', actor, action, subject, from, until), (cursor) =>
    receive(AuditLogPage, api.admin['audit-log'].$get({ query: { ...asked(filter), ...cursor } })),
  );
};

export function useAuditActors() {
  return useQuery({
    queryKey: queryKeys.operators('audit', 'actors'),
    queryFn: () => receive(AuditActors, api.admin['audit-log'].actors.$get()),
    staleTime: 0,
  });
}

/** The server writes the export into the audit log; the browser then downloads its file. */
export function useAuditExport() {
  const refresh = useInvalidate(queryKeys.operators('audit'));
  return useMutation({
    mutationFn: (filter: AuditFilter) =>
      receive(AuditExportReady, api.admin['audit-log'].exports.$post({ json: asked(filter) })),
    onSuccess: ({ id }) => {
      download(api.admin['audit-log'].exports[':id'].$url({ param: { id } }));
      void refresh();
    },
  });
}
