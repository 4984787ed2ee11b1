// What hangs from a button: menus and popovers. The button stays a plain one, so that the kit can load later.

import type { RefObject } from 'react';
import '../styles/hanging.css';

export type HangingProps = {
  /** The button that opened it: the place it hangs from and where the focus returns. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

type Details = { readonly event: Event; readonly reason: string };

/** The kit's settings for it: `root` of Root, `portal` of Portal, `positioner` of Positioner. */
export function hanging({ anchor, open, onOpenChange }: HangingProps) {
  const change = (next: boolean, { event: { target }, reason }: Details) => {
    // A press on the button is the button's to answer: closing here as well would open it again.
    const onButton = target instanceof Node && anchor.current?.contains(target) === true;
    if (!next && onButton && reason === 'outside-press') return;
    onOpenChange(next);
  };
  return {
    root: { open, onOpenChange: change },
    // Beside its button, so that the popup belongs to the same landmark.
    portal: { container: anchor.current?.parentElement ?? null },
    positioner: { anchor, align: 'end', positionMethod: 'fixed', ...AT_A_DISTANCE },
  } as const;
}

export const AT_A_DISTANCE = {
  className: 'hanging-positioner',
  sideOffset: 8,
  collisionPadding: 12,
} as const;
