// What a page must never do in silence: write to the console, or ask for something it does not get.

import type { Page } from 'playwright/test';

/** Collects every console message and every failed request of a page, from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  const awaited404 = () => new URL(page.url()).pathname.endsWith('/nothing-here');
  page.on('console', (message) => {
    const text = message.text();
    // The browser's own line about the document of a page that does not exist.
    const own = awaited404() && /^Failed to load resource.*404/u.test(text);
    if (!own) complaints.push(`console ${message.type()}: ${text}`);
  });
  page.on('response', (reply) => {
    const own = reply.request().isNavigationRequest() && awaited404();
    if (reply.status() >= 400 && !own) complaints.push(`${reply.status()} ${reply.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left, or a query that is no longer wanted, hangs up by itself.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${reason} ${request.url()}`);
  });
  return complaints;
}
