import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import { upload } from '../../../api/upload.ts';
import {
  BankBreak,
  BankBreaksPage,
  BankFileLines,
  BankFileLoaded,
  BankFilesPage,
  ReconciliationOverview,
} from '../../../../worker/contract/operators/reconciliation.ts';
import { BANK_LABEL_MAX_CHARACTERS, type BankSource } from '../../../../worker/domain/bank-files.ts';
import type { BreakKind, BreakState } from '../../../../worker/domain/reconciliation.ts';

const { reconciliation } = api.admin;
const one = reconciliation.breaks[':id'];

export function useOverview() {
  return useQuery({
    queryKey: queryKeys.operators('reconciliation', 'overview'),
    queryFn: () => receive(ReconciliationOverview, reconciliation.$get()),
    staleTime: 0,
  });
}

export type BreaksFilter = {
  readonly state: BreakState;
  readonly source: 'all' | BankSource;
  readonly kind: 'all' | BreakKind;
  readonly owner: 'all' | 'me' | 'nobody';
};

export const breaksQuery = ({ state, source, kind, owner }: BreaksFilter) =>
  pagedQuery(queryKeys.operators('reconciliation', 'breaks', state, source, kind, owner), (cursor) =>
    receive(
      BankBreaksPage,
      reconciliation.breaks.$get({
        query: {
          state,
          ...(source === 'all' ? {} : { source }),
          ...(kind === 'all' ? {} : { kind }),
          ...(owner === 'all' ? {} : { owner }),
          ...cursor,
        },
      }),
    ),
  );

export const filesQuery = () =>
  pagedQuery(queryKeys.operators('reconciliation', 'files'), (cursor) =>
    receive(BankFilesPage, reconciliation.files.$get({ query: cursor })),
  );

export const fileLinesQuery = (id: string) =>
  pagedQuery(queryKeys.operators('reconciliation', 'files', id), (cursor) =>
    receive(BankFileLines, reconciliation.files[':id'].$get({ param: { id }, query: cursor })),
  );

export const useRefreshReconciliation = () =>
  useInvalidate(queryKeys.operators('reconciliation'), queryKeys.operators('today'));

/** What disguises the rest of a name is left out of it. */
const labelOf = ({ name }: File): string =>
  name
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, BANK_LABEL_MAX_CHARACTERS) || 'file';

export function useLoadFile() {
  return useMutation({
    mutationFn: ({ source, file }: { readonly source: BankSource; readonly file: File }) =>
      receive(
        BankFileLoaded,
        upload(reconciliation.files.$url({ query: { source, label: labelOf(file) } }), file, {
          onProgress: () => undefined,
        }),
      ),
    onSettled: useRefreshReconciliation(),
  });
}

type SetAsideChange = {
  readonly how: 'propose' | 'approve' | 'drop';
  /** Of the file, or of the proposal that is decided. */
  readonly id: string;
  readonly reason: string;
};

export function useSetAside() {
  return useMutation({
    mutationFn({ how, id, reason }: SetAsideChange) {
      const param = { id };
      if (how === 'propose')
        return receive(
          BankFilesPage,
          reconciliation.files[':id']['set-aside'].$post({ param, json: { reason } }),
        );
      return receive(BankFilesPage, reconciliation['set-asides'][':id'][how].$post({ param }));
    },
    onSettled: useRefreshReconciliation(),
  });
}

export function useTakeBreak() {
  return useMutation({
    mutationFn: (id: string) => receive(BankBreak, one.take.$post({ param: { id } })),
    onSettled: useRefreshReconciliation(),
  });
}

export function useResolveBreak() {
  return useMutation({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string }) =>
      receive(BankBreak, one.resolve.$post({ param: { id }, json: { reason } })),
    onSettled: useRefreshReconciliation(),
  });
}
