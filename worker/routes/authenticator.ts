// /dev/authenticator: the codes of the seeded operators' app, for a developer's machine alone. It needs nothing of the site's app.

import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import en from '../../locales/en/authenticator.json' with { type: 'json' };
import pt from '../../locales/pt-BR/authenticator.json' with { type: 'json' };
import type { AppEnv } from '../http/hono.ts';
import { depsFrom } from '../services/deps.ts';
import { demoCodes } from '../services/read-authenticator.ts';
import { locally, localPage, NOTHING_RUNS } from './local-page.ts';
import { localisedPath, splitLocale } from './page-address.ts';

const HOME = '/dev/authenticator';
/** A code is shown anew soon after it has been used. */
const REFRESH_SECONDS = 5;

const page = async (c: Context<AppEnv>) => {
  const { locale } = splitLocale(new URL(c.req.url).pathname);
  const words = locale === 'en' ? en : pt;
  const codes = await demoCodes(depsFrom(c));
  c.header(
    'Content-Security-Policy',
    `${NOTHING_RUNS}; img-src 'self'; form-action 'none'; frame-ancestors 'none'`,
  );
  return c.html(
    localPage({
      locale,
      nonce: null,
      title: words.title,
      refreshSeconds: REFRESH_SECONDS,
      body: html`<main>
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
      </main>`,
    }),
  );
};

export const authenticator = new Hono<AppEnv>().on('GET', [HOME, `/en${HOME}`], locally(page));
