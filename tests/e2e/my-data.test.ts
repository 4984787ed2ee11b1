// What a customer may ask of us about the own data: the newsletter by a confirmed address and out of it by one press; the
// simplified answer and the complete copy; the closing of the account with what is in its way, and taking it back.

import { proveByPassword } from './support/factors.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { expect, test, testsOf } from './support/test.ts';
import { bringIn } from './support/whole-page.ts';
import { myDataWords, newsletterWords, translator, verifyWords } from '../support/words.ts';

for (const { locale, path } of LANGUAGES) {
  const { inPortuguese } = testsOf(locale);
  const t = translator(myDataWords, locale);

  inPortuguese(
    `a customer’s data: asked about, taken along, and the account closed (${locale})`,
    async ({ page, account }) => {
      const person = await account.signUp(locale);
      const { email } = person;

      await test.step('the newsletter waits for the mailbox, whose letter says how to leave', async () => {
        await page.goto(path('/contact'));
        const form = page.locator('form.newsletter');
        await bringIn(form);
        await form.getByRole('textbox').first().fill(email);
        await form.getByRole('button').click();
        await expect(form.getByRole('status')).toHaveText(newsletterWords.say(locale, 'done', { email }));
        const token = await account.linkToken(email, 'newsletter-confirm');
        await page.goto(`${path('/newsletter/confirm')}#token=${token}`);
        await expect(page.getByRole('button', { name: t('newsletter.confirm.submit') })).toBeEnabled();
        await inspect(page, 'the newsletter’s question');
        await page.getByRole('button', { name: t('newsletter.confirm.submit') }).click();
        await expect(page.getByText(t('newsletter.confirm.done.title'))).toBeVisible();
        const list = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
        const { messages } = (await list.json()) as { messages: { id: string; kind: string }[] };
        const welcome = messages.find(({ kind }) => kind === 'newsletter-welcome');
        await page.goto(path(`/dev/mailbox/${welcome?.id ?? ''}`));
        await expect(page.getByText('List-Unsubscribe=One-Click', { exact: true })).toBeVisible();
      });

      await test.step('the page says what is kept, and the newsletter is left by one button', async () => {
        await page.goto(path('/profile/data'));
        await expect(page.getByText(t('topics.movements.title'), { exact: true })).toBeVisible();
        await expect(page.getByText(t('consent.on', { email }))).toBeVisible();
        await inspect(page, 'my data', { phone: true });
        await page.getByRole('button', { name: t('consent.leave') }).click();
        await expect(page.getByText(t('consent.off', { email }))).toBeVisible();
      });

      await test.step('a letter’s other link says the same where nothing is left', async () => {
        const token = await account.linkToken(email, 'newsletter-welcome');
        await page.goto(`${path('/newsletter/leave')}#token=${token}`);
        await page.getByRole('button', { name: t('newsletter.leave.submit') }).click();
        await expect(page.getByText(t('newsletter.leave.done.title'))).toBeVisible();
      });

      await test.step('a complete copy is made once a day, and downloaded after a proof', async () => {
        await page.goto(path('/profile/data'));
        await page.getByRole('button', { name: t('export.ask') }).click();
        const download = page.getByRole('button', { name: t('export.download'), exact: true });
        await expect(download).toBeVisible({ timeout: 15_000 });
        await expect(page.getByRole('button', { name: t('export.ask') })).toBeDisabled();
        await download.click();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          proveByPassword(page, person.password, locale),
        ]);
        expect(file.suggestedFilename()).toMatch(/^onca-\d{4}-\d\d-\d\d\.zip$/u);
        await page.getByRole('link', { name: t('export.check') }).click();
        await expect(page.locator('.verify-keys[data-ready]')).toBeVisible();
        await page.locator('input[type="file"]').setInputFiles(await file.path());
        await expect(page.locator('[data-verdict="genuine"]')).toContainText(
          verifyWords.say(locale, 'domains.export'),
        );
        await page.goto(path('/profile/data'));
      });

      await test.step('cash is in the way, with the reason and a button', async () => {
        await account.deposit(10_000);
        await page.reload();
        await expect(page.getByText(t('closing.list.metal.done'))).toBeVisible();
        await expect(page.locator('.closing-list [data-open]')).toHaveCount(1);
        await expect(page.getByRole('button', { name: t('closing.open') })).toBeDisabled();
        await page.getByRole('button', { name: t('closing.list.cash.action') }).click();
        const dialog = page.getByRole('dialog');
        // Everything is in the field already.
        await expect(dialog.getByRole('textbox')).toHaveValue(/\d/u);
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      });

      await test.step('an empty account closes in seven days, unless its owner signs in', async () => {
        await account.signOut();
        const other = await account.signUp(locale);
        await page.goto(path('/profile/data'));
        await page.getByRole('button', { name: t('closing.open') }).click();
        const dialog = page.getByRole('dialog', { name: t('closing.dialog.title') });
        await dialog.getByRole('button', { name: t('closing.dialog.submit') }).click();
        await proveByPassword(page, other.password, locale);
        await expect(page.getByText(t('closing.begun.title'))).toBeVisible();
        await expect(page).toHaveURL(/login/u);
        await account.post('/api/auth/sign-in', { email: other.email, password: other.password });
        await page.goto(path('/profile/data'));
        await expect(
          page.getByText(myDataWords.dictionaries[locale].closing.last['signed-in'].split('{{')[0] ?? ''),
        ).toBeVisible();
      });
    },
  );
}
