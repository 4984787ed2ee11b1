// Every page of the operators' area, also on a phone: axe finds nothing, nothing scrolls sideways, the
// console is quiet. With the seed's customers, in Portuguese: no English text is longer.

import type { Page } from 'playwright/test';
import { isAdminPage } from '../../worker/domain/admin-path.ts';
import { PRIVATE_PAGES } from '../../worker/domain/site-map.ts';
import { SEEDED_CUSTOMER } from '../../worker/commands/seed-accounts.ts';
import { complaintsOf } from './support/complaints.ts';
import { inspect } from './support/inspect.ts';
import { signUpOperator } from './support/operators.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

const PAGES = PRIVATE_PAGES.filter(isAdminPage);
const HALF = PAGES.length / 2;

for (const pages of [PAGES.slice(0, HALF), PAGES.slice(HALF)]) {
  test(`${pages.join(', ')} are accessible, quiet, and never wider than the screen`, async ({
    page,
    account,
  }) => {
    await signUpOperator(account);
    const complaints = complaintsOf(page);
    const heading = page.getByRole('heading', { level: 1 });
    for (const path of pages) {
      await test.step(path, async () => {
        // By its tab, where there is one: axe stays in the document.
        const tab = page.locator(`.rail-nav [href="${path}"]`);
        if ((await tab.count()) > 0) {
          const left = await heading.innerText();
          await tab.click();
          await expect(heading).not.toHaveText(left);
        } else {
          await page.goto(path === '/admin/customer' ? `${path}?id=${SEEDED_CUSTOMER.id}` : path);
          await expect(heading).toBeVisible();
        }
        // What is read has come: no skeleton is left.
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, { timeout: 20_000 });
        await inspect(page, path, { phone: true });
        await test.step('between desk and phone no figure and no e-mail breaks within', async () => {
          for (const width of [1024, 360]) {
            await page.setViewportSize({ width, height: 900 });
            await expect.soft.poll(() => brokenWithin(page), `${path} at ${width} px`).toEqual([]);
          }
          await page.setViewportSize({ width: 1280, height: 900 });
        });
        expect.soft(complaints.splice(0), path).toEqual([]);
      });
    }
  });
}

/** Figures and parts of e-mails that stand on two lines, and figures and their notes that are wider than their card. */
const brokenWithin = (page: Page): Promise<readonly string[]> =>
  page
    .locator('.stat-card-value, .stat-card-note, :has(> .email-domain), .email-domain')
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        const isNote = element.matches('.stat-card-note');
        const words = isNote
          ? []
          : [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const broken = words.filter((word) => {
          const range = document.createRange();
          range.selectNodeContents(word);
          return range.getClientRects().length > 1;
        });
        const isInCard = isNote || element.matches('.stat-card-value');
        const tooWide = isInCard && element.scrollWidth > element.clientWidth;
        return [...broken, ...(tooWide ? [element] : [])].map((node) => node.textContent ?? '');
      }),
    );
