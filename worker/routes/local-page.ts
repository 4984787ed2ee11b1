// The frame of the pages of a developer's machine: mailbox, authenticator, bank. They need nothing of the site's app, so that they work
// when the app does not; elsewhere their addresses are unknown.

import { html, raw } from 'hono/html';
import type { Context, Handler } from 'hono';
import type { Language } from '../domain/settings-rules.ts';
import type { AppEnv } from '../http/hono.ts';
import { hasMailbox } from '../services/read-mailbox.ts';

/** The browser's own colours and controls; only what a phone and a pointer need. */
const STYLES = `
html { background: Canvas; color: CanvasText; }
body { max-width: 60rem; margin: 0 auto; padding: 0 1rem 2rem; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
a, button, input { min-height: 2.75rem; line-height: 2.75rem; font-size: 1rem; }
input { max-width: 100%; box-sizing: border-box; }
.views a { display: inline-block; margin-right: 1.5rem; }
li strong, li span, li time { display: block; line-height: 1.5; }
iframe { width: 100%; height: 65rem; border: 1px solid; box-sizing: border-box; }
pre { overflow-x: auto; }
`;
export const NOTHING_RUNS = "default-src 'none'; base-uri 'none'";

type LocalPage = {
  readonly locale: Language;
  readonly title: string;
  /** Of the styles; null: the page does without. */
  readonly nonce: string | null;
  readonly refreshSeconds?: number;
  readonly body: unknown;
};

export function localPage({ locale, title, nonce, refreshSeconds, body }: LocalPage) {
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        ${refreshSeconds === undefined ? '' : html`<meta http-equiv="refresh" content="${refreshSeconds}" />`}
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${
          nonce === null
            ? ''
            : html`<style nonce="${nonce}">
                ${raw(STYLES)}
              </style>`
        }
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

/** Elsewhere the request falls through to the pages, which answer 404. */
export function locally(answer: (c: Context<AppEnv>, id: string) => Promise<Response>): Handler<AppEnv> {
  return async (c, next) => {
    if (!hasMailbox(c.env)) return next();
    const response = await answer(c, c.req.param('id') ?? '');
    response.headers.set('Cache-Control', 'no-store');
    return response;
  };
}
