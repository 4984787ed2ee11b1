// The browser's storage, locks and connection; null where they are absent: in the prerender, in old or private windows.

import type { Locks } from './session-clock.ts';

export const isBrowser = typeof window !== 'undefined';

/** Reading `localStorage` itself throws where the user has blocked storage. */
export function localStorageOrNull(): Storage | null {
  try {
    return isBrowser ? window.localStorage : null;
  } catch {
    return null;
  }
}

export function locksOrNull(): Locks | null {
  // Absent outside secure contexts (a phone opening http://192.168...).
  if (!isBrowser || !('locks' in navigator)) return null;
  return { request: async (name, run) => navigator.locks.request(name, run) };
}

export function isOnline(): boolean {
  return !isBrowser || navigator.onLine;
}

export function pause(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}
