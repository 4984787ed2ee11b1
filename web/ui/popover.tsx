import { Popover as Kit } from '@base-ui/react/popover';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import '../styles/popover.css';

export type PopoverProps = {
  /** The button that opened it: the place it hangs from and where the focus returns. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
};

type Change = NonNullable<ComponentProps<typeof Kit.Root>['onOpenChange']>;

/** A small panel beside its button, for something to read. The page behind stays in use; Escape and a press elsewhere close it. */
export function Popover({ anchor, open, onOpenChange, title, children }: PopoverProps) {
  const change: Change = (next, details) => {
    // A press on the button is the button's to answer: closing here as well would open it again.
    const { target } = details.event;
    const onButton = target instanceof Node && anchor.current?.contains(target) === true;
    if (!next && onButton && details.reason === 'outside-press') return;
    onOpenChange(next);
  };
  // Beside its button, so that the popup belongs to the same landmark.
  const holder = anchor.current?.parentElement ?? null;
  return (
    <Kit.Root open={open} onOpenChange={change}>
      <Kit.Portal container={holder}>
        <Kit.Positioner
          className="popover-positioner"
          anchor={anchor}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          positionMethod="fixed"
        >
          <Kit.Popup className="popover" finalFocus={anchor}>
            <Kit.Title className="popover-title">{title}</Kit.Title>
            {children}
          </Kit.Popup>
        </Kit.Positioner>
      </Kit.Portal>
    </Kit.Root>
  );
}
