import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { type Frame, movedCursor, nearestIndex, type Sample } from './frame.ts';

type Cursor = { readonly series: string; readonly index: number; readonly by: 'pointer' | 'keys' };

/** A screen reader announces nothing while a key is held down. */
const QUIET_MS = 250;

type CursorHandlers = {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerLeave: (event: PointerEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onBlur: () => void;
};

/** One cursor for mouse, finger and keys. It belongs to its series: another range or currency starts without one. */
export function useCursor(
  series: string,
  samples: readonly Sample[],
  frame: Frame | null,
): { readonly sample: Sample | null; readonly handlers: CursorHandlers; readonly rested: Sample | null } {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const here = cursor?.series === series ? cursor : null;
  const sample = here === null ? null : (samples[here.index] ?? null);
  const rested = useRested(here?.by === 'keys' ? sample : null);
  const clear = () => setCursor(null);

  const point = (event: PointerEvent) => {
    if (frame === null) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setCursor({ series, index: nearestIndex(samples, frame, x), by: 'pointer' });
  };
  const handlers: CursorHandlers = {
    onPointerDown: point,
    onPointerMove: point,
    // A finger leaves with every lift: the read-out stays until the next touch elsewhere.
    onPointerLeave: (event) => event.pointerType !== 'touch' && clear(),
    onKeyDown(event) {
      if (event.key === 'Escape' && here !== null) {
        event.stopPropagation();
        return clear();
      }
      if (frame === null || event.altKey || event.ctrlKey || event.metaKey) return;
      const index = movedCursor(event.key, here?.index ?? null, samples.length);
      if (index === null) return;
      event.preventDefault();
      setCursor({ series, index, by: 'keys' });
    },
    onBlur: clear,
  };
  return { sample, handlers, rested };
}

/** The sample after a short delay; null at once when there is none. */
function useRested(sample: Sample | null): Sample | null {
  const [rested, setRested] = useState<Sample | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(sample), sample === null ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [sample]);
  return sample === null ? null : rested;
}
