// Whether the last customer of this browser had claimed the bonus: while the session is asked for, the dashboard keeps a
// place for the offer, or does not, so that nothing moves once it is known. Never more than a guess.

import { useEffect, useSyncExternalStore } from 'react';

const STORAGE_KEY = 'onca-bonus-claimed';

function read(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) === 'true';
  } catch {
    return false;
  }
}

const never = () => () => undefined;

export function useClaimedHere(): boolean {
  return useSyncExternalStore(never, read, () => false);
}

export function useRememberClaimed(claimed: boolean): void {
  useEffect(() => {
    try {
      if (claimed) window.localStorage.setItem(STORAGE_KEY, 'true');
      else window.localStorage.removeItem(STORAGE_KEY);
    } catch {
      // Forbidden storage costs a jump of the page, nothing else.
    }
  }, [claimed]);
}
