// Two-step sign-in and proving again who one is, as the customer meets them, in both languages.

import type { Locator, Page } from 'playwright/test';
import { addApp, codeOf, Device, wordsOf } from './support/factors.ts';
import { Dashboard, inUnit } from './support/dashboard.ts';
import { anyOf, type Language, LANGUAGES, say } from './support/language.ts';
import { type Account, expect, type Person, test, testsOf } from './support/test.ts';

for (const language of LANGUAGES) {
  const { inEnglish, inPortuguese } = testsOf(language.locale);
  test.describe(`in ${language.locale}`, () => {
    const { words } = language;
    const { proof, twoStep } = wordsOf(language);

    inPortuguese(
      'an app is turned on, and a recovery code serves in place of the phone',
      async ({ page, account }) => {
        const person = await account.signUp(language.locale);
        let code = '';

        await test.step('an app is turned on: who it is, the key, the first code, the recovery codes', async () => {
          const card = await openCard(page, language);
          await expect(card).toContainText(twoStep.off);
          await button(card, twoStep.app.add).click();

          const asking = dialog(page, proof.title);
          await asking.getByLabel(proof.password.label, { exact: true }).fill('wrong 9 wrong');
          await button(asking, proof.submit).click();
          await expect(asking.getByRole('alert')).toContainText(words.problems.PasswordIncorrect.what);
          await asking.getByLabel(proof.password.label, { exact: true }).fill(person.password);
          await button(asking, proof.submit).click();

          const setup = dialog(page, twoStep.setup.title);
          await expect(setup.getByRole('img', { name: twoStep.setup.qr })).toBeVisible();
          const key = ((await setup.locator('code').textContent()) ?? '').replaceAll(' ', '');
          expect(key).toMatch(/^[A-Z2-7]{32}$/u);
          await button(setup, twoStep.setup.submit).click();
          await expect(setup.getByLabel(twoStep.setup.code)).toHaveAccessibleDescription(
            twoStep.setup.missing,
          );
          await setup.getByLabel(twoStep.setup.code).fill('000000');
          await button(setup, twoStep.setup.submit).click();
          await expect(setup.getByRole('alert')).toContainText(words.problems.SecondFactorInvalid.what);
          await setup.getByLabel(twoStep.setup.code).fill(codeOf(key, 0));
          await button(setup, twoStep.setup.submit).click();

          const shown = dialog(page, twoStep.shown.title);
          await expect(shown.getByRole('listitem')).toHaveCount(10);
          code = (await shown.getByRole('listitem').first().textContent()) ?? '';
          await page.keyboard.press('Escape');
          await expect(shown).toBeVisible();
          await button(shown, twoStep.shown.done).click();
          await expect(shown).toBeHidden();
          await expect(card).toContainText(twoStep.on);
          await expect(card).toContainText(say(twoStep.codes.left.other, { n: 10, recoveryCodes: 10 }));
        });

        await test.step('a recovery code serves in place of the phone; the way back leads to the password', async () => {
          await account.signOut();
          await page.goto(language.path('/login'));
          await fillPassword(page, language, person);
          await button(page, proof.back).click();
          await expect(page.getByLabel(words.login.email, { exact: true })).toHaveValue(person.email);
          await expect(page.getByLabel(words.login.password, { exact: true })).toBeFocused();
          await button(page, words.login.submit).click();
          await button(page, proof.use.recovery).click();
          await expect(page.getByLabel(proof.recovery.label)).toBeFocused();
          await page.getByLabel(proof.recovery.label).fill(code.toUpperCase());
          await button(page, proof.submit).click();
          await expect(page).toHaveURL(language.path('/dashboard'));
        });
      },
    );

    inEnglish(
      'a customer proves who they are for an order above ten thousand dollars, and with a code after the password',
      async ({ page, account }) => {
        const person = await account.signUp(language.locale);

        await test.step('an order above ten thousand dollars asks who it is, over the ticket, and goes on by itself', async () => {
          await account.deposit(3_000_000);
          const dashboard = new Dashboard(page, language);
          await dashboard.open('?trade=buy&metal=silver');
          const ticket = dashboard.dialog(words.trade.title.buy.silver);
          await ticket.getByRole('radio', { name: words.trade.money, exact: true }).click();
          await inUnit(ticket, 'US$');
          await ticket.getByRole('textbox').first().fill('12000');
          await ticket.getByRole('button', { name: words.trade.ask, exact: true }).click();

          const asking = dialog(page, proof.title);
          await expect(asking.getByLabel(proof.password.label, { exact: true })).toBeFocused();
          await page.keyboard.press('Escape');
          await expect(asking).toBeHidden();
          await expect(ticket).toBeVisible();
          await expect(ticket.getByRole('alert')).toContainText(words.problems.StepUpRequired.what);

          await ticket.getByRole('button', { name: words.trade.ask, exact: true }).click();
          await asking.getByLabel(proof.password.label, { exact: true }).fill(person.password);
          await button(asking, proof.submit).click();
          await expect(asking).toBeHidden();
          await ticket.getByRole('button', { name: words.trade.confirm.buy }).click();
          await expect(dialog(page, words.receipt.title.buy)).toBeVisible();
          const { totals } = await account.portfolio();
          expect(totals.investedCents).toBeGreaterThan(1_100_000);
        });

        await test.step('signing in asks for the code after the password, and goes where the customer was going', async () => {
          const { key } = await addApp(account, person);
          await account.signOut();
          await page.goto(`${language.path('/login')}?next=/profile`);
          await fillPassword(page, language, person);
          // The one heading says what is asked; nobody is sent away to open an account; all options begin on one line.
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(proof.title);
          await expect(page.getByRole('link', { name: words.login.switchLink })).toHaveCount(0);
          const code = page.getByLabel(proof.totp.label);
          await expect(code).toBeFocused();
          const options = [
            button(page, proof.use.recovery),
            button(page, proof.back),
            page.getByText(proof.lost.text),
          ];
          const starts = await Promise.all(options.map(startOfText));
          expect(new Set(starts).size, `${starts.join(', ')} px`).toBe(1);
          await code.fill('000 000');
          await button(page, proof.submit).click();
          await expect(page.getByRole('alert')).toContainText(words.problems.SecondFactorInvalid.what);
          await expect(code).toHaveValue('000 000');
          await code.fill(codeOf(key, 0));
          await button(page, proof.submit).click();
          await expect(page).toHaveURL(language.path('/profile'));
        });
      },
    );

    inEnglish(
      'a passkey is added, named, signs in alone and as the second step, and is removed',
      async ({ page, account }) => {
        const device = await Device.plugInto(page);
        const person = await account.signUp(language.locale);
        await addPasskey(page, account, language, person);
        const card = await openCard(page, language);
        const line = card.getByRole('listitem');
        await line.getByRole('button', { name: anyOf(twoStep.passkeys.renameLabel) }).click();
        const renaming = dialog(page, twoStep.rename.title);
        await renaming.getByLabel(twoStep.rename.label).fill('Chave do cofre');
        await button(renaming, twoStep.rename.submit).click();
        await expect(line).toContainText('Chave do cofre');

        await account.signOut();
        await page.goto(language.path('/login'));
        await test.step('a device that does not know the finger opens nothing, and says what to do', async () => {
          await device.recognise(false);
          await button(page, proof.signIn).click();
          await expect(page.getByRole('alert')).toContainText(proof.device.cancelled.title);
          await expect(page).toHaveURL(language.path('/login'));
          await device.recognise(true);
          await button(page, proof.signIn).click();
          await expect(page).toHaveURL(language.path('/dashboard'));
        });

        await account.signOut();
        await page.goto(language.path('/login'));
        await fillPassword(page, language, person);
        await button(page, proof.passkey.submit).click();
        await expect(page).toHaveURL(language.path('/dashboard'));

        await openCard(page, language);
        const name = say(twoStep.passkeys.removeLabel, { name: 'Chave do cofre' });
        await line.getByRole('button', { name }).click();
        const sure = dialog(page, say(twoStep.confirm.passkey.title, { name: 'Chave do cofre' }));
        await expect(sure).toContainText(twoStep.confirm.last);
        await button(sure, twoStep.confirm.passkey.submit).click();
        await button(dialog(page, proof.title), proof.passkey.submit).click();
        await expect(card).toContainText(twoStep.off);
        expect(await device.passkeys()).toBe(1);
      },
    );
  });
}

