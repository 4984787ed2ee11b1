// Serves the pages that the web build left as files, each at one address per language; a private page is the fallback
// document, an unknown address is the 404 page, with 404; of the operators' area their own.
// Rewritten HTML is never revalidated: an old copy would carry an old nonce and every script would be refused.

import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { adminPageRefusal } from '../auth/admin-pages.ts';
import { isAdminPage } from '../domain/admin-path.ts';
import { cookieName, LOCALE_COOKIE } from '../domain/cookie-names.ts';
import { INCIDENT_CLOSED_COOKIE } from '../domain/incident.ts';
import type { Language } from '../domain/settings-rules.ts';
import { isPublicPage } from '../domain/site-map.ts';
import type { AppEnv } from '../http/hono.ts';
import { siteOrigin } from '../http/site-origin.ts';
import { depsFrom } from '../services/deps.ts';
import { currentPrices } from '../services/prices.ts';
import { storageTariff } from '../services/storage.ts';
import { bootLineWriter } from './boot-lines.ts';
import { canonicalPath, localisedPath, splitLocale } from './page-address.ts';
import { rewritePage } from './page-rewriter.ts';
import { isPrivatePage } from './private-titles.ts';
import { hasTariffNotice, tariffNotice } from './tariff-notice.ts';
import { file, isFileName } from './public-file.ts';

/** A page never waits longer than this for its prices, which it then fetches itself, or for what is announced. */
const PATIENCE_MS = 400;

export const html = new Hono<AppEnv>()
  .on(['GET', 'HEAD'], '*', async (c) => {
    const url = new URL(c.req.url);
    const canonical = canonicalPath(url.pathname);
    if (canonical !== url.pathname) {
      c.header('Cache-Control', 'public, max-age=3600');
      return c.redirect(canonical + url.search, 301);
    }
    if (isFileName(canonical)) return file(c.env, c.req.raw);
    const { locale, path } = splitLocale(canonical);
    const secure = url.protocol === 'https:';
    const chosen = getCookie(c, cookieName(LOCALE_COOKIE, secure));
    if (shouldGoToEnglish(c.req.raw, locale, chosen)) {
      c.header('Cache-Control', 'private, no-store');
      return c.redirect(localisedPath('en', path) + url.search, 302);
    }
    const forOperators = isAdminPage(path);
    const elsewhere = forOperators ? await adminPageRefusal(c, { path, search: url.search }) : null;
    if (elsewhere !== null) {
      c.header('Cache-Control', 'no-store');
      return c.redirect(localisedPath(locale, elsewhere), 302);
    }
    const page = await findPage(c.env, url, locale, path);
    if (page === null) return c.notFound();
    const deps = depsFrom(c);
    const lines = bootLineWriter(deps, localisedPath(locale, path));
    const inTime = <T>(asked: Promise<T>) =>
      Promise.race([asked.catch(() => null), scheduler.wait(PATIENCE_MS).then(() => null)]);
    const [prices, fee] = await Promise.all([
      inTime(currentPrices(deps)),
      hasTariffNotice(path) ? inTime(storageTariff(deps)) : null,
    ]);
    const sent = await rewritePage(page.response, {
      locale,
      path,
      status: page.status,
      origin: siteOrigin(c.env, url),
      secure,
      prices,
      lines,
      tariff: tariffNotice(locale, fee?.tariff ?? null, deps.now()),
      closedIncident: getCookie(c, cookieName(INCIDENT_CLOSED_COOKIE, secure)) ?? null,
    });
    // The next visitor of this browser is asked for again, also by its Back button.
    if (forOperators) sent.headers.set('Cache-Control', 'no-store');
    return sent;
  })
  .all('*', (c) => c.text('Method not allowed', 405, { Allow: 'GET, HEAD' }));

/** Only a first document navigation from elsewhere follows the cookie; a click inside the site is a choice. */
export function shouldGoToEnglish(request: Request, locale: Language, chosen: string | undefined): boolean {
  if (locale === 'en' || chosen !== 'en' || request.method !== 'GET') return false;
  if (request.headers.get('Sec-Fetch-Dest') !== 'document') return false;
  const site = request.headers.get('Sec-Fetch-Site');
  return site === 'none' || site === 'cross-site';
}

type Page = { readonly response: Response; readonly status: number };

/** Only what the site map names: another spelling of a file's name is not another address of its page. */
async function findPage(env: Env, url: URL, locale: Language, path: string): Promise<Page | null> {
  if (isPrivatePage(path)) return document(env, url, localisedPath(locale, '/__spa-fallback'), 200);
  if (isPublicPage(path)) return document(env, url, localisedPath(locale, path), 200);
  const unknown = isAdminPage(path) ? '/__spa-fallback' : '/404';
  return document(env, url, localisedPath(locale, unknown), 404);
}

/** Asks for the whole file: a conditional request could answer 304 with nothing to put a nonce on. */
async function document(env: Env, url: URL, path: string, status: number): Promise<Page | null> {
  const response = await env.ASSETS.fetch(new URL(path, url.origin));
  if (!response.ok || !(response.headers.get('Content-Type') ?? '').includes('text/html')) return null;
  return { response, status };
}
