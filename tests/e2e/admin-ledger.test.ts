// A reversal from one operator to the other and to the customer; the check of the books; in both languages.

import type { Browser, BrowserContext } from 'playwright/test';
import { money } from '../../web/i18n/format.ts';
import type { LedgerOperation } from '../../worker/contract/operators/ledger.ts';
import { expectNoSidewaysScroll, inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { proveInPage, signUpOperator } from './support/operators.ts';
import { Account, expect, type Person, test, testsOf } from './support/test.ts';
import {
  adminFrameWords,
  adminLedgerWords,
  receiptWords,
  transactionsWords,
  translator,
} from '../support/words.ts';

type Somebody<P extends Person> = {
  readonly context: BrowserContext;
  readonly account: Account;
  readonly person: P;
};

/** Somebody else at a device of their own. */
async function another<P extends Person>(
  browser: Browser,
  origin: string,
  who: (account: Account) => Promise<P>,
): Promise<Somebody<P>> {
  const context = await browser.newContext();
  const account = new Account(context, origin);
  return { context, account, person: await who(account) };
}

for (const language of LANGUAGES) {
  const { locale } = language;
  const { inEnglish } = testsOf(locale);
  const t = translator(adminLedgerWords, locale);

  inEnglish(
    `a purchase is reversed by two operators, and the customer reads of it (${locale})`,
    async ({ page, account, browser, baseURL }) => {
      const origin = baseURL ?? '';
      const customer = await another(browser, origin, (of) => of.signUp(locale));
      await customer.account.deposit(500_000);
      const { transaction } = await customer.account.trade({
        side: 'buy',
        metal: 'gold',
        totalCents: 100_000,
      });
      const operator = await signUpOperator(account, { language: locale });
      const second = await another(browser, origin, (of) =>
        signUpOperator(of, { language: locale, tier: 'standard' }),
      );

      // The first finds the receipt by its code, opens the operation and proposes.
      await page.goto(language.path('/admin/ledger'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'));
      // What cannot happen yet is not offered.
      await expect(
        page
          .getByRole('combobox', { name: t('transactions.type') })
          .getByRole('option', { name: transactionsWords.say(locale, 'types.delivery') }),
      ).toHaveCount(0);
      await page.getByRole('searchbox', { name: t('transactions.find') }).fill(transaction.id);
      const row = page.locator(`tr[data-transaction="${transaction.id}"]`);
      await expect(row).toContainText(customer.person.email);
      await expect(page).toHaveURL(`${origin}${language.path('/admin/ledger')}?search=${transaction.id}`);
      await row.getByRole('button').click();
      const operation = page.getByRole('dialog', { name: t('operation.title') });
      await expect(operation.getByText(t('house.names.fees'))).toBeVisible();
      await operation.getByRole('button', { name: t('propose.start') }).click();
      await expect(operation.getByLabel(t('propose.reason'))).toBeFocused();
      await expect(operation.getByRole('heading', { name: t('propose.title') })).toBeInViewport();
      await operation.getByRole('button', { name: t('propose.submit') }).click();
      await expect(operation.getByText(t('propose.reasonShort', { least: '10' }))).toBeVisible();
      await operation.getByLabel(t('propose.reason')).fill('Sent twice by a fault of ours.');
      await operation.getByLabel(t('propose.note')).fill('Only one order was yours.');
      await inspect(page, 'an operation and the form that proposes its reversal');
      // The operation, and with it the end of the form, is here before everything else was read again.
      await page.route(/\/api\/admin\/ledger$/u, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        await route.continue();
      });
      await operation.getByRole('button', { name: t('propose.submit') }).click();
      await proveInPage(page, operator, locale);
      await expect(page.getByText(t('propose.doneText'))).toBeVisible();
      await page.unroute(/\/api\/admin\/ledger$/u);
      await expect(operation.getByText(t('decide.mine'))).toBeVisible();
      await expect(operation.getByRole('button', { name: t('decide.approve') })).toHaveCount(0);

      // The second is sent the address, sees what it would do, and approves.
      const { operationId } = (await (
        await page.request.get(`/api/admin/ledger/operations/${transaction.id}`)
      ).json()) as LedgerOperation;
      const theirs = await second.context.newPage();
      await test.step('whoever may decide is told on every page, and who proposed is not', async () => {
        const frame = translator(adminFrameWords, locale);
        await theirs.goto(`${origin}${language.path('/admin/audit')}`);
        const tab = theirs.locator('.rail-nav').getByRole('link', { name: frame('tabs.ledger') });
        // Other tests propose as well.
        await expect(tab.locator('.rail-count')).toHaveText(/^[1-9]/u);
        await tab.click();
        const waiting = theirs.locator('tr[data-proposal]').filter({ hasText: customer.person.email });
        await expect(waiting).toContainText(t('reversals.waitsForYou'));
        await theirs.setViewportSize({ width: 768, height: 900 });
        await expectNoSidewaysScroll(theirs, 'a reversal that waits, on a tablet');
        await theirs.setViewportSize({ width: 1280, height: 900 });
        const own = page.locator('tr[data-proposal]').filter({ hasText: customer.person.email });
        await expect(own).toContainText(t('reversals.yours'));
      });
      await theirs.goto(`${origin}${language.path('/admin/ledger')}?operation=${operationId}`);
      const shown = theirs.getByRole('dialog', { name: t('operation.title') });
      await expect(shown.getByText('Sent twice by a fault of ours.')).toBeVisible();
      await expect(shown.getByRole('row', { name: t('effect.cash') })).toContainText(
        locale === 'en' ? '5,000.00' : '5.000,00',
      );
      await shown.getByRole('button', { name: t('decide.approve') }).click();
      const sure = theirs.getByRole('dialog', { name: t('decide.approve') });
      await test.step('the last question names the person and the amount', async () => {
        await expect(sure).toContainText(`${customer.person.fullName} (${customer.person.email})`);
        await expect(sure).toContainText(money(locale, transaction.totalCents));
      });
      await sure.getByRole('button', { name: t('decide.approve') }).click();
      await proveInPage(theirs, second.person, locale);
      await expect(theirs.getByText(t('decide.approvedText'))).toBeVisible();
      await expect(shown.getByText(t('reversals.states.approved'), { exact: true })).toBeVisible();
      await shown.getByRole('button', { name: t('operation.see') }).click();
      await expect(shown.getByText(t('operation.reverses'), { exact: true })).toBeVisible();
      await expect(shown.getByText('Only one order was yours.')).toBeVisible();

      // The customer finds the reversal beside the purchase, each with its receipt.
      const words = translator(transactionsWords, locale);
      const dashboard = await customer.context.newPage();
      await dashboard.goto(`${origin}${language.path('/dashboard')}`);
      const reversal = dashboard.locator('tr[data-type="reversal"]');
      await expect(reversal).toContainText(words('undone.buy'));
      await expect(dashboard.locator('tr[data-type="buy"]')).toContainText(words('reversed'));
      await reversal.getByRole('button').click();
      const receipt = dashboard.getByRole('dialog');
      await expect(receipt).toContainText(translator(receiptWords, locale)('reversal.buy'));
      await expect(receipt).toContainText('Only one order was yours.');
      await second.context.close();
      await customer.context.close();
    },
  );
}

test('the books are checked at a press, and a rejected proposal leaves them as they are', async ({
  page,
  account,
  browser,
  baseURL,
}) => {
  const [language] = LANGUAGES;
  const t = translator(adminLedgerWords, language.locale);
  const customer = await another(browser, baseURL ?? '', (of) => of.signUp());
  const { transaction } = await customer.account.deposit(50_000);
  const first = await another(browser, baseURL ?? '', (of) => signUpOperator(of, { proved: true }));
  const operator = await signUpOperator(account);

  await page.goto('/admin/ledger');
  await page.getByRole('button', { name: t('check.run') }).click();
  await proveInPage(page, operator, language.locale);
  await expect(page.getByText(t('check.done'))).toBeVisible();
  await expect(page.getByText(t('check.okText'))).toBeVisible();
  // Two facts in a row begin at one height; the first has its row to itself.
  const [, ...tops] = await page
    .locator('.ledger-counts dt')
    .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top));
  expect(tops).toHaveLength(6);
  for (const i of [0, 2, 4]) expect(tops[i]).toBe(tops[i + 1]);

  const { operationId } = (await (
    await page.request.get(`/api/admin/ledger/operations/${transaction.id}`)
  ).json()) as LedgerOperation;
  await first.account.post('/api/admin/ledger/reversals', {
    operationId,
    reason: 'The payment was disputed.',
  });
  await page.getByRole('button', { name: translator(adminFrameWords, language.locale)('refresh') }).click();
  const waiting = page.locator('tr[data-proposal]').filter({ hasText: customer.person.email });
  await waiting.getByRole('button').click();
  await page.getByRole('button', { name: t('decide.reject') }).click();
  const sure = page.getByRole('dialog', { name: t('decide.rejectTitle') });
  await sure.getByLabel(t('decide.rejectReason')).fill('The bank has confirmed it.');
  await sure.getByRole('button', { name: t('decide.reject') }).click();
  await expect(page.getByText(t('decide.rejected'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The choice shows once the address has it.
  await page.getByRole('radio', { name: t('reversals.decided'), exact: true }).click();
  await expect(page).toHaveURL(/reversals=decided/u);
  await expect(waiting).toContainText(t('reversals.states.rejected'));
  expect((await customer.account.portfolio()).cashCents).toBe(50_000);
  await first.context.close();
  await customer.context.close();
});
