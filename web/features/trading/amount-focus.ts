// The amount of an order or a deposit takes the focus where there is a keyboard.

import { type RefObject, useEffect, useRef } from 'react';

/** On a touch screen the focus would open a keyboard over half of the dialog. */
export function hasKeyboard(): boolean {
  return window.matchMedia('(pointer: fine)').matches;
}

/**
 * Focuses the amount when the form is shown again. At the opening the dialog places the focus, and restores it later.
 */
export function useFocusOnReturn(editing: boolean, amount: RefObject<HTMLInputElement | null>): void {
  const hasBeenAway = useRef(false);
  useEffect(() => {
    if (!editing) hasBeenAway.current = true;
    else if (hasBeenAway.current && hasKeyboard()) amount.current?.focus();
  }, [editing, amount]);
}
