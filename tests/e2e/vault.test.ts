// The vault: a bar is proposed by one operator and received by another; and what customers read where there is nothing to sell.

import type { Page } from 'playwright/test';
import { weight } from '../../web/i18n/format.ts';
import type { Stock } from '../../worker/contract/stock.ts';
import { expectNoSidewaysScroll, inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { signUpOperator } from './support/operators.ts';
import { Account, expect, test, testsOf } from './support/test.ts';
import {
  adminBarsWords,
  adminFrameWords,
  adminProposalsWords,
  commonWords,
  marketWords,
  problemsWords,
  titlesWords,
  translator,
} from '../support/words.ts';

/** As if the vault had this much free of each metal. */
async function vaultHas(page: Page, freeOuncesE4: number): Promise<void> {
  const metals = (['gold', 'silver'] as const).map((metal) => ({ metal, freeOuncesE4 }));
  const stock: Stock = { asOf: new Date().toISOString(), metals };
  await page.route('**/api/stock', (route) => route.fulfill({ json: stock }));
}

for (const { locale, path } of LANGUAGES) {
  const { inEnglish, inPortuguese } = testsOf(locale);
  const t = translator(adminBarsWords, locale);
  const p = translator(adminProposalsWords, locale);
  const frame = translator(adminFrameWords, locale);

  inPortuguese(
    `a bar is proposed by one operator and received by another; its release waits (${locale})`,
    async ({ page, account, browser, baseURL }) => {
      const origin = baseURL ?? '';
      const context = await browser.newContext({ baseURL: origin });
      await signUpOperator(account, { language: locale, roles: ['treasury'], proved: true });
      const second = new Account(context, origin);
      await signUpOperator(second, { language: locale, roles: ['compliance'], proved: true });
      const serial = `E2E ${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
      const gold = page.locator('[data-metal="gold"]');

      await page.goto(path('/admin/bars'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titlesWords.say(locale, 'bars.title'));
      // The seed's bars say what they are; others may have received one.
      await expect(gold).toContainText(/\d/u);
      await expect(
        page
          .locator('[data-bar]')
          .filter({ hasText: t('list.sample') })
          .first(),
      ).toBeVisible();
      await expect(page.getByText(t('list.note'))).toBeVisible();
      const before = await gold.innerText();

      const dialog = page.getByRole('dialog', { name: t('receipt.title') });
      await test.step('the form says what is missing, and the fine weight', async () => {
        await page.getByRole('button', { name: t('receive'), exact: true }).click();
        await dialog.getByRole('button', { name: t('receipt.submit'), exact: true }).click();
        await expect(dialog.getByText(t('receipt.reasonMissing'), { exact: true })).toBeVisible();
        await dialog.getByLabel(t('receipt.refiner')).fill('Metalor');
        await dialog.getByLabel(t('receipt.serial')).fill(serial.toLowerCase());
        await dialog.getByLabel(t('receipt.gross')).fill(locale === 'en' ? '401.125' : '401,125');
        await expect(dialog.getByText(t('receipt.fineUnknown'))).toBeVisible();
        await dialog.getByLabel(t('receipt.assay')).fill(locale === 'en' ? '995.8' : '995,8');
        const fine = locale === 'en' ? '399.440' : '399,440';
        await expect(dialog.getByText(t('receipt.fine', { weight: fine }))).toBeVisible();
        await inspect(page, 'the receipt of a bar');
        await dialog.getByLabel(t('receipt.reason')).fill('Delivery 7, list checked');
        await dialog.getByRole('button', { name: t('receipt.submit'), exact: true }).click();
        await expect(dialog).toHaveCount(0);
      });
      const line = page.locator('[data-proposal]').filter({ hasText: serial });
      await expect(line.getByRole('button')).toHaveText([p('withdraw')]);
      expect(await gold.innerText()).toBe(before);

      await test.step('the other one has it waiting, and approves it', async () => {
        const other = await context.newPage();
        await other.goto(path('/admin/bars'));
        const tabs = other.getByRole('navigation', { name: frame('nav') });
        await expect(tabs.locator(`[href="${path('/admin/bars')}"]`)).toContainText(/\d/u);
        // Compliance decides and proposes nothing.
        await expect(other.getByRole('button', { name: t('receive'), exact: true })).toHaveCount(0);
        await other.setViewportSize({ width: 768, height: 900 });
        await expectNoSidewaysScroll(other, 'a bar that waits, on a tablet');
        const bar = { metal: commonWords.say(locale, 'metals.gold'), refiner: 'Metalor', serial };
        const what = `${t('kinds.bar-receipt')}, ${t('about', bar)}`;
        await other.getByRole('button', { name: p('approveNamed', { what }) }).click();
        const question = other.getByRole('dialog', { name: p('decide.approve.title') });
        await expect(question).toContainText(serial);
        await question.getByRole('button', { name: p('decide.approve.submit'), exact: true }).click();
        await expect(other.getByText(p('decide.approve.done'))).toBeVisible();
      });

      await test.step('it is in the register, and its release is proposed', async () => {
        await page.getByRole('button', { name: frame('refresh'), exact: true }).click();
        await page.getByRole('searchbox', { name: t('list.searchLabel') }).fill(serial);
        const row = page.locator('[data-bar]').filter({ hasText: serial });
        await expect(row).toContainText('Metalor');
        await expect(row).not.toContainText(t('list.sample'));
        await expect.poll(() => gold.innerText()).not.toBe(before);
        await row.getByRole('button').click();
        const question = page.getByRole('dialog', { name: t('release.title') });
        await question.getByLabel(t('release.reason')).fill('Sold to a refiner');
        await question.getByRole('button', { name: t('release.submit'), exact: true }).click();
        await expect(line).toContainText(t('kinds.bar-release'));
      });
      await context.close();
    },
  );

  inEnglish(
    `an empty vault is said on the page of the metal and on the ticket, and a sale goes on (${locale})`,
    async ({ page, account }) => {
      await vaultHas(page, 0);
      await page.goto(path('/gold'));
      await expect(page.getByText(marketWords.say(locale, 'soldOut.gold.title'))).toBeVisible();
      await inspect(page, 'a metal that is sold out', { phone: true });

      await account.signUp(locale);
      await account.deposit(500_000);
      const { transaction } = await account.trade({ side: 'buy', metal: 'silver', totalCents: 100_000 });
      expect(transaction.metal).toBe('silver');
      await page.goto(`${path('/dashboard')}?trade=buy&metal=silver`);
      const ticket = page.getByRole('dialog');
      const none = problemsWords.say(locale, 'OutOfStock.noSilver');
      const ask = ticket.locator('button[type="submit"]');
      await expect(ticket.getByText(none)).toBeVisible();
      await expect(ask).toBeDisabled();
      await page.goto(`${path('/dashboard')}?trade=sell&metal=silver&ouncesE4=10000`);
      await expect(ask).toBeEnabled();
      await expect(ticket.getByText(none)).toHaveCount(0);

      // A little is left: the ticket says how much, and takes that.
      await page.unroute('**/api/stock');
      await vaultHas(page, 10_000);
      await page.goto(`${path('/dashboard')}?trade=buy&metal=silver&ouncesE4=10001`);
      await expect(ticket.getByText(weight(locale, 10_000)).first()).toBeVisible();
      await expect(ticket.getByText(problemsWords.say(locale, 'OutOfStock.what'))).toBeVisible();
      await expect(ask).toBeDisabled();
      await page.goto(`${path('/dashboard')}?trade=buy&metal=silver&ouncesE4=10000`);
      await expect(ask).toBeEnabled();
    },
  );
}
