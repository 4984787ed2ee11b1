import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Takes the focus when it appears, because the pressed button is gone. The panel and not its first button: an Enter
 * that is still held down must not confirm what the user has not read.
 */
export function Focused({ children }: { readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.closest('.dialog-viewport')?.scrollTo({ top: 0 });
  }, []);
  return (
    <div ref={panel} tabIndex={-1} className="dialog-focus">
      {children}
    </div>
  );
}
