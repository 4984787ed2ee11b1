// The one cache of server data. Reads retry silence twice and never a refusal; money is never retried here
// (money-intent.ts does that, with its key).

import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from './problem-error.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        retryDelay: (attempt) => Math.min(4_000, 800 * 2 ** attempt),
        // Offline reads fail and say so at once instead of hanging in a paused state that looks like loading.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
