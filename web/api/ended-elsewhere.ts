// Whether this browser's session was ended on purpose from somewhere else: on another device, or by a new password. The
// tab that hears of it first leaves a word for the others, which only see that the session is gone.

import { localStorageOrNull } from './browser-ports.ts';

const STORAGE_KEY = 'onca-session-ended-at';
/** Tabs notice within seconds; later the word is about another session. */
const TOLD_WITHIN_MS = 30_000;

let memory: number | null = null;

export function noteEndedElsewhere(): void {
  memory = Date.now();
  try {
    localStorageOrNull()?.setItem(STORAGE_KEY, String(memory));
  } catch {
    // Storage may be full or forbidden; this tab then knows alone.
  }
}

export function wasEndedElsewhere(): boolean {
  const at = Math.max(memory ?? 0, stored());
  return Date.now() - at < TOLD_WITHIN_MS;
}

/** A new session has begun: what is over is no longer worth telling. */
export function forgetEndedElsewhere(): void {
  memory = null;
  try {
    localStorageOrNull()?.removeItem(STORAGE_KEY);
  } catch {
    // As above.
  }
}

function stored(): number {
  try {
    return Number(localStorageOrNull()?.getItem(STORAGE_KEY) ?? 0) || 0;
  } catch {
    return 0;
  }
}
