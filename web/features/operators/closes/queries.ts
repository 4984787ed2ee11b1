import { useMutation } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery } from '../../../api/paged.ts';
import {
  CloseCheckReport,
  type CloseCheckRequest,
  DayClosesPage,
} from '../../../../worker/contract/operators/closes.ts';
import { download } from '../frame/download.ts';

const closes = api.admin.closes;

export const closesQuery = () =>
  pagedQuery(queryKeys.operators('closes'), (cursor) =>
    receive(DayClosesPage, closes.$get({ query: cursor })),
  );

export function useCheckCloses() {
  return useMutation({
    mutationFn: (json: CloseCheckRequest) => receive(CloseCheckReport, closes.checks.$post({ json })),
  });
}

export function downloadRecord(day: string): void {
  download(closes[':day'].record.$url({ param: { day } }));
}
