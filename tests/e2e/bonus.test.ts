// The welcome bonus from its offer to its 30 days (P7). That they end is tests/worker/money/bonus.test.ts.

import { BONUS_OUNCES_E4 } from '../../worker/domain/limits.ts';
import { complaintsOf } from './support/complaints.ts';
import { Dashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';
import { anyOf, LANGUAGES, say } from './support/language.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

for (const language of LANGUAGES) {
  const { bonus, common, portfolio, receipt, trade } = language.words;

  test(
    `the bonus is claimed once and held, says what is missing and then since when nothing is, and nothing moves on the way in, in ${language.locale}`,
    deepIf(language.locale === 'en'),
    async ({ page, account }) => {
      const complaints = complaintsOf(page);
      await account.signUp(language.locale);
      const dashboard = new Dashboard(page, language);
      const shifts = await watchShifts(page);
      await dashboard.open();
      const offer = page.getByRole('region', { name: anyOf(bonus.available.title) });
      await expect(offer).toContainText(anyOf(bonus.available.terms));
      await expectStill(shifts);
      await inspect(page, 'dashboard with the offer of the bonus');
      await page.evaluate(() => {
        const share = async ({ text = '' }: ShareData) => void (document.body.dataset['shared'] = text);
        Object.assign(navigator, { share });
      });
      await offer.getByRole('button', { name: bonus.available.claim }).click();

      const sheet = dashboard.dialog(receipt.title.bonus);
      await expect(sheet).toContainText(language.weight(BONUS_OUNCES_E4));

      await test.step('its receipt is shared, is printed alone, on one page, and stays clear of the engraving', async () => {
        expect(await sheet.locator('.receipt').evaluate(touchesEngraving)).toBe(false);
        await page.evaluate(() => {
          window.print = () => void (document.body.dataset['printed'] = document.title);
        });
        await sheet.getByRole('button', { name: receipt.print }).click();
        await expect(page.locator('body')).toHaveAttribute('data-printed', anyOf(`${receipt.code} {{code}}`));
        await sheet.getByRole('button', { name: receipt.share, exact: true }).click();
        const weight = `^${language.weight(BONUS_OUNCES_E4)} .*${receipt.code} `.replaceAll(
          /\s/gu,
          String.raw`\s`,
        );
        await expect(page.locator('body')).toHaveAttribute('data-shared', new RegExp(weight, 'su'));
        await page.emulateMedia({ media: 'print' });
        await expect(page.locator('main')).toBeHidden();
        await expect(sheet.getByText(language.weight(BONUS_OUNCES_E4)).first()).toBeVisible();
        await expect(sheet.getByRole('button')).toHaveCount(0);
        const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
        expect(paper.match(/\/Type\s*\/Page\b/gu)).toHaveLength(1);
        await page.emulateMedia({ media: 'screen' });
      });

      await sheet.getByRole('button', { name: common.close, exact: true }).last().click();
      await expect(dashboard.holding('silver')).toContainText(language.weight(BONUS_OUNCES_E4));
      const held = page.getByRole('region', { name: anyOf(bonus.held.title) });
      await expect(held).toContainText(bonus.held.badge);
      await expect(held).toContainText(language.money(0));
      await expect(held).toContainText(anyOf(bonus.held.missing));
      // It is part of what is there, and of no gain.
      await expect(dashboard.metric('total')).toContainText(portfolio.metrics.held);
      await expect(dashboard.figure('gain')).toContainText(language.amount(0));
      await expect(dashboard.figure('gain')).not.toContainText(/[1-9]/u);
      await expect(offer).toHaveCount(0);
      await inspect(page, 'dashboard with the held bonus');

      await test.step('held ounces are not offered for sale: their row and the ticket lead to what frees them', async () => {
        const free = dashboard.holding('silver').getByRole('button', {
          name: say(portfolio.holdings.freeOf, { metal: common.metals.silver }),
        });
        await free.click();
        await expect(held).toBeFocused();
        await dashboard.open('?trade=sell&metal=silver');
        await dashboard.dialog().getByRole('button', { name: trade.seeBonus }).click();
        await expect(dashboard.dialog()).toBeHidden();
        await expect(held).toBeInViewport();
      });

      await page.reload();
      await dashboard.figure('cash').waitFor();
      await expect(held).toBeVisible();
      await expect(offer).toHaveCount(0);
      await expectStill(shifts);

      await account.deposit(200_000);
      await account.trade({ side: 'buy', metal: 'gold', totalCents: 110_000 });
      await page.reload();
      await expect(held).toContainText(anyOf(bonus.held.counting));
      await expect(held).not.toContainText(anyOf(bonus.held.missing));
      await inspect(page, 'dashboard with the bonus in its 30 days');
      expect(complaints).toEqual([]);
    },
  );
}

async function expectStill(shifts: Awaited<ReturnType<typeof watchShifts>>): Promise<void> {
  const [sum, where] = await shifts.moved();
  expect(sum, where).toBeLessThan(0.01);
}

/** Whether a line of the receipt's figure reaches into the circle of the engraving in its corner. */
function touchesEngraving(receipt: Element): boolean {
  const figure = receipt.querySelector('.receipt-figure');
  const art = receipt.querySelector('.receipt-art')?.getBoundingClientRect();
  if (figure === null || art === undefined) throw new Error('no figure or no engraving');
  const centre = { x: art.left + art.width / 2, y: art.top + art.height / 2 };
  const lines = document.createRange();
  lines.selectNodeContents(figure);
  return [...lines.getClientRects()].some(
    ({ right, top }) => Math.hypot(Math.max(0, centre.x - right), top - centre.y) < art.width / 2,
  );
}
