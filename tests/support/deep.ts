// `npm run test:deep` tries every random property more often.

import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    deep: boolean;
  }
}

/** How often a property is tried or how much is made: in the deep run ten times as much, unless it says otherwise. */
export function runs(usual: number, deep: number = usual * 10): number {
  return inject('deep') ? deep : usual;
}
