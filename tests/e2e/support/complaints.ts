// What no page may do: write to the console, or request something that fails.

import type { Page } from 'playwright/test';

/** In the words of Chromium and of Firefox. */
const ABORTED: ReadonlySet<string> = new Set(['net::ERR_ABORTED', 'NS_BINDING_ABORTED']);
/** The one missing address that tests request on purpose. */
const NOWHERE = '/nothing-here';

/** Collects every console message and every failed request of a page, from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    // The browser's own line about the document of a page that does not exist.
    const own = message.location().url.endsWith(NOWHERE) && /^Failed to load resource.*404/u.test(text);
    if (!own) complaints.push(`console ${message.type()}: ${text}`);
  });
  page.on('response', (reply) => {
    if (reply.status() >= 400 && !reply.url().endsWith(NOWHERE)) {
      complaints.push(`${reply.status()} ${reply.url()}`);
    }
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left, or a query that is no longer wanted, aborts its requests.
    if (!ABORTED.has(reason)) complaints.push(`${reason} ${request.url()}`);
  });
  return complaints;
}
