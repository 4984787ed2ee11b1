import { useEffect, useState, useSyncExternalStore } from 'react';

/** The current time, refreshed every `everyMs`: for ages and states that change without new data. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

const never = () => () => undefined;

/** For prerendered pages: null during hydration, because the built HTML has no current time. */
export function useNowOnceHydrated(everyMs: number): number | null {
  const now = useNow(everyMs);
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return hydrated ? now : null;
}
