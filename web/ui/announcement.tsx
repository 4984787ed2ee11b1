import { useEffect, useState } from 'react';

/** How long a result has to rest before it is said. */
const REST_MS = 900;

/**
 * Says a result to screen readers once it rests, not at every step of a slider on its way there. Nothing is said of the
 * first one: nobody asked for it, and it is read in its place.
 */
export function Announcement({ text }: { readonly text: string }) {
  const [first] = useState(text);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const [changed, setChanged] = useState(false);
  if (!changed && settled !== first) setChanged(true);
  return <output className="visually-hidden">{changed ? settled : ''}</output>;
}
