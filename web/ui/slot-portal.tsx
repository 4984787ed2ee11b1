import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

const never = () => () => undefined;

/** Renders its children into the element with this id, which another component reserves for them. */
export function SlotPortal({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  // Read again after each commit: the element may be rendered together with the children.
  const slot = useSyncExternalStore(
    never,
    () => document.getElementById(id),
    () => null,
  );
  return slot !== null && createPortal(children, slot);
}
