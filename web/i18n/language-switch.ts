// Each language is a build of its own, so a switch loads a document. The scroll position, and the time at which settings were
// saved, cross over in the session storage of the tab.

const KEY = 'language-switch';

export type Carried = { readonly y: number; readonly savedAt: number | null };

export function openInLanguage(href: string, savedAt: number | null = null): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ y: window.scrollY, savedAt } satisfies Carried));
  } catch {
    // Storage is blocked: the page opens at its top.
  }
  location.assign(href);
}

let carried: Carried | null | undefined;

/** What the previous document left, read once per document; null after any other navigation. */
export function carriedOver(): Carried | null {
  if (carried !== undefined) return carried;
  carried = null;
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const { y, savedAt } = (stored === null ? {} : JSON.parse(stored)) as Partial<Carried>;
    if (typeof y === 'number') carried = { y, savedAt: typeof savedAt === 'number' ? savedAt : null };
  } catch {
    // Storage is blocked or holds something else: nothing crosses over.
  }
  return carried;
}
