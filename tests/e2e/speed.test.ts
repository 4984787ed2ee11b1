// The bytes of a page before it is readable and usable. `npm run bench:web` measures times.

import { brotliCompressSync, constants } from 'node:zlib';
import type { Page, Response } from 'playwright/test';
import { LANGUAGES } from './support/language.ts';
import { expect, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';

/** Scripts and styles of the landing page until its first idle moment, without those of charts and trades. */
const UNTIL_IDLE_BYTES = 136_000;
/** The document, its styles and the typeface of its text: what the first paint needs. */
const FIRST_PAINT_BYTES = 60_000;

/** Pages that are a form: what they request until nothing is under way. */
const FORM_PAGES = {
  '/login': 25,
  '/signup': 25,
  '/forgot-password': 25,
  '/reset-password': 25,
  // A page of the site with a form on it.
  '/contact': 32,
};
/** The dashboard of a customer on a first visit: its scripts and styles, and all of it with document, typefaces, figures and chart. */
const DASHBOARD_CODE_BYTES = 220_000;
const DASHBOARD_BYTES = 290_000;
const DASHBOARD_REQUESTS = 45;

/** The other pages of a customer, each on a first visit: scripts and styles, all of it, and requests. */
const OTHER_PAGES = { code: 210_000, all: 277_000, requests: 40 };
const CUSTOMER_PAGES = {
  '/profile': OTHER_PAGES,
  '/profile/identity': OTHER_PAGES,
  '/profile/settings': OTHER_PAGES,
  '/profile/alerts': OTHER_PAGES,
  '/profile/security': OTHER_PAGES,
  // It reads the whole registry of personal data.
  '/profile/data': { code: 231_000, all: 298_000, requests: 40 },
  '/statements': OTHER_PAGES,
  '/statements/tax': OTHER_PAGES,
  '/storage': OTHER_PAGES,
};
/** The one that stands for them in every run. */
const USUAL = '/profile/security';

test.use({ viewport: { width: 412, height: 823 }, contextOptions: { reducedMotion: 'reduce' } });

for (const { locale, path } of LANGUAGES) {
  test(`the landing page stays within its budget in ${locale}`, async ({ page }) => {
    const replies = repliesOf(page);
    await page.addInitScript(noteTheFirstRest);
    await page.goto(path('/'));
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('rest').length)).toBe(1);
    await page.waitForLoadState('networkidle');
    const early = new Set(await page.evaluate(requestedBeforeRest));
    const files = await sizesOf(replies.filter((reply) => early.has(reply.url())));
    expect(files.filter(({ kind }) => kind === 'stylesheet').length).toBeGreaterThan(1);
    const code = files.filter(({ kind }) => kind === 'script' || kind === 'stylesheet');
    const largest = code.toSorted((a, b) => b.bytes - a.bytes).map(({ name, bytes }) => `${name} ${bytes}`);
    expect(code.length).toBeGreaterThan(5);
    expect(sum(code), largest.join('\n')).toBeLessThanOrEqual(UNTIL_IDLE_BYTES);
    // The code of charts and trades does not load later either.
    const names = replies.map((reply) => new URL(reply.url()).pathname);
    expect(names.filter((name) => /echarts|canvas|dialog|trade|confetti/iu.test(name))).toEqual([]);

    const first = files.filter(
      ({ kind, name }) => kind === 'document' || kind === 'stylesheet' || /\/inter-[^/]+\.woff2$/u.test(name),
    );
    expect(first.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['document', 'stylesheet', 'font']));
    expect(sum(first), JSON.stringify(first)).toBeLessThanOrEqual(FIRST_PAINT_BYTES);
  });
}

for (const [path, most] of Object.entries(FORM_PAGES)) {
  test(`${path} needs few requests`, deepIf(path !== '/login' && path !== '/signup'), async ({ page }) => {
    const files = await wholeLoad(page, path);
    expect(files.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['document', 'script', 'stylesheet', 'font']),
    );
    expect(files.length, listed(files)).toBeLessThanOrEqual(most);
  });
}

test('the dashboard of a customer stays within its budget', async ({ page, account }) => {
  await account.signUpInvestor();
  const files = await wholeLoad(page, '/dashboard');
  const code = files.filter(({ kind }) => kind === 'script' || kind === 'stylesheet');
  expect(sum(code), listed(code)).toBeLessThanOrEqual(DASHBOARD_CODE_BYTES);
  expect(sum(files), listed(files)).toBeLessThanOrEqual(DASHBOARD_BYTES);
  expect(files.length, listed(files)).toBeLessThanOrEqual(DASHBOARD_REQUESTS);
});

for (const [path, most] of Object.entries(CUSTOMER_PAGES)) {
  test(`${path} of a customer stays within its budget`, deepIf(path !== USUAL), async ({ page, account }) => {
    await account.signUpInvestor();
    const files = await wholeLoad(page, path);
    const code = files.filter(({ kind }) => kind === 'script' || kind === 'stylesheet');
    expect(sum(code), listed(code)).toBeLessThanOrEqual(most.code);
    expect(sum(files), listed(files)).toBeLessThanOrEqual(most.all);
    expect(files.length, listed(files)).toBeLessThanOrEqual(most.requests);
  });
}

/** Everything that a first visit to the page requests until nothing is under way. */
async function wholeLoad(page: Page, path: string): Promise<File[]> {
  const replies = repliesOf(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  // A late part names its stylesheets again, and gets them from the browser's cache.
  return sizesOf([...new Map(replies.map((reply) => [reply.url(), reply])).values()]);
}

function listed(files: readonly File[]): string {
  return files
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${name} ${bytes}`)
    .join('\n');
}

type File = { readonly name: string; readonly kind: string; readonly bytes: number };

function repliesOf(page: Page): Response[] {
  const replies: Response[] = [];
  page.on('response', (reply) => replies.push(reply));
  return replies;
}

/** The budgets' own yardstick, whatever strength the edge compresses with: files at the best, documents at a fast one. */
function sizesOf(replies: readonly Response[]): Promise<File[]> {
  return Promise.all(
    replies.map(async (reply) => {
      const kind = reply.request().resourceType();
      const quality = kind === 'document' ? 5 : constants.BROTLI_MAX_QUALITY;
      const body = await reply.body();
      const bytes =
        kind === 'font'
          ? body.length
          : brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
      return { name: new URL(reply.url()).pathname, kind, bytes };
    }),
  );
}

function sum(files: readonly File[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

/** Runs in the page before its own scripts and marks the first idle callback. */
function noteTheFirstRest(): void {
  const wait = window.requestIdleCallback.bind(window);
  window.requestIdleCallback = (run, options) =>
    wait((deadline) => {
      if (performance.getEntriesByName('rest').length === 0) performance.mark('rest');
      run(deadline);
    }, options);
}

function requestedBeforeRest(): string[] {
  const rest = performance.getEntriesByName('rest')[0]?.startTime;
  if (rest === undefined) throw new Error('the page never rested');
  const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < rest);
  // The build marks some stylesheets with an empty fragment, which no request contains.
  return [location.href, ...before.map(({ name }) => name.replace(/#.*$/u, ''))];
}
