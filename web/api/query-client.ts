// The one cache of server data. Reads are retried twice after a network error and never after a refusal. Money requests are
// not retried here: money-intent.ts does that, with their key.

import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from './problem-error.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        retryDelay: (attempt) => Math.min(4_000, 800 * 2 ** attempt),
        // Offline, a read fails at once, instead of pausing in a state that looks like loading.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
