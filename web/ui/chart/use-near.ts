import { type RefObject, useEffect, useState } from 'react';
import { whenNear } from '../near.ts';

/** True from the time when the element nears the viewport; never before the first paint. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || near) return;
    return whenNear(element, () => setNear(true));
  }, [ref, near]);
  return near;
}
