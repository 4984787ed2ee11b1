import { useEffect, useState } from 'react';

/** How long a result has to rest before it is said. */
const REST_MS = 900;

type AnnouncementProps = {
  readonly text: string;
  /** The first result was asked for too: it is said. */
  readonly fresh?: boolean;
};

/**
 * Says a result to screen readers once it rests, not at every step of a slider on its way there. Nothing is said of the
 * first one unless it is fresh: nobody asked for it, and it is read in its place.
 */
export function Announcement({ text, fresh = false }: AnnouncementProps) {
  const [first] = useState(fresh ? '' : text);
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const [changed, setChanged] = useState(false);
  if (!changed && settled !== first) setChanged(true);
  return <output className="visually-hidden">{changed ? settled : ''}</output>;
}
