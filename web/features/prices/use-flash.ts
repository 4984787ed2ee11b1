import { useEffect, useState } from 'react';

/** Customer spec, section 4: a row flashes for 1 s after a live update. */
export const FLASH_MS = 1_000;

type Flash = 'a' | 'b' | null;

/**
 * `a` and `b` in turn for one second after `value` changed, so that a second change starts the animation anew;
 * null otherwise, and at first.
 */
export function useFlash(value: number | undefined): Flash {
  const [seen, setSeen] = useState({ value, flash: null as Flash, turns: 0 });
  if (seen.value !== value) {
    // The first price to arrive is no change.
    const isChange = seen.value !== undefined && value !== undefined;
    const turns = seen.turns + 1;
    setSeen({ value, flash: isChange ? (turns % 2 === 0 ? 'a' : 'b') : null, turns });
  }
  const { flash } = seen;
  useEffect(() => {
    if (flash === null) return;
    const timer = setTimeout(() => setSeen((now) => ({ ...now, flash: null })), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flash]);
  return flash;
}
