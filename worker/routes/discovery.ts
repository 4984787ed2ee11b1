// The files for machines: sitemap, robots.txt, security contact, the keys of our signatures, web app manifest.
// Made from the one list of public pages, so that nothing is forgotten and nothing is promised that is not there.

import { Hono } from 'hono';
import enShell from '../../locales/en/shell.json' with { type: 'json' };
import ptShell from '../../locales/pt-BR/shell.json' with { type: 'json' };
import { publicKeys } from '../auth/signing-keys.ts';
import type { KeyFile } from '../contract/signing-keys.ts';
import { SITE_OWNER } from '../domain/site-owner.ts';
import { LANGUAGES, type Language } from '../domain/settings-rules.ts';
import { PRIVATE_PAGES, PUBLIC_PAGES } from '../domain/site-map.ts';
import type { AppEnv } from '../http/hono.ts';
import { siteOrigin } from '../http/site-origin.ts';
import { localisedPath } from './page-address.ts';
import { DAY_MS, iso } from '../domain/time.ts';

const siteEnglish = enShell.site;
const sitePortuguese = ptShell.site;

const FOR_AN_HOUR = 'public, max-age=3600';
/** RFC 9116 advises less than a year, so that a forgotten file stops being believed. */
const SECURITY_CONTACT_DAYS = 180;

export const discovery = new Hono<AppEnv>()
  .get('/sitemap.xml', (c) =>
    c.body(sitemap(siteOrigin(c.env, new URL(c.req.url))), 200, {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': FOR_AN_HOUR,
    }),
  )
  .get('/robots.txt', (c) => {
    c.header('Cache-Control', FOR_AN_HOUR);
    return c.text(robots(siteOrigin(c.env, new URL(c.req.url))));
  })
  .get('/.well-known/security.txt', (c) => {
    c.header('Cache-Control', FOR_AN_HOUR);
    return c.text(securityText(siteOrigin(c.env, new URL(c.req.url)), Date.now()));
  })
  .get('/.well-known/onca-keys.json', (c) => {
    const file: KeyFile = { keys: publicKeys(c.env) };
    return c.json(file, 200, { 'Cache-Control': FOR_AN_HOUR });
  })
  .get('/site.webmanifest', () => manifestReply('pt-BR'))
  .get('/en/site.webmanifest', () => manifestReply('en'));

/** No dates of change: a build does not know when the text of a page last changed, and a wrong date is worse. */
function sitemap(origin: string): string {
  const addresses = PUBLIC_PAGES.flatMap((path) => {
    const alternates = [
      ...LANGUAGES.map((language) => alternate(language, origin + localisedPath(language, path))),
      alternate('x-default', origin + path),
    ].join('');
    return LANGUAGES.map(
      (language) => `<url><loc>${origin}${localisedPath(language, path)}</loc>${alternates}</url>\n`,
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n',
    ...addresses,
    '</urlset>\n',
  ].join('');
}

function alternate(language: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;
}

function robots(origin: string): string {
  const closed = PRIVATE_PAGES.flatMap((path) => LANGUAGES.map((language) => localisedPath(language, path)));
  return [
    'User-agent: *',
    'Allow: /',
    'Disallow: /api/',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** RFC 9116. */
function securityText(origin: string, now: number): string {
  const expires = Math.floor((now + SECURITY_CONTACT_DAYS * DAY_MS) / DAY_MS) * DAY_MS;
  return [
    `Contact: mailto:${SITE_OWNER.email}`,
    `Contact: ${origin}/contact`,
    `Expires: ${iso(expires)}`,
    'Preferred-Languages: pt, en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}

const SITE_WORDS: Readonly<Record<Language, typeof siteEnglish>> = {
  'pt-BR': sitePortuguese,
  en: siteEnglish,
};

function manifestReply(language: Language): Response {
  const { name, description } = SITE_WORDS[language];
  const picture = (src: string, size: number, purpose: 'any' | 'maskable') => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    id: localisedPath(language, '/'),
    name,
    short_name: name,
    description,
    lang: language,
    dir: 'ltr',
    start_url: localisedPath(language, '/'),
    scope: '/',
    display: 'standalone',
    // The paper of the platform a first visitor sees (web/styles/tokens.css).
    theme_color: '#fbf8f1',
    background_color: '#fbf8f1',
    icons: [
      picture('/icon-192.png', 192, 'any'),
      picture('/icon-512.png', 512, 'any'),
      picture('/icon-maskable-512.png', 512, 'maskable'),
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': FOR_AN_HOUR },
  });
}
