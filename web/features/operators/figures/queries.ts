import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { useInvalidate } from '../../../api/paged.ts';
import { FiguresReport } from '../../../../worker/contract/operators/figures.ts';
import type { FigurePeriod } from '../../../../worker/domain/figures.ts';

/** A minute is the shortest step. */
const REFETCH_MS = 60_000;

export function useFigures(period: FigurePeriod) {
  return useQuery({
    queryKey: queryKeys.operators('figures', period),
    queryFn: () => receive(FiguresReport, api.admin.figures.$get({ query: { period } })),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  });
}

export const useRefreshFigures = () => useInvalidate(queryKeys.operators('figures'));
