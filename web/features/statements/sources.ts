// Where statements are read: the customer's own, or a customer's for an operator.

import { useMutation, useQuery } from '@tanstack/react-query';
import { api, fileApi, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { pagedQuery } from '../../api/paged.ts';
import { saveFile } from '../../ui/save-file.ts';
import { StatementsList, StatementView } from '../../../worker/contract/statements.ts';
import type { Language } from '../../../worker/domain/settings-rules.ts';
import type { StatementFormat } from '../../../worker/domain/statements.ts';

type FileQuery = { readonly format: StatementFormat; readonly language: Language };

export type StatementsSource = {
  readonly key: readonly unknown[];
  readonly list: () => Promise<StatementsList>;
  readonly month: (month: string, query: { readonly cursor?: string }) => Promise<StatementView>;
  readonly file: (month: string, query: FileQuery) => Promise<Pick<Response, 'headers' | 'blob'>>;
  /** The address of a month. */
  readonly to: (month: string) => string;
};

export const OWN_STATEMENTS: StatementsSource = {
  key: queryKeys.statements,
  list: () => receive(StatementsList, api.statements.$get()),
  month: (month, query) => receive(StatementView, api.statements[':month'].$get({ param: { month }, query })),
  file: (month, query) => fileApi.statements[':month'].file.$get({ param: { month }, query }),
  to: (month) => `/statements?month=${month}`,
};

export function useMonths(source: StatementsSource) {
  return useQuery({ queryKey: [...source.key, 'list'], queryFn: source.list });
}

/** A closed month never changes; the one under way does with each movement. */
export const statementQuery = (source: StatementsSource, month: string) =>
  pagedQuery([...source.key, 'month', month], (cursor) => source.month(month, cursor));

/** Fetched, not linked: a session that has to be renewed is, and a refusal is said on the page. */
export function useStatementFile(source: StatementsSource, month: string) {
  return useMutation({
    async mutationFn(query: FileQuery) {
      const reply = await source.file(month, query);
      const name = /filename="([^"]+)"/u.exec(reply.headers.get('Content-Disposition') ?? '')?.[1];
      saveFile(name ?? `onca-${month}.${query.format}`, await reply.blob());
    },
  });
}
