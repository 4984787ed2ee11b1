import { type RefObject, useEffect, useState } from 'react';

/** The distance from the viewport at which a part is fetched, so that it is there when the user reaches it. */
const NEAR = '250px 0px';

/**
 * Runs once, when the element nears the viewport; the returned function cancels it. Until the user first scrolls, only
 * visible elements count: a visitor who leaves from the first screen loads nothing more.
 */
export function whenNear(element: Element, run: () => void): () => void {
  let observer = watch('0px');
  function watch(rootMargin: string): IntersectionObserver {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        stop();
        run();
      },
      { rootMargin },
    );
    watcher.observe(element);
    return watcher;
  }
  function lookAhead(): void {
    observer.disconnect();
    observer = watch(NEAR);
  }
  function stop(): void {
    observer.disconnect();
    removeEventListener('scroll', lookAhead);
  }
  if (scrollY > 0) lookAhead();
  else addEventListener('scroll', lookAhead, { once: true, passive: true });
  return stop;
}

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
