// What a reader has done to a section before its code came: where the focus stands, which questions are open, what was
// chosen and typed. The section that takes its place has the same elements in the same order, so counting finds them again.

const FOCUSABLE = 'a, button, input, select, textarea, summary';

/** Takes a picture of what was done to `box`; the reply does it again to the one in its place. */
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

/** Does to the new element what the reader did to the old one, so that its code hears of it. */
function repeat(input: HTMLInputElement, value: string, chosen: boolean): void {
  if (isChoice(input)) {
    if (chosen !== input.checked) input.click();
    return;
  }
  // React watches the property of the element itself; the prototype's setter goes past it, as typing does.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function isChoice({ type }: HTMLInputElement): boolean {
  return type === 'radio' || type === 'checkbox';
}
