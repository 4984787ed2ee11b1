// An outage fails several parts of a page. The first part that is read again tells that the server is back: the others follow.

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../../../api/keys.ts';
import { NetworkError } from '../../../api/problem-error.ts';

export function retryTogether(client: QueryClient): () => void {
  const area = queryKeys.operators();
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (!area.every((part, index) => event.query.queryKey[index] === part)) return;
    void client.refetchQueries({
      queryKey: area,
      type: 'active',
      // A refusal is an answer: asking again gets the same.
      predicate: ({ state }) =>
        state.status === 'error' && state.fetchStatus === 'idle' && state.error instanceof NetworkError,
    });
  });
}

export function useRetryTogether(): void {
  const client = useQueryClient();
  useEffect(() => retryTogether(client), [client]);
}
