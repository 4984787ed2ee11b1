import { type RefObject, useEffect } from 'react';

/** How often a toast under the pointer or with the focus is checked again. */
const HOLD_STEP_MS = 1_000;

/** Ends a message after its duration, but not under the pointer or with the focus inside. Zero: never. */
export function useExpiry<T>(
  box: RefObject<HTMLElement | null>,
  message: T,
  duration: number,
  onEnd: (message: T) => void,
): void {
  useEffect(() => {
    if (duration === 0) return;
    let timer = setTimeout(expire, duration);
    function expire() {
      const held = box.current?.matches(':hover, :focus-within') ?? false;
      if (held) timer = setTimeout(expire, HOLD_STEP_MS);
      else onEnd(message);
    }
    return () => clearTimeout(timer);
  }, [box, message, duration, onEnd]);
}
