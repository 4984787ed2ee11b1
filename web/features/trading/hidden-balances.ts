// Whether balances are masked, remembered on this device only.

import { useCallback, useSyncExternalStore } from 'react';

const STORAGE_KEY = 'onca-balances-hidden';
const listeners = new Set<() => void>();
/** Where storage is forbidden the choice lasts as long as the page. */
let memory = false;

function read(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) === 'true';
  } catch {
    return memory;
  }
}

function write(hidden: boolean): void {
  memory = hidden;
  try {
    window.localStorage.setItem(STORAGE_KEY, String(hidden));
  } catch {
    // Kept in memory.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function useHiddenBalances(): readonly [hidden: boolean, toggle: () => void] {
  const hidden = useSyncExternalStore(subscribe, read, () => false);
  const toggle = useCallback(() => write(!read()), []);
  return [hidden, toggle];
}
