import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Size } from './frame.ts';

/** The element's current inner size; null before the first layout. */
export function useSize(ref: RefObject<Element | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const read = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((known) => (known?.width === width && known.height === height ? known : { width, height }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
