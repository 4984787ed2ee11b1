// The tax workbook: the years, one of them, a month of it, the choices and the files.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, fileApi, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { saveFile } from '../../ui/save-file.ts';
import {
  type TaxChoiceChange,
  TaxChoiceView,
  type TaxFileQuery,
  TaxMonth,
  TaxYear,
  TaxYearList,
} from '../../../worker/contract/tax.ts';

export function useTaxYears() {
  return useQuery({ queryKey: queryKeys.tax('years'), queryFn: () => receive(TaxYearList, api.tax.$get()) });
}

export function useTaxYear(year: string) {
  return useQuery({
    queryKey: queryKeys.tax('year', year),
    queryFn: () => receive(TaxYear, api.tax[':year'].$get({ param: { year } })),
  });
}

/** `month` as `2026-03`. */
export function useTaxMonth(month: string, enabled: boolean) {
  const [year = '', number = ''] = month.split('-');
  return useQuery({
    queryKey: queryKeys.tax('month', month),
    queryFn: () =>
      receive(TaxMonth, api.tax[':year'].months[':month'].$get({ param: { year, month: number } })),
    enabled,
  });
}

function useReread(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.tax() });
}

export function useChoose(year: number) {
  return useMutation({
    mutationFn: (json: TaxChoiceChange) =>
      receive(TaxChoiceView, api.tax[':year'].choice.$put({ param: { year: String(year) }, json })),
    // A refusal says that the page is behind.
    onSettled: useReread(),
  });
}

/** Fetched, not linked: a session that has to be renewed is, and a refusal is said on the page. It may fix the method. */
export function useTaxFile(year: number) {
  return useMutation({
    async mutationFn(query: TaxFileQuery) {
      const reply = await fileApi.tax[':year'].file.$get({ param: { year: String(year) }, query });
      const name = /filename="([^"]+)"/u.exec(reply.headers.get('Content-Disposition') ?? '')?.[1];
      saveFile(name ?? `onca-${year}.${query.format}`, await reply.blob());
    },
    onSettled: useReread(),
  });
}
