// Serves the pages that the web build left as files: a fresh nonce, the current prices, canonical and alternate
// addresses. A private page is the fallback document; an address nobody knows is the 404 page, with 404.
// Rewritten HTML is never revalidated: an old copy would carry an old nonce and every script would be refused.

import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import dashboardEnglish from '../../locales/en/dashboard.json' with { type: 'json' };
import dashboardPortuguese from '../../locales/pt-BR/dashboard.json' with { type: 'json' };
import type { PriceSnapshot } from '../contract/prices.ts';
import { fixedFigure } from '../domain/figures.ts';
import type { Language } from '../domain/settings-rules.ts';
import type { AppEnv } from '../http/hono.ts';
import { pagePolicy } from '../http/security-headers.ts';
import { currentPrices } from '../services/prices.ts';
import { depsFrom } from '../services/deps.ts';

/** Screens behind a sign-in: nothing to prerender, so all share the fallback document, each under its own title. */
const PRIVATE_TITLES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  '/dashboard': { 'pt-BR': dashboardPortuguese.meta.title, en: dashboardEnglish.meta.title },
};
/** A page never waits longer than this for its prices: it then fetches them itself. */
const PRICE_PATIENCE_MS = 400;
const FILE_NAME = /\.[a-z0-9]{2,11}$/iu;

export const html = new Hono<AppEnv>()
  .on(['GET', 'HEAD'], '*', async (c) => {
    const url = new URL(c.req.url);
    if (FILE_NAME.test(url.pathname)) return file(c.env, c.req.raw);
    const { locale, path } = splitLocale(url.pathname);
    if (shouldGoToEnglish(c.req.raw, locale, getCookie(c, 'locale'))) {
      return c.redirect(`/en${path === '/' ? '' : path}${url.search}`, 302);
    }
    const page = await findPage(c.env, url, locale, path);
    if (page === null) return c.notFound();
    const prices = await Promise.race([
      currentPrices(depsFrom(c)).catch(() => null),
      scheduler.wait(PRICE_PATIENCE_MS).then(() => null),
    ]);
    return rewritePage(page, { url, locale, path, prices });
  })
  .all('*', (c) => c.text('Method not allowed', 405, { Allow: 'GET, HEAD' }));

/** The locale is in the address: no prefix is Portuguese, /en is English (decision 18). */
export function splitLocale(pathname: string): { locale: Language; path: string } {
  const trimmed = pathname.length > 1 ? pathname.replace(/\/+$/u, '') || '/' : pathname;
  if (trimmed === '/en') return { locale: 'en', path: '/' };
  if (trimmed.startsWith('/en/')) return { locale: 'en', path: trimmed.slice(3) };
  return { locale: 'pt-BR', path: trimmed };
}

/** Only a first document navigation from elsewhere follows the cookie; a click inside the site is a choice. */
export function shouldGoToEnglish(request: Request, locale: Language, chosen: string | undefined): boolean {
  if (locale === 'en' || chosen !== 'en' || request.method !== 'GET') return false;
  if (request.headers.get('Sec-Fetch-Dest') !== 'document') return false;
  const site = request.headers.get('Sec-Fetch-Site');
  return site === 'none' || site === 'cross-site';
}

type Page = { readonly response: Response; readonly status: number };

async function findPage(env: Env, url: URL, locale: Language, path: string): Promise<Page | null> {
  const prefix = locale === 'en' ? '/en' : '';
  if (Object.hasOwn(PRIVATE_TITLES, path)) return document(env, url, '/__spa-fallback', 200);
  if (path !== '/404') {
    const page = await document(env, url, path === '/' ? prefix || '/' : `${prefix}${path}`, 200);
    if (page !== null) return page;
  }
  return document(env, url, `${prefix}/404`, 404);
}

/** Asks for the whole file: a conditional request could answer 304 with nothing to put a nonce on. */
async function document(env: Env, url: URL, path: string, status: number): Promise<Page | null> {
  const response = await env.ASSETS.fetch(new URL(path, url.origin));
  if (!response.ok || !(response.headers.get('Content-Type') ?? '').includes('text/html')) return null;
  return { response, status };
}

/** Icons, fonts and the theme script: as they are, with the asset server's own validators. */
async function file(env: Env, request: Request): Promise<Response> {
  const response = await env.ASSETS.fetch(request);
  if (response.status === 404 || (response.headers.get('Content-Type') ?? '').includes('text/html')) {
    return new Response('Not found', {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
  return new Response(response.body, response);
}

type PageContext = {
  readonly url: URL;
  readonly locale: Language;
  readonly path: string;
  readonly prices: PriceSnapshot | null;
};

function rewritePage({ response, status }: Page, { url, locale, path, prices }: PageContext): Response {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const withNonce = { element: (element: Element) => void element.setAttribute('nonce', nonce) };
  const rewritten = new HTMLRewriter()
    .on('html', { element: (element) => void element.setAttribute('lang', locale) })
    .on('title', {
      element: (element) => {
        const title = PRIVATE_TITLES[path]?.[locale];
        if (title !== undefined) element.setInnerContent(`${title} · Onça`);
      },
    })
    .on('script', withNonce)
    .on('link[rel="modulepreload"]', withNonce)
    .on('[data-boot-price]', {
      element: (element) => {
        const text = priceText(prices, element.getAttribute('data-boot-price'), locale);
        if (text !== null) element.setInnerContent(text);
      },
    })
    .on('head', {
      element: (element) => {
        if (status === 200) element.append(addressLinks(url.origin, locale, path), { html: true });
        element.append(bootBlock(prices, nonce), { html: true });
      },
    })
    .transform(response);
  return new Response(rewritten.body, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': locale,
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': pagePolicy(nonce, url.protocol === 'https:'),
      Vary: 'Cookie, Sec-Fetch-Site, Sec-Fetch-Dest',
    },
  });
}

/** The same text the page itself would write, so that hydration finds nothing to change. */
function priceText(prices: PriceSnapshot | null, metal: string | null, locale: Language): string | null {
  const price = prices?.prices.find((candidate) => candidate.metal === metal);
  return price === undefined ? null : fixedFigure(locale === 'en' ? 'en-US' : 'pt-BR', price.priceCents, 2);
}

/** The page's own address in each language. `path` cannot hold a quote: the URL parser escapes them. */
function addressLinks(origin: string, locale: Language, path: string): string {
  const portuguese = `${origin}${path}`;
  const english = `${origin}/en${path === '/' ? '' : path}`;
  return [
    `<link rel="canonical" href="${locale === 'en' ? english : portuguese}">`,
    `<link rel="alternate" hreflang="pt-BR" href="${portuguese}">`,
    `<link rel="alternate" hreflang="en" href="${english}">`,
    `<link rel="alternate" hreflang="x-default" href="${portuguese}">`,
  ].join('');
}

/** Data, not script: `<` is escaped so that no text inside can close the element. */
function bootBlock(prices: PriceSnapshot | null, nonce: string): string {
  const json = JSON.stringify({ prices }).replaceAll('<', '\\u003c');
  return `<script id="boot" type="application/json" nonce="${nonce}">${json}</script>`;
}
