// Every page a visitor sees, in both languages: what the server sends is what the scripts draw, axe finds nothing, the
// console stays silent, nothing fails, nothing scrolls sideways.

import type { Page } from 'playwright/test';
import { PUBLIC_PAGES, UNLISTED_PAGES } from '../../worker/domain/site-map.ts';
import { complaintsOf } from './support/complaints.ts';
import { inspect } from './support/inspect.ts';
import { ENGLISH, type Language, LANGUAGES, PORTUGUESE } from './support/language.ts';
import { expect, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';
import { loadWholePage } from './support/whole-page.ts';

const NOWHERE = '/nothing-here';
const PAGES = [...PUBLIC_PAGES, ...UNLISTED_PAGES.filter((page) => page !== '/404'), NOWHERE];
/** English is a build of its own, for which the landing page stands. */
const ALSO_IN_ENGLISH: ReadonlySet<string> = new Set(['/']);
/** The terms stand for these, which are made of the same parts. */
const LIKE_OTHERS: ReadonlySet<string> = new Set(['/legal/privacy', '/legal/disclaimer', '/legal/risk']);
/** Least sections of a page of many: a page that lost its content must not pass for a quiet one. */
const SECTIONS: Readonly<Record<string, number>> = {
  '/': 12,
  '/gold': 5,
  '/silver': 6,
  '/pricing': 6,
  '/security': 6,
  '/about': 5,
  '/contact': 4,
  '/tools': 5,
  '/learn': 5,
  '/verify': 3,
};
const TITLES: Readonly<Record<string, (words: Language['words']) => string>> = {
  '/': ({ home }) => home.hero.title,
  '/login': ({ login }) => login.title,
  '/signup': ({ signup }) => signup.title,
  [NOWHERE]: ({ notFound }) => notFound.title,
};

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Screens of a phone, of the pages that were too long to be read to their end (P46). */
const MOST_SCREENS: Readonly<Record<string, number>> = {
  '/': 10.1,
  '/learn': 14,
  '/silver': 11,
  '/tools': 8,
};
/** Long pages have a way back to their parts. */
const LONG: ReadonlySet<string> = new Set([
  '/gold',
  '/silver',
  '/pricing',
  '/security',
  '/about',
  '/tools',
  '/learn',
  '/legal/terms',
  '/legal/privacy',
  '/legal/disclaimer',
  '/legal/risk',
]);

test.use({ viewport: DESKTOP, contextOptions: { reducedMotion: 'reduce' } });

for (const language of LANGUAGES) {
  for (const address of PAGES) {
    const path = language.path(address);
    const title = `${path} is whole, accessible, quiet, and never wider than the screen`;
    const repeats = LIKE_OTHERS.has(address) || (language === ENGLISH && !ALSO_IN_ENGLISH.has(address));
    test(title, deepIf(repeats), async ({ page }) => {
      const complaints = complaintsOf(page);
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
          console.error(`refused: ${violatedDirective} ${blockedURI} ${sourceFile}`);
        });
      });
      const reply = await page.goto(path);
      const sent = await headingsIn(page, await reply?.text());
      await expect(page.locator('html')).toHaveAttribute('lang', language.locale);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(TITLES[address]?.(language.words) ?? /\S/u);
      await loadWholePage(page);
      // What the scripts draw is what the server sent: the same headings in the same order.
      expect(await headingsIn(page)).toEqual(sent);
      const named = page.locator('main section[aria-labelledby]:not([aria-labelledby=""])');
      expect(await named.count()).toBeGreaterThanOrEqual(SECTIONS[address] ?? 0);
      await page.setViewportSize(PHONE);
      const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
      expect(screens).toBeLessThanOrEqual(MOST_SCREENS[address] ?? Number.POSITIVE_INFINITY);
      if (LONG.has(address)) await expectWayBack(page, language.words.common.contents);
      await page.setViewportSize(DESKTOP);
      await inspect(page, path, { themes: language === PORTUGUESE, phone: true });
      expect(complaints).toEqual([]);
    });
  }
}

/** From the middle of the page a reader finds all of its parts, and the chosen one is not hidden below the line. */
async function expectWayBack(page: Page, name: string): Promise<void> {
  const way = page.getByRole('navigation', { name, exact: true });
  const line = way.getByRole('button', { name, exact: true });
  await page.evaluate(() =>
    scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' }),
  );
  await expect(line).toBeInViewport({ ratio: 1 });
  const lost = await way
    .locator('a')
    .evaluateAll((links) =>
      links
        .map((link) => link.getAttribute('href') ?? '')
        .filter((to) => document.querySelector(to) === null),
    );
  expect(lost).toEqual([]);
  await line.click();
  const last = way.getByRole('link').last();
  const part = page
    .locator((await last.getAttribute('href')) ?? '')
    .getByRole('heading')
    .first();
  await last.click();
  await expect(way.getByRole('list')).toBeHidden();
  const edge = async () => {
    const box = await line.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? Number.NaN);
  };
  await expect.poll(async () => ((await part.boundingBox())?.y ?? 0) >= (await edge())).toBe(true);
  await expect(part).toBeInViewport();
}

/** The headings of the page as it is, or of the document that was sent for it. */
async function headingsIn(page: Page, html?: string): Promise<string[]> {
  const texts = await page.evaluate((source) => {
    const from = source === null ? document : new DOMParser().parseFromString(source, 'text/html');
    return [...from.querySelectorAll('main :is(h1, h2, h3)')].map(({ textContent }) => textContent.trim());
  }, html ?? null);
  return texts.filter((text) => text !== '');
}
