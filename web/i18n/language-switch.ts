// Each language is a build of its own, so a switch loads a document. The scroll position, and the time at which settings were
// saved, cross over in the session storage of the tab.

import { stored } from '../api/stored.ts';

export type SwitchState = { readonly y: number; readonly savedAt: number | null };

const cell = stored('language-switch', parse, () => sessionStorage);

export function openInLanguage(href: string, savedAt: number | null = null): void {
  cell.write(JSON.stringify({ y: window.scrollY, savedAt } satisfies SwitchState));
  location.assign(href);
}

let state: SwitchState | null | undefined;

/** What the previous document left, read once per document; null after any other navigation. */
export function languageSwitchState(): SwitchState | null {
  if (state === undefined) {
    state = cell.read();
    cell.write(null);
  }
  return state;
}

function parse(text: string | null): SwitchState | null {
  try {
    const { y, savedAt } = JSON.parse(text ?? '{}') as Partial<SwitchState>;
    return typeof y === 'number' ? { y, savedAt: typeof savedAt === 'number' ? savedAt : null } : null;
  } catch {
    return null;
  }
}
