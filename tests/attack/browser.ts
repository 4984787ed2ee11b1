// A Chromium with a session in it, and what may never happen in one of its pages.

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { ensureBrowser } from '../../worker/commands/browser.ts';
import { freshAddress } from '../support/fresh.ts';
import type { Target } from './target.ts';

export async function openBrowser(): Promise<Browser> {
  const executablePath = await ensureBrowser();
  return chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** Of somebody who has answered what appears unasked. */
export async function visitor(browser: Browser, { origin }: Target, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'CF-Connecting-IP': freshAddress() },
  });
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/su);
      return { name, value, url: origin, httpOnly: true, sameSite: 'Lax' as const };
    }),
  );
  await context.addInitScript(() => {
    try {
      localStorage.setItem('welcome_promo_shown', 'true');
      localStorage.setItem('cookie-consent', 'accepted');
    } catch {
      // A page without storage.
    }
  });
  return context;
}

/**
 * What no string of ours may bring about: dialogs, code that ran, code that the policy had to stop, a page that broke or complains, a request
 * to somebody else, an answer of 5xx.
 */
export function happeningsIn(page: Page, { origin }: Target): string[] {
  const happened: string[] = [];
  page.on('dialog', (dialog) => {
    happened.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss().catch(() => {});
  });
  page.on('console', (message) => {
    if (/Content Security Policy|violates the following/iu.test(message.text()))
      happened.push(`the policy had to stop: ${message.text().slice(0, 200)}`);
    // An answer that is no success is judged by its status.
    else if (
      message.type() === 'error' &&
      !/^(?:Failed to load resource|WebSocket connection)/u.test(message.text())
    )
      happened.push(`the page complains: ${message.text().slice(0, 200)}`);
  });
  page.on('request', (asked) => {
    const { protocol, origin: of } = new URL(asked.url());
    if (protocol.startsWith('http') && of !== origin) happened.push(`asks somebody else: ${asked.url()}`);
  });
  page.on('pageerror', (error) => happened.push(`the page broke: ${error.message.slice(0, 200)}`));
  page.on('response', (reply) => {
    if (reply.status() >= 500 && reply.status() !== 503) happened.push(`${reply.status()} ${reply.url()}`);
  });
  return happened;
}
