// The shortcuts of one key on the operators' pages.

import { useEffect } from 'react';

/** Where letters are text, or a dialog asks for an answer. */
const ELSEWHERE = 'input, textarea, select, [contenteditable], .dialog-viewport, [role="menu"]';

/** A key by itself, which no field and no dialog takes. */
function isShortcut(event: KeyboardEvent, page: Document): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (event.target instanceof Element && event.target.closest(ELSEWHERE) !== null) return false;
  return page.querySelector('.dialog-viewport') === null;
}

/** What a slash focuses: the search of the page. */
export function searchFor(event: KeyboardEvent, page: Document): HTMLInputElement | null {
  if (event.key !== '/' || !isShortcut(event, page)) return null;
  return page.querySelector<HTMLInputElement>('main input[type="search"]');
}

/** Where J and K lead in an open panel. */
export function browseBy(event: KeyboardEvent, page: Document): 'previous' | 'next' | null {
  const key = event.key.toLowerCase();
  if ((key !== 'j' && key !== 'k') || !isShortcut(event, page)) return null;
  return key === 'j' ? 'next' : 'previous';
}

export function useSearchShortcut(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const search = searchFor(event, document);
      if (search === null) return;
      event.preventDefault();
      search.focus();
      search.select();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOn]);
}
