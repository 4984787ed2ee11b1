// The language of a page is in its URL: no prefix is Brazilian Portuguese, /en is English (P18). This file is pure, so
// that the build configuration and the tests can use it as well.

import type { LanguageTag } from '../../worker/domain/number-format.ts';

export const LOCALES = ['pt-BR', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'pt-BR';

const PREFIX: Readonly<Record<Locale, string>> = { 'pt-BR': '', en: '/en' };

/** The BCP 47 tag for Intl: with `en` alone the region would depend on the machine. */
export const INTL_TAG: Readonly<Record<Locale, LanguageTag>> = { 'pt-BR': 'pt-BR', en: 'en-US' };

export function localeOf(pathname: string): Locale {
  return pathname === '/en' || pathname.startsWith('/en/') ? 'en' : DEFAULT_LOCALE;
}

/** `/en/login` -> `/login`; `/en` -> `/`. The prerender requests `/login/`: a trailing slash is dropped. */
export function withoutLocale(pathname: string): string {
  const path = localeOf(pathname) === DEFAULT_LOCALE ? pathname : pathname.slice(PREFIX.en.length);
  return path.replace(/\/+$/u, '') || '/';
}

/** The address of an unprefixed path (query and fragment kept) in a locale. */
export function localisedPath(locale: Locale, path: string): string {
  const prefix = PREFIX[locale];
  if (prefix === '') return path;
  if (path === '/') return prefix;
  return path.startsWith('/?') || path.startsWith('/#') ? prefix + path.slice(1) : prefix + path;
}

export function localisedPaths(path: string): string[] {
  return LOCALES.map((locale) => localisedPath(locale, path));
}
