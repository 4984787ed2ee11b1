// The customer's own address, in both languages: proved by a link, put right, changed by both mailboxes; and a second factor
// that its owner did not add. Each page is looked at on a phone and on a desk.

import { addApp, proveByPassword } from './support/factors.ts';
import { inspectAsWorn } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { expect, newPerson, test, testsOf } from './support/test.ts';
import { dashboardWords, emailWords, resetPasswordWords, titlesWords, translator } from '../support/words.ts';

for (const { locale, path } of LANGUAGES) {
  const { inEnglish, inPortuguese } = testsOf(locale);
  const t = translator(emailWords, locale);
  const steps = translator(dashboardWords, locale);

  inEnglish(
    `a link counts also where the page had asked before it who is signed in (${locale})`,
    async ({ page, account }) => {
      const person = await account.signUp(locale, { unconfirmed: true });
      const token = await account.linkToken(person.email, 'confirm-email');
      const confirmed = page.waitForResponse('**/api/auth/email/confirm');
      // The first answer is of before the press and comes after it.
      await page.route(
        '**/api/auth/session',
        async (route) => {
          const response = await route.fetch();
          await confirmed;
          // The page may have given it up meanwhile.
          await route.fulfill({ response }).catch(() => undefined);
        },
        { times: 1 },
      );
      const asked = page.waitForRequest('**/api/auth/session');
      await page.goto(`${path('/confirm-email')}#token=${token}`);
      await asked;
      await page.getByRole('button', { name: t('confirm.submit') }).click();
      await page.getByRole('link', { name: t('confirm.address.action') }).click();
      await expect(page.locator('.first-steps li').first()).toHaveAttribute('data-state', 'done');
    },
  );

  inPortuguese(
    `an address is proved, and changes when both mailboxes agree (${locale})`,
    async ({ page, account }) => {
      const person = await account.signUp(locale, { unconfirmed: true });

      await test.step('until then the dashboard and the pages of the account say what waits', async () => {
        await page.goto(path('/dashboard'));
        const step = page.locator('.first-steps li').first();
        await expect(step).toContainText(steps('firstSteps.confirm.title'));
        await expect(page.getByText(steps('bonus.available.unconfirmed'))).toBeVisible();
        await step.getByRole('button', { name: t('note.resend') }).click();
        await expect(page.getByText(t('note.sent', { email: person.email }))).toBeVisible();
        await page.goto(path('/profile/security'));
        await expect(page.getByText(t('note.title'))).toBeVisible();
        await page.goto(path('/profile'));
        await expect(page.getByText(t('row.unconfirmed'), { exact: true })).toBeVisible();
        await inspectAsWorn(page, 'an unconfirmed account');
      });

      await test.step('the button of the link proves it; without its token a link says so', async () => {
        const token = await account.linkToken(person.email, 'confirm-email');
        await page.goto(path('/confirm-email'));
        await expect(page.getByText(t('confirm.missing.title'))).toBeVisible();
        await page.goto(path('/dashboard'));
        await page.goto(`${path('/confirm-email')}#token=${token}`);
        await expect(page).toHaveTitle(new RegExp(titlesWords.say(locale, 'confirmEmail.title'), 'u'));
        await inspectAsWorn(page, 'the page of the link');
        await page.getByRole('button', { name: t('confirm.submit') }).click();
        await expect(page.getByText(t('confirm.address.title'))).toBeVisible();
        await page.getByRole('link', { name: t('confirm.address.action') }).click();
        await expect(page.locator('.first-steps li').first()).toHaveAttribute('data-state', 'done');
      });

      const next = newPerson();
      await test.step('a change asks who it is, writes to both, and is taken back or done', async () => {
        await page.goto(path('/profile'));
        await expect(page.getByText(t('row.confirmed'), { exact: true })).toBeVisible();
        await page.getByRole('button', { name: t('row.changeEmail') }).click();
        const dialog = page.getByRole('dialog', { name: t('emailDialog.title') });
        await dialog.getByRole('button', { name: t('emailDialog.submit') }).click();
        const field = dialog.getByLabel(t('emailDialog.label'));
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await field.fill(next.email);
        await dialog.getByRole('button', { name: t('emailDialog.submit') }).click();
        await proveByPassword(page, person.password, locale);
        await expect(page.getByText(t('emailDialog.sent'))).toBeVisible();
        await expect(page.getByText(t('row.waitsForBoth'))).toBeVisible();
        await inspectAsWorn(page, 'a change that waits');

        await page.goto(
          `${path('/confirm-email')}#token=${await account.linkToken(next.email, 'email-change-new')}`,
        );
        await page.getByRole('button', { name: t('confirm.submit') }).click();
        await expect(page.getByText(t('confirm.waitsForOld.title'))).toBeVisible();
        await page.getByRole('link', { name: t('confirm.waitsForOld.action') }).click();
        await expect(page.getByText(t('row.waitsForOld'))).toBeVisible();
        await account.post('/api/auth/email/confirm', {
          token: await account.linkToken(person.email, 'email-change-old'),
        });
        await page.reload();
        await expect(page.getByText(next.email)).toBeVisible();
        await expect(page.getByText(t('row.waitsForOld'))).toBeHidden();
      });

      await test.step('the phone number changes too', async () => {
        await page.getByRole('button', { name: t('row.changePhone') }).click();
        const dialog = page.getByRole('dialog', { name: t('phoneDialog.title') });
        await dialog.getByLabel(t('phoneDialog.label')).fill('+55 47 93724-3085');
        await dialog.getByRole('button', { name: t('phoneDialog.submit') }).click();
        await expect(page.getByText(t('phoneDialog.done'))).toBeVisible();
        await expect(page.getByText('+55 (47) 93724-3085')).toBeVisible();
      });
    },
  );

  inEnglish(
    `a factor that its owner did not add goes by the letter, or at a new password (${locale})`,
    async ({ page, account }) => {
      const person = await account.signUp(locale);
      await addApp(account, person);

      await test.step('the link of the letter removes it and signs out everywhere', async () => {
        await page.goto(path('/dashboard'));
        const first = await account.linkToken(person.email, 'security-change');
        await page.goto(`${path('/remove-factor')}#token=${first}`);
        await inspectAsWorn(page, 'the page that removes a factor');
        await page.getByRole('button', { name: t('remove.submit') }).click();
        await expect(page.getByText(t('remove.done.title'))).toBeVisible();
        await page.goto(path('/dashboard'));
        await expect(page).toHaveURL(/login/u);
      });

      await account.post('/api/auth/sign-in', { email: person.email, password: person.password });
      await addApp(account, person);
      const letter = await account.linkToken(person.email, 'security-change');

      await test.step('a new password asks which of the last days’ factors stay', async () => {
        await account.post('/api/auth/password/forgot', { email: person.email });
        const token = await account.linkToken(person.email, 'password-reset');
        await page.goto(`${path('/reset-password')}#token=${token}`);
        const doubted = page.getByRole('group', { name: t('doubt.title') });
        await expect(doubted.getByRole('checkbox')).toHaveCount(1);
        await expect(doubted.getByRole('checkbox')).not.toBeChecked();
        await inspectAsWorn(page, 'a reset with factors in doubt');
        await doubted.getByRole('checkbox').check();
        await page
          .getByRole('textbox', { name: resetPasswordWords.say(locale, 'password') })
          .fill('tucano azul na serra 7');
        await page.getByRole('button', { name: resetPasswordWords.say(locale, 'submit') }).click();
        await expect(page).toHaveURL(path('/login'));
      });

      await test.step('the reset closed the links of letters before it', async () => {
        await page.goto(`${path('/remove-factor')}#token=${letter}`);
        await page.getByRole('button', { name: t('remove.submit') }).click();
        await expect(page.getByRole('alert')).toBeVisible();
      });
    },
  );
}
