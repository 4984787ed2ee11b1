// The addresses a visitor may open without signing in, once: the build prerenders them, the Worker lists them.

/** Pages that search engines may show, unprefixed; each exists in every locale. */
export const PUBLIC_PAGES = [
  '/',
  '/gold',
  '/silver',
  '/pricing',
  '/security',
  '/about',
  '/contact',
  '/tools',
  '/learn',
  '/legal/terms',
  '/legal/privacy',
  '/legal/disclaimer',
  '/legal/risk',
] as const;
export type PublicPage = (typeof PUBLIC_PAGES)[number];

/** Prerendered as well, but nothing to find: forms, and the page of an address nobody knows. */
export const UNLISTED_PAGES = ['/login', '/signup', '/404'] as const;
