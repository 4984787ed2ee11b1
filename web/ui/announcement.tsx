import { useEffect, useState } from 'react';

/** A result is announced after this time without a change. */
const REST_MS = 900;

type AnnouncementProps = {
  readonly text: string;
  /** Announces the first result too, because the user asked for it. */
  readonly fresh?: boolean;
};

/**
 * Announces a result to screen readers once it has settled, not at every step of a slider. The first result is not
 * announced unless it is `fresh`: the user did not ask for it and reads it in the page.
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
