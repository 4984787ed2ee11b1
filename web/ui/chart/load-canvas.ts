import { useCallback, useEffect, useState } from 'react';
import type { LineCanvas } from './line-canvas.tsx';

type Canvas = typeof LineCanvas;
let loaded: Canvas | null = null;

type Loading = {
  readonly Canvas: Canvas | null;
  /** The code could not be loaded; `retry` tries again. */
  readonly failed: boolean;
  readonly retry: () => void;
};

/** The drawing code, loaded when the first chart needs it. */
export function useCanvas(wanted: boolean): Loading {
  const [Canvas, setCanvas] = useState<Canvas | null>(() => loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!wanted || Canvas !== null || failed) return;
    let gone = false;
    import('./line-canvas.tsx')
      .then((module) => {
        loaded = module.LineCanvas;
        if (!gone) setCanvas(() => module.LineCanvas);
        return null;
      })
      .catch(() => {
        if (!gone) setFailed(true);
      });
    return () => {
      gone = true;
    };
  }, [wanted, Canvas, failed]);
  return { Canvas, failed, retry: useCallback(() => setFailed(false), []) };
}
