// Each page has one address in each language; everything else that means the same page leads there.

import type { Language } from '../domain/settings-rules.ts';

/** How people and old links spell a language; the address has no prefix or /en (P18). */
const SPELLED = /^\/(?:(pt(?:-br)?)|en(?:-[a-z]{2})?)(?=\/|$)/iu;

/**
 * The one spelling of a path: no doubled or trailing slash, and the language as the addresses write it. Always begins
 * with exactly one slash, so that nothing made from it can name another host.
 */
export function canonicalPath(pathname: string): string {
  const single = pathname.replaceAll(/[/\\]{2,}/gu, '/');
  const trimmed = single.endsWith('/') ? single.slice(0, -1) : single;
  const spelled = SPELLED.exec(trimmed);
  if (spelled === null) return trimmed || '/';
  const rest = trimmed.slice(spelled[0].length);
  return (spelled[1] === undefined ? `/en${rest}` : rest) || '/';
}

/** Of a canonical path: no prefix is Portuguese, /en is English. */
export function splitLocale(path: string): { locale: Language; path: string } {
  if (path === '/en') return { locale: 'en', path: '/' };
  if (path.startsWith('/en/')) return { locale: 'en', path: path.slice(3) };
  return { locale: 'pt-BR', path };
}

export function localisedPath(locale: Language, path: string): string {
  if (locale === 'pt-BR') return path;
  return path === '/' ? '/en' : `/en${path}`;
}
