import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to a step that the page opened by itself. */
export function useArrivalFocus<T extends HTMLElement>(arrived: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (arrived) element.current?.focus();
  }, [arrived]);
  return element;
}
