import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

const never = () => () => undefined;

/** Shows its children inside the element with this id, which another part of the page keeps free for them. */
export function IntoPlace({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  // Looked up again after each commit: the place may come with the very render that brings the children.
  const place = useSyncExternalStore(
    never,
    () => document.getElementById(id),
    () => null,
  );
  return place !== null && createPortal(children, place);
}
