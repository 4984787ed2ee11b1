// The user's changes to a section before its code has loaded: focus, open questions, chosen and typed values. The
// section that replaces the markup has the same elements in the same order, so an index identifies each.

const FOCUSABLE = 'a, button, input, select, textarea, summary';
/** Between two looks at a press: no later than the user could notice. */
const PRESS_MS = 50;

/**
 * Settles once nothing in `box` is pressed. A click needs its press and its release on the same element: a section that
 * is replaced between the two takes the click away, and the link or button does nothing.
 */
export async function untilReleased(box: Element): Promise<void> {
  while (box.matches(':active')) {
    await new Promise((next) => setTimeout(next, PRESS_MS));
  }
}

/** Captures the changes in `box`; the returned function applies them to the section that replaces it. */
export function remember(box: ParentNode): (next: ParentNode) => void {
  const open = [...box.querySelectorAll('details')].flatMap(({ open: isOpen }, i) => (isOpen ? [i] : []));
  const changes = [...box.querySelectorAll('input')].flatMap((input, at) =>
    isChanged(input) ? [{ at, value: input.value, chosen: input.checked }] : [],
  );
  const focused = [...box.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement ?? document.body);
  return (next) => {
    const details = next.querySelectorAll('details');
    for (const i of open) if (details[i] !== undefined) details[i].open = true;
    const inputs = next.querySelectorAll('input');
    for (const { at, value, chosen } of changes) {
      const input = inputs[at];
      if (input !== undefined) repeat(input, value, chosen);
    }
    next.querySelectorAll<HTMLElement>(FOCUSABLE)[focused]?.focus({ preventScroll: true });
  };
}

function isChanged(input: HTMLInputElement): boolean {
  return isChoice(input)
    ? input.checked && !input.defaultChecked
    : input.value !== (input.getAttribute('value') ?? '');
}

/** Repeats the user's input on the new element, so that its event handlers run. */
function repeat(input: HTMLInputElement, value: string, chosen: boolean): void {
  if (isChoice(input)) {
    if (chosen !== input.checked) input.click();
    return;
  }
  // React overrides the property on the element itself; the prototype's setter bypasses it, as typing does.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function isChoice({ type }: HTMLInputElement): boolean {
  return type === 'radio' || type === 'checkbox';
}
