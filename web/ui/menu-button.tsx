import { type ComponentType, type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import type { MenuPopupProps } from './menu.tsx';

type MenuButtonProps = {
  readonly label: string;
  readonly className: string;
  /** The content of the button. */
  readonly children: ReactNode;
  /** `lazyPart(...)`: a component that renders a `MenuPopup`. Loads on the first hover, focus or press. */
  readonly popup: ComponentType<MenuPopupProps>;
  /** Starts that loading early, on hover and focus. */
  readonly preload: () => void;
};

/** A button with a menu. The menu's code loads just before it is used. */
export function MenuButton({ label, className, children, popup: Popup, preload }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const change = (next: boolean) => {
    if (next) setUsed(true);
    setOpen(next);
  };
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || open) return;
    event.preventDefault();
    change(true);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => change(!open)}
        onKeyDown={openByArrow}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {children}
      </button>
      {used && (
        <Suspense fallback={null}>
          <Popup anchor={button} open={open} onOpenChange={change} />
        </Suspense>
      )}
    </>
  );
}
