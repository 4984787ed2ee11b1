import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False during hydration: the prerendered page knows neither the query nor the history state. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
