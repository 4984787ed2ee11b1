// Menus and popovers, anchored to a button. The button stays a plain element, so that Base UI can load later.

import type { RefObject } from 'react';
import '../styles/overlays.css';

export type AnchoredProps = {
  /** The button that opened it: the popup is anchored to it and returns the focus to it. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

type Details = { readonly event: Event; readonly reason: string };

/** The props for Base UI: `root` for Root, `portal` for Portal, `positioner` for Positioner. */
export function anchoredPopup({ anchor, open, onOpenChange }: AnchoredProps) {
  const change = (next: boolean, { event: { target }, reason }: Details) => {
    // The button handles its own press: closing here as well would open the popup again.
    const onButton = target instanceof Node && anchor.current?.contains(target) === true;
    if (!next && onButton && reason === 'outside-press') return;
    onOpenChange(next);
  };
  return {
    root: { open, onOpenChange: change },
    // Next to its button, so that the popup belongs to the same landmark.
    portal: { container: anchor.current?.parentElement ?? null },
    positioner: { anchor, align: 'end', positionMethod: 'fixed', ...AT_A_DISTANCE },
  } as const;
}

export const AT_A_DISTANCE = {
  className: 'hanging-positioner',
  sideOffset: 8,
  collisionPadding: 12,
} as const;
