// A letter that its reader does not recognise: the link freezes the account, and its owner asks for the end with a second factor.

import { addApp, codeOf } from './support/factors.ts';
import { violationsIn } from './support/axe.ts';
import { inspectAsWorn } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { signUpOperator } from './support/operators.ts';
import { Account, expect, test, testsOf } from './support/test.ts';
import { adminDashboardWords, adminUserWords, emailWords, proofWords, translator } from '../support/words.ts';

for (const { locale, path } of LANGUAGES) {
  const { inEnglish, inPortuguese } = testsOf(locale);
  const t = translator(emailWords, locale);
  const proof = translator(proofWords, locale);

  inPortuguese(
    `the link of a letter freezes the account, and a second factor asks for the end (${locale})`,
    async ({ page, account }) => {
      const person = await account.signUpInvestor(locale);
      const { key } = await addApp(account, person);

      await test.step('the page of the link does nothing before its button is pressed', async () => {
        await page.goto(path('/dashboard'));
        await page.goto(await account.freezeLink(person.email, 'trade-receipt'));
        await inspectAsWorn(page, 'the page that freezes');
        await page.goto(path('/profile'));
        await expect(page.getByText(person.email)).toBeVisible();
        await expect(page.getByText(t('frozen.title'))).toBeHidden();
      });

      await test.step('the button ends every session, and says what comes next', async () => {
        await page.goto(await account.freezeLink(person.email, 'trade-receipt'));
        await page.getByRole('button', { name: t('freeze.submit') }).click();
        await expect(page.getByText(t('freeze.done.title'))).toBeVisible();
        await inspectAsWorn(page, 'a frozen account');
        await page.goto(path('/dashboard'));
        await expect(page).toHaveURL(/login/u);
      });

      await test.step('who signs in reads, and is told what is stopped', async () => {
        const { ticket } = (
          (await account.post('/api/auth/sign-in', { email: person.email, password: person.password })) as {
            secondFactor: { ticket: string };
          }
        ).secondFactor;
        await account.post('/api/auth/second-factor', { ticket, method: 'totp', code: codeOf(key, 0) });
        await page.goto(path('/dashboard'));
        await expect(page.getByText(t('frozen.title'))).toBeVisible();
        await inspectAsWorn(page, 'the dashboard of a frozen account');
        await page.goto(path('/profile/security'));
        await expect(page.getByText(t('frozen.title'))).toBeVisible();
      });

      await test.step('the end is asked for with a code, and comes in a day', async () => {
        await page.getByRole('button', { name: t('frozen.ask') }).click();
        const asking = page.getByRole('dialog', { name: proof('title') });
        await asking.getByRole('textbox').first().fill(codeOf(key, 1));
        await asking.getByRole('button', { name: proof('submit') }).click();
        await expect(page.getByText(t('frozen.asked'), { exact: true })).toBeVisible();
        await expect(page.getByRole('button', { name: t('frozen.ask') })).toBeHidden();
        await inspectAsWorn(page, 'an end that was asked for');
        const quote = await page.request.post('/api/quotes', {
          data: { side: 'buy', metal: 'gold', totalCents: 10_000 },
          headers: { Origin: new URL(page.url()).origin },
        });
        expect(await quote.json()).toMatchObject({ code: 'AccountFrozen' });
      });

      await test.step('the link of the letter about it takes that back', async () => {
        await page.goto(await account.freezeLink(person.email, 'security-change'));
        await page.getByRole('button', { name: t('freeze.submit') }).click();
        await expect(page.getByText(t('freeze.done.title'))).toBeVisible();
      });
    },
  );

  inEnglish(
    `for who has no second factor an operator proposes the end (${locale})`,
    async ({ page, account, browser, baseURL }) => {
      const list = translator(adminDashboardWords, locale);
      const user = translator(adminUserWords, locale);
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        extraHTTPHeaders: { 'CF-Connecting-IP': '10.77.35.1' },
      });
      const theirs = new Account(context, baseURL ?? '');
      const person = await theirs.signUpInvestor(locale);
      const link = await theirs.freezeLink(person.email, 'trade-receipt');
      await theirs.post('/api/auth/freeze', { token: decodeURIComponent(link.split('token=')[1] ?? '') });
      const operator = await signUpOperator(account, { language: locale });

      await page.goto(path('/admin'));
      await page.getByRole('combobox', { name: list('users.filter') }).selectOption('frozen');
      await page.getByRole('searchbox').fill(person.email);
      // The address follows the search after a moment, and a panel that opened before would close again.
      await expect(page).toHaveURL(/search=/u);
      const row = page.locator('.admin-users tbody tr');
      await expect(row).toHaveCount(1);
      await expect(row).toContainText(list('users.frozen'));
      await row.getByRole('button', { name: person.email }).click();
      const details = page.getByRole('dialog', { name: user('title') });
      await expect(details).toContainText(user('freeze.open'));
      expect.soft(await violationsIn(page), 'the details of a frozen customer').toEqual([]);

      await details.getByRole('button', { name: user('actions.unfreeze') }).click();
      const question = page.getByRole('dialog', { name: user('unfreeze.title') });
      await question.getByRole('textbox', { name: user('reason.label') }).fill('Spoke by telephone');
      await question.getByRole('button', { name: user('unfreeze.submit') }).click();
      const asking = page.getByRole('dialog', { name: proof('title') });
      await asking.getByRole('textbox').first().fill(codeOf(operator.key, 0));
      await asking.getByRole('button', { name: proof('submit'), exact: true }).click();
      await expect(page.getByText(user('unfreeze.done'), { exact: true })).toBeVisible();
      await expect(details).toContainText(user('proposal.title', { what: user('proposal.kinds.unfreeze') }));
      await context.close();
    },
  );
}
