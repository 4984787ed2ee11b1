import { type RefObject, useEffect, useRef } from 'react';

/** Where one step ends by itself and the next begins, the focus goes along. */
export function useArrivalFocus<T extends HTMLElement>(arrived: boolean): RefObject<T | null> {
  const place = useRef<T>(null);
  useEffect(() => {
    if (arrived) place.current?.focus();
  }, [arrived]);
  return place;
}
