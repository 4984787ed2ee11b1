// Every page a visitor sees, in both languages, held against the bars of design/ui.md: its sections are there with and
// without scripts, axe finds nothing in four themes, the console stays silent, nothing fails, nothing scrolls sideways.

import type { Page } from 'playwright/test';
import { PUBLIC_PAGES, UNLISTED_PAGES } from '../../worker/domain/site-map.ts';
import { complaintsOf } from './support/complaints.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { expect, test } from './support/test.ts';

const NOWHERE = '/nothing-here';
const PAGES = [...PUBLIC_PAGES, ...UNLISTED_PAGES.filter((page) => page !== '/404'), NOWHERE];
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
};

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

for (const language of LANGUAGES) {
  for (const address of PAGES) {
    const path = language.path(address);
    test(`${path} is whole, accessible in four themes, quiet, and never wider than the screen`, async ({
      page,
      browser,
      baseURL,
    }) => {
      const unscripted = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
      const plain = await unscripted.newPage();
      await plain.goto(path);
      const before = await headingsOf(plain);
      await unscripted.close();

      const complaints = complaintsOf(page);
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
          console.error(`refused: ${violatedDirective} ${blockedURI} ${sourceFile}`);
        });
      });
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('lang', language.locale);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await walkDown(page);
      // What the scripts draw is what the server sent: the same headings in the same order.
      expect(await headingsOf(page)).toEqual(before);
      const named = page.locator('main section[aria-labelledby]:not([aria-labelledby=""])');
      expect(await named.count()).toBeGreaterThanOrEqual(SECTIONS[address] ?? 0);
      await inspect(page, path);
      expect(complaints).toEqual([]);
    });
  }
}

/** Comes near every section, so that all that loads late is there. */
async function walkDown(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((wake) => setTimeout(wake, 60));
    }
  });
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

async function headingsOf(page: Page): Promise<string[]> {
  const texts = await page.locator('main :is(h1, h2, h3)').allTextContents();
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
