// Structured data (schema.org) about the site and the page's place in it. Only facts: unknown values are left out.

import { SITE_OWNER } from '../../worker/domain/site-owner.ts';
import { LOCALES, type Locale, localisedPath } from '../i18n/locale.ts';

type Crumb = { readonly name: string; readonly path: string };

type PageFacts = {
  readonly origin: string;
  readonly locale: Locale;
  readonly siteName: string;
  /** From the home page down to this one; empty on the home page. */
  readonly trail: readonly Crumb[];
};

export function structuredData({ origin, locale, siteName, trail }: PageFacts) {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(origin, siteName),
      {
        '@type': 'WebSite',
        '@id': `${origin}/#site`,
        url: origin + localisedPath(locale, '/'),
        name: siteName,
        inLanguage: locale,
        publisher: { '@id': `${origin}/#organization` },
      },
      ...(trail.length > 1 ? [breadcrumbs(origin, locale, trail)] : []),
    ],
  };
}

function organization(origin: string, name: string) {
  const { email, phone, social } = SITE_OWNER;
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name,
    url: `${origin}/`,
    logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png`, width: 512, height: 512 },
    email,
    ...(phone === null ? {} : { telephone: phone }),
    ...(social.length === 0 ? {} : { sameAs: social.map(({ url }) => url) }),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email,
      availableLanguage: [...LOCALES],
    },
  };
}

function breadcrumbs(origin: string, locale: Locale, trail: readonly Crumb[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: origin + localisedPath(locale, path),
    })),
  };
}
