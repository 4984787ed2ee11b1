import { Dialog as Kit } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import commonMessages from '#messages/common.json';
import { useMessages } from '../i18n/use-messages.ts';
import '../styles/overlays.css';
import { classes } from './classes.ts';
import { IconButton } from './icon-button.tsx';

type DialogProps = {
  readonly open: boolean;
  /** Escape, the cross and a press outside. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly width?: 'narrow' | 'medium' | 'wide';
  /** The body draws its own edges (the two halves of the trade dialog). */
  readonly flush?: boolean;
  /** Without the title bar: the body has a heading of its own, and screen readers still read the title. */
  readonly untitled?: boolean;
  /** While money may be moving: only the dialog's own buttons close it. */
  readonly locked?: boolean;
  /** Where the focus opens. Without it on the dialog itself, so that a screen reader begins with the title. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Where the focus goes when it closes; null: back to where it was. */
  readonly finalFocus?: (() => HTMLElement | null) | undefined;
};

/** A modal box on large screens, a sheet on phones. Focus is kept inside and returned to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  width = 'medium',
  flush = false,
  untitled = false,
  locked = false,
  initialFocus,
  finalFocus,
}: DialogProps) {
  const t = useMessages(commonMessages);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  // Before the kit notes it: a form inside may take the focus first.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  const goBackTo = (element: Element | null) =>
    element instanceof HTMLElement && element.isConnected && element !== document.body ? element : true;
  const change = (next: boolean) => {
    if (!next && !locked) onClose();
  };
  return (
    <Kit.Root open={open} onOpenChange={change} disablePointerDismissal={locked}>
      <Kit.Portal>
        {/* Over a dialog too: what a question lies on is dimmed like a page. */}
        <Kit.Backdrop className="overlay" forceRender />
        <Kit.Viewport className="dialog-viewport">
          <Kit.Popup
            ref={box}
            initialFocus={initialFocus ?? box}
            finalFocus={() => finalFocus?.() ?? goBackTo(opener.current)}
            className={classes(
              'dialog',
              width !== 'medium' && `dialog-${width}`,
              untitled && 'dialog-letter',
            )}
          >
            <header className="dialog-header">
              <Kit.Title className="dialog-title">{title}</Kit.Title>
              <IconButton icon="x" label={t('close')} disabled={locked} onClick={onClose} />
            </header>
            <div className={classes('dialog-body', flush && 'dialog-flush')}>{children}</div>
          </Kit.Popup>
        </Kit.Viewport>
      </Kit.Portal>
    </Kit.Root>
  );
}
