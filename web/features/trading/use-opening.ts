import { useState } from 'react';

export type Opening<T> = {
  readonly value: T;
  /** Rises with each opening: as a key it gives every opening a fresh start. */
  readonly number: number;
  readonly open: boolean;
};

/**
 * Follows something that opens and closes. After it has closed the last value stays, so that it can leave the screen
 * the way it came; null before the first opening. `identity` tells one opening from another.
 */
export function useOpening<T>(current: T | null, identity: string | null): Opening<T> | null {
  const [held, setHeld] = useState<(Opening<T> & { identity: string | null }) | null>(null);
  const known = held?.open === true ? held.identity : null;
  if (current === null) {
    if (held?.open === true) setHeld({ ...held, open: false });
  } else if (known !== identity) {
    setHeld({ value: current, number: (held?.number ?? 0) + 1, open: true, identity });
  }
  return held;
}
