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
  '/verify',
  '/signup',
  '/login',
  '/legal/terms',
  '/legal/privacy',
  '/legal/disclaimer',
  '/legal/risk',
] as const;
export type PublicPage = (typeof PUBLIC_PAGES)[number];

/** Prerendered but not indexed: the page of an unknown address. */
export const UNLISTED_PAGES = ['/404'] as const;

/** Screens behind a sign-in, or on the way back to one: neither prerendered nor indexed. */
export const PRIVATE_PAGES = [
  '/dashboard',
  '/statements/tax',
  '/statements',
  '/storage',
  '/profile',
  '/profile/identity',
  '/profile/settings',
  '/profile/alerts',
  '/profile/security',
  '/profile/payouts',
  '/profile/data',
  '/admin',
  '/admin/today',
  '/admin/customer',
  '/admin/identities',
  '/admin/images',
  '/admin/submissions',
  '/admin/contacts',
  '/admin/figures',
  '/admin/incident',
  '/admin/feed',
  '/admin/withdrawals',
  '/admin/deposits',
  '/admin/ledger',
  '/admin/tariff',
  '/admin/closes',
  '/admin/bars',
  '/admin/treasury',
  '/admin/reconciliation',
  '/admin/audit',
  '/admin/mail',
  '/admin/operators',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/remove-factor',
  '/freeze',
  '/confirm-withdrawal',
  '/newsletter/confirm',
  '/newsletter/leave',
] as const;

/**
 * A placeholder for the site's origin in the built pages: only the Worker knows the origin. A reserved name, so that a
 * page that was not rewritten links to no real site.
 */
export const ORIGIN_SLOT = 'https://onca.invalid';

export function isPublicPage(path: string): path is PublicPage {
  return (PUBLIC_PAGES as readonly string[]).includes(path);
}

/** `/` is `home`, `/legal/terms` is `legal-terms`: the name of a page's files, such as its share picture. */
export function pageName(path: PublicPage): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
}

/** The picture of a page where it is shared. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const;

export function sharePicturePath(path: PublicPage, language: string): string {
  return `/og/${pageName(path)}.${language}.png`;
}
