// A page's metadata for browsers, search engines and link previews. The app renders it, not the Worker, so that it
// follows navigations without a new document.

import type { MetaDescriptor, MetaFunction } from 'react-router';
import {
  isPublicPage,
  ORIGIN_SLOT,
  type PublicPage,
  SHARE_PICTURE,
  sharePicturePath,
} from '../../worker/domain/site-map.ts';
import { businessTerms } from '../i18n/business-terms.ts';
import {
  DEFAULT_LOCALE,
  type Locale,
  localeOf,
  LOCALES,
  localisedPath,
  withoutLocale,
} from '../i18n/locale.ts';
import { translator } from '../i18n/messages.ts';
import shellMessages from '#messages/shell.json';
import { structuredData } from './structured-data.ts';

type Named = { readonly title: string; readonly description: string };
type MetaTree<M extends Named> = { readonly meta: M; readonly [key: string]: unknown };
type PublicMeta = Named & { readonly keywords: string };
type PublicTree = { readonly meta: PublicMeta };

/**
 * `export const meta = pageMeta(homeMessages)`: title (suffixed with the product's name), description, keywords, canonical
 * and alternate addresses, share tags and structured data. The texts may name the business figures (`{{tradeFee}}`).
 */
export function pageMeta<T extends MetaTree<PublicMeta>>(messages: T): MetaFunction {
  return ({ location }) => {
    const locale = localeOf(location.pathname);
    const path = withoutLocale(location.pathname);
    const named = naming(messages, locale);
    // An unknown address has nothing to index.
    if (!isPublicPage(path)) return [...basics(named), UNFINDABLE];
    return [
      ...basics(named),
      {
        name: 'keywords',
        content: translator<PublicTree>(messages, locale)('meta.keywords', businessTerms(locale)),
      },
      ...addresses(locale, path),
      ...shareTags(locale, path, named),
      { 'script:ld+json': pageData(locale, path, named) },
    ];
  };
}

/** For a page that must not be indexed: behind a sign-in, or at an unknown address. */
export function hiddenPageMeta(named: Named): MetaFunction {
  return () => [...basics(named), UNFINDABLE];
}

const site = (locale: Locale) => translator(shellMessages.site, locale);

const UNFINDABLE: MetaDescriptor = { name: 'robots', content: 'noindex' };

function naming(messages: MetaTree<Named>, locale: Locale): Named {
  const t = translator<{ readonly meta: Named }>(messages, locale);
  return {
    title: t('meta.title', businessTerms(locale)),
    description: t('meta.description', businessTerms(locale)),
  };
}

function basics({ title, description }: Named): MetaDescriptor[] {
  return [{ title: `${title} · Onça` }, { name: 'description', content: description }];
}

function addresses(locale: Locale, path: PublicPage): MetaDescriptor[] {
  const address = (of: Locale) => siteOrigin() + localisedPath(of, path);
  return [
    { tagName: 'link', rel: 'canonical', href: address(locale) },
    ...LOCALES.map((of) => ({ tagName: 'link', rel: 'alternate', hrefLang: of, href: address(of) })),
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: address(DEFAULT_LOCALE) },
  ];
}

/** Open Graph writes a locale with an underscore and always with a region. */
const GRAPH_LOCALE: Readonly<Record<Locale, string>> = { 'pt-BR': 'pt_BR', en: 'en_US' };

function shareTags(locale: Locale, path: PublicPage, { title, description }: Named): MetaDescriptor[] {
  const origin = siteOrigin();
  const picture = origin + sharePicturePath(path, locale);
  const alt = site(locale)('pictureAlt', { title });
  const graph: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', site(locale)('name')],
    ['og:title', title],
    ['og:description', description],
    ['og:url', origin + localisedPath(locale, path)],
    ['og:locale', GRAPH_LOCALE[locale]],
    ...LOCALES.filter((of) => of !== locale).map((of) => ['og:locale:alternate', GRAPH_LOCALE[of]] as const),
    ['og:image', picture],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(SHARE_PICTURE.width)],
    ['og:image:height', String(SHARE_PICTURE.height)],
    ['og:image:alt', alt],
  ];
  const twitter: readonly (readonly [string, string])[] = [
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', picture],
    ['twitter:image:alt', alt],
  ];
  return [
    ...graph.map(([property, content]) => ({ property, content })),
    ...twitter.map(([name, content]) => ({ name, content })),
  ];
}

function pageData(locale: Locale, path: PublicPage, { title }: Named) {
  const home = { name: site(locale)('home'), path: '/' };
  return structuredData({
    origin: siteOrigin(),
    locale,
    siteName: site(locale)('name'),
    trail: path === '/' ? [home] : [home, { name: title, path }],
  });
}

/**
 * The origin of the site. Built pages hold a slot; the Worker fills it and writes the same origin on <html>, so that
 * hydration finds no mismatch and later pages use the same origin. Under Vite alone the slot stays empty.
 */
function siteOrigin(): string {
  if (typeof document === 'undefined') return ORIGIN_SLOT;
  return document.documentElement.dataset['origin'] ?? ORIGIN_SLOT;
}
