// /dev/authenticator: the codes of the seeded operators' app, for a developer's machine alone. It needs nothing of the site's app.

import { Hono } from 'hono';
import { html } from 'hono/html';
import en from '../../locales/en/authenticator.json' with { type: 'json' };
import pt from '../../locales/pt-BR/authenticator.json' with { type: 'json' };
import type { AppEnv } from '../http/hono.ts';
import { depsFrom } from '../services/deps.ts';
import { demoCodes } from '../services/read-authenticator.ts';
import { hasMailbox } from '../services/read-mailbox.ts';
import { localisedPath, splitLocale } from './page-address.ts';

const HOME = '/dev/authenticator';
/** A code is shown anew soon after it has been used. */
const REFRESH_SECONDS = 5;

export const authenticator = new Hono<AppEnv>().on('GET', [HOME, `/en${HOME}`], async (c, next) => {
  // Elsewhere the request falls through to the pages, which answer 404.
  if (!hasMailbox(c.env)) return next();
  const { locale } = splitLocale(new URL(c.req.url).pathname);
  const words = locale === 'en' ? en : pt;
  const codes = await demoCodes(depsFrom(c));
  c.header('Cache-Control', 'no-store');
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; base-uri 'none'; img-src 'self'; form-action 'none'; frame-ancestors 'none'`,
  );
  return c.html(
    html`<!doctype html>
      <html lang="${locale}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <meta name="color-scheme" content="light dark" />
          <meta http-equiv="refresh" content="${REFRESH_SECONDS}" />
          <title>${words.title}</title>
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        </head>
        <body>
          <main>
            <h1>${words.title}</h1>
            <p>${words.lead}</p>
            ${codes.length === 0 ? html`<p>${words.none}</p>` : ''}
            <dl>
              ${codes.map(
                ({ email, code }) =>
                  html`<dt>${email}</dt>
                    <dd><strong>${code ?? words.wait}</strong></dd>`,
              )}
            </dl>
            <a href="${localisedPath(locale, '/login')}">${words.site}</a>
          </main>
        </body>
      </html>`,
  );
});
