// What the browser offers to this room, absent where it is absent: in the prerender, in an old or private window.

import type { Locks } from './session-clock.ts';

export const isBrowser = typeof window !== 'undefined';

/** Reading `localStorage` itself throws where the customer forbids it. */
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
