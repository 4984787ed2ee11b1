// The page to open after a sign-in. Anyone can write `?next=` into a link, so only paths of this site are accepted.

import { withoutLocale } from '../../i18n/locale.ts';

const HOME = '/dashboard';
const NOT_RETURNED_TO = new Set(['/login', '/signup']);

/** A path of this site without its language prefix, or the dashboard. */
export function safeReturnPath(next: string | null): string {
  if (next === null || !next.startsWith('/')) return HOME;
  let address: URL;
  try {
    address = new URL(next, 'http://onca.invalid');
  } catch {
    return HOME;
  }
  // `//evil.example` and `/\evil.example` are other sites to a browser.
  if (address.origin !== 'http://onca.invalid') return HOME;
  const path = withoutLocale(address.pathname);
  if (path.startsWith('//') || NOT_RETURNED_TO.has(path)) return HOME;
  return path + address.search;
}

/** The sign-in page that leads back to `path`, which may have a query and a language prefix. */
export function signInPath(path: string): string {
  const back = safeReturnPath(path);
  return back === HOME ? '/login?next=/dashboard' : `/login?next=${encodeURIComponent(back)}`;
}
