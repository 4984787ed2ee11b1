import { Popover as Kit } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import '../styles/overlays.css';
import { anchoredPopup, type AnchoredProps } from './anchored-popup.ts';

export type PopoverProps = AnchoredProps & { readonly title: ReactNode; readonly children: ReactNode };

/** A small panel beside its button, to read. The page behind stays usable; Escape and a press elsewhere close it. */
export function Popover({ title, children, ...place }: PopoverProps) {
  const { root, portal, positioner } = anchoredPopup(place);
  return (
    <Kit.Root {...root}>
      <Kit.Portal {...portal}>
        <Kit.Positioner {...positioner}>
          <Kit.Popup className="hanging popover" finalFocus={place.anchor}>
            <Kit.Title className="popover-title">{title}</Kit.Title>
            {children}
          </Kit.Popup>
        </Kit.Positioner>
      </Kit.Portal>
    </Kit.Root>
  );
}
