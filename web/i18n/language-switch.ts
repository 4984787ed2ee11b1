// Each language is a build of its own, so a switch loads a document. The scroll position, and the time at which settings were
// saved, cross over in the session storage of the tab.

import { stored } from '../api/stored.ts';

export type Carried = { readonly y: number; readonly savedAt: number | null };

const left = stored('language-switch', parse, () => sessionStorage);

export function openInLanguage(href: string, savedAt: number | null = null): void {
  left.write(JSON.stringify({ y: window.scrollY, savedAt } satisfies Carried));
  location.assign(href);
}

let carried: Carried | null | undefined;

/** What the previous document left, read once per document; null after any other navigation. */
export function carriedOver(): Carried | null {
  if (carried === undefined) {
    carried = left.read();
    left.write(null);
  }
  return carried;
}

function parse(text: string | null): Carried | null {
  try {
    const { y, savedAt } = JSON.parse(text ?? '{}') as Partial<Carried>;
    return typeof y === 'number' ? { y, savedAt: typeof savedAt === 'number' ? savedAt : null } : null;
  } catch {
    return null;
  }
}
