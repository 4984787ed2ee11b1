// What a reader has done to a section before its code came: where the focus stands and which questions are open.
// The section that takes its place has the same elements in the same order, so counting finds them again.

const FOCUSABLE = 'a, button, input, select, textarea, summary';

export type BoxState = { readonly focused: number; readonly open: readonly number[] };

export function stateOf(box: ParentNode): BoxState {
  const open = [...box.querySelectorAll('details')].flatMap(({ open: isOpen }, i) => (isOpen ? [i] : []));
  return {
    focused: [...box.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement ?? document.body),
    open,
  };
}

export function restoreState(box: ParentNode, { focused, open }: BoxState): void {
  const details = box.querySelectorAll('details');
  for (const i of open) if (details[i] !== undefined) details[i].open = true;
  const element = box.querySelectorAll<HTMLElement>(FOCUSABLE)[focused];
  element?.focus({ preventScroll: true });
}
