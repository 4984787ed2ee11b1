import { Dialog as Kit } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import commonMessages from '#messages/common.json';
import { useMessages } from '../i18n/use-messages.ts';
import '../styles/overlays.css';
import { IconButton } from './icon-button.tsx';
import { useMedia } from './use-media.ts';

type SidePanelProps = {
  readonly open: boolean;
  /** Escape and the cross. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Beside the cross. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
  /** What gets the focus after closing, where that is not what had it before. */
  readonly returnTo?: () => HTMLElement | null;
};

const NARROW = '(width < 720px)';

/**
 * The details of what is chosen in a list, at the right of it: the list stays in use. On a phone it covers the screen, and is
 * modal.
 */
export function SidePanel({ open, onClose, title, tools, children, returnTo }: SidePanelProps) {
  const t = useMessages(commonMessages);
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useMedia(NARROW);
  return (
    <Kit.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      modal={isNarrow}
      // A press on another line of the list shows that line.
      disablePointerDismissal
    >
      <Kit.Portal>
        <Kit.Popup
          ref={box}
          initialFocus={box}
          finalFocus={() => returnTo?.() ?? true}
          className="side-panel"
        >
          {/* No landmark: it is no header of the page, which stays in use. */}
          <div className="side-panel-header">
            <Kit.Title className="dialog-title">{title}</Kit.Title>
            <div className="side-panel-tools">
              {tools}
              <IconButton icon="x" label={t('close')} onClick={onClose} />
            </div>
          </div>
          <div className="side-panel-body">{children}</div>
        </Kit.Popup>
      </Kit.Portal>
    </Kit.Root>
  );
}
