import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useNow } from '../../live/use-now.ts';

/** Shown states change on the minute; a quarter of one is late enough to cost nothing. */
const TICK_MS = 15_000;

/**
 * The reader's time zone and the time, or null while the prerendered page is taken over: it knew neither, so it
 * shows hours in their own place, and says so.
 */
export function usePlace(): { readonly timeZone: string; readonly now: number } | null {
  const hydrated = useHydrated();
  const now = useNow(TICK_MS);
  return hydrated ? { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone, now } : null;
}
