import { useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * A change that is answered with the whole report. A refusal may mean that another operator was first, so that it is read again.
 * `touched`: what else it makes out of date.
 */
export function useReportChange<C, R>(
  queryKey: readonly string[],
  send: (change: C) => Promise<R>,
  touched?: readonly string[],
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    async onSuccess(report) {
      cache.setQueryData(queryKey, report);
      if (touched !== undefined) await cache.invalidateQueries({ queryKey: touched, exact: true });
    },
    onError: () => cache.invalidateQueries({ queryKey }),
  });
}
