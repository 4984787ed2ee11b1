import { useState } from 'react';

export type Opening<T> = {
  readonly value: T;
  /** Increases with each opening: as a key it resets the state of the opened component. */
  readonly number: number;
  readonly open: boolean;
};

/**
 * Tracks a dialog that opens and closes. The last value stays after closing, so that the dialog can animate out; null
 * before the first opening. `identity` distinguishes one opening from another.
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
