import { type RefObject, useEffect, useState } from 'react';

/** Far enough that the drawing is there when the reader is, near enough that who never scrolls loads nothing. */
const NEAR = '300px 0px';

/** Becomes true once, when the element nears the viewport; never before the page has been painted. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, near]);
  return near;
}