test('the operator of a local start signs in with the documented app', async ({ page }) => {
  const [language] = LANGUAGES;
  const { proof } = wordsOf(language);
  await page.goto('/login');
  await fillPassword(page, language, { email: 'admin@onca.example', password: 'onca-admin-2026' });
  // Another run may have used this moment's code; the next one is as good.
  await expect(async () => {
    for (const ahead of [0, 1] as const) {
      await page.getByLabel(proof.totp.label).fill(codeOf('JBSWY3DPEHPK3PXP', ahead));
      await button(page, proof.submit).click();
      const arrived = page.waitForURL('/dashboard', { timeout: 3_000 }).then(
        () => true,
        () => false,
      );
      if (await arrived) return;
    }
    throw new Error('still at the door');
  }).toPass({ timeout: 45_000 });
});

function button(scope: Page | Locator, name: string): Locator {
  return scope.getByRole('button', { name, exact: true });
}

function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true });
}

async function fillPassword(
  page: Page,
  { words }: Language,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel(words.login.email, { exact: true }).fill(email);
  await page.getByLabel(words.login.password, { exact: true }).fill(password);
  await button(page, words.login.submit).click();
}

async function openCard(page: Page, language: Language): Promise<Locator> {
  const { twoStep } = wordsOf(language);
  await page.goto(language.path('/profile/security'));
  const card = page.getByRole('region', { name: twoStep.title, exact: true });
  await button(card, twoStep.passkeys.add).waitFor();
  return card;
}

async function addPasskey(page: Page, account: Account, language: Language, person: Person): Promise<void> {
  const { twoStep } = wordsOf(language);
  await account.post('/api/auth/step-up', { method: 'password', password: person.password });
  const card = await openCard(page, language);
  await button(card, twoStep.passkeys.add).click();
  await button(dialog(page, twoStep.shown.title), twoStep.shown.done).click();
  await expect(card).toContainText(twoStep.on);
}

/** Where the words of an element begin, in whole pixels. */
const startOfText = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return Math.round(range.getBoundingClientRect().left);
  });
