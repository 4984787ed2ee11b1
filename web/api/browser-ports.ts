// What the browser offers to this room, absent where it is absent: in the prerender, in an old or private window.

export const isBrowser = typeof window !== 'undefined';

/** Reading `localStorage` itself throws where the customer forbids it. */
export function localStorageOrNull(): Storage | null {
  try {
    return isBrowser ? window.localStorage : null;
  } catch {
    return null;
  }
}

export function locksOrNull(): LockManager | null {
  // Absent outside secure contexts (a phone opening http://192.168...).
  return isBrowser && 'locks' in navigator ? navigator.locks : null;
}

export function isOnline(): boolean {
  return !isBrowser || navigator.onLine;
}
