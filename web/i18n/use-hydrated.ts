import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while the prerendered page is taken over: it knew neither the query nor the history's state. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
