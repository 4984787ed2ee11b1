import { useEffect, useRef } from 'react';
import { ScrollRestoration, useLocation } from 'react-router';
import { languageSwitchState } from '../i18n/language-switch.ts';
import { withoutLocale } from '../i18n/locale.ts';

/** The element that takes the focus after a navigation, and the target of the skip link. */
export const MAIN_ID = 'main';

/**
 * After a navigation the page starts at its top and the focus at its beginning, so that a screen reader reads the new
 * page; Back and Forward restore the position (P35). A change of query or language moves neither.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation();
  const path = withoutLocale(pathname);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    void takeLateFonts();
    if (hash === '') document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }, [path, hash]);
  useEffect(() => {
    const carried = languageSwitchState();
    if (carried !== null) window.scrollTo(0, carried.y);
  }, []);
  return <ScrollRestoration getKey={(location) => location.key} />;
}

/**
 * A text font that missed the first paint is not used on that page, so that no line breaks change (styles/base.css).
 * The first navigation renders a new page: from then on the font, loaded by then, is used under its second name.
 */
async function takeLateFonts(): Promise<void> {
  const root = document.documentElement;
  if (root.dataset['fonts'] === 'late') return;
  try {
    await document.fonts.load('1em "Inter Late"');
    root.dataset['fonts'] = 'late';
  } catch {
    // Offline: the fallback has the same metrics and stays.
  }
}
