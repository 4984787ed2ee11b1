// The second factors in all their states: loading, failing, none, all of them, and every dialog on the way.

import type { Page } from 'playwright/test';
import { addApp, Device, wordsOf } from './support/factors.ts';
import { inspect } from './support/inspect.ts';
import { ENGLISH, PORTUGUESE } from './support/language.ts';
import { afterRetries } from './support/clock.ts';
import { deepTest, expect, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

const { words } = PORTUGUESE;
const { proof, twoStep } = wordsOf(PORTUGUESE);
const FACTORS = '**/api/auth/factors';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

deepTest(
  'the card is accessible while it loads, when it cannot be read, and after the second try',
  async ({ page, account }) => {
    await account.signUp();
    await page.clock.install();
    let fail: () => void = () => undefined;
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route(FACTORS, async (route) => {
      await failing;
      await route.fulfill({ status: 500, json: {} });
    });
    await page.goto('/profile/security');
    const card = page.getByRole('region', { name: twoStep.title, exact: true });
    await expect(card.locator('[aria-busy="true"]').first()).toBeVisible();
    await inspect(page, 'factors loading');
    fail();
    await afterRetries(card.getByText(twoStep.error.title));
    await inspect(page, 'factors not read');
    await page.unroute(FACTORS);
    await card.getByRole('button', { name: words.common.retry }).click();
    await expect(card.getByText(twoStep.lead)).toBeVisible();
    await inspect(page, 'no factors');
  },
);

test('every step of turning on and using factors is accessible', async ({ page, account }) => {
  test.setTimeout(240_000);
  await Device.plugInto(page);
  const person = await account.signUp();
  await page.goto('/profile/security');
  await button(page, twoStep.app.add).click();
  const asking = page.getByRole('dialog', { name: proof.title });
  await asking.getByLabel(proof.password.label, { exact: true }).fill('wrong 9 wrong');
  await button(page, proof.submit).click();
  await expect(asking.getByRole('alert')).toBeVisible();
  await inspect(page, 'who is it, refused');
  await asking.getByLabel(proof.password.label, { exact: true }).fill(person.password);
  await button(page, proof.submit).click();
  await expect(page.getByRole('img', { name: twoStep.setup.qr })).toBeVisible();
  await button(page, twoStep.setup.submit).click();
  await inspect(page, 'the key, a code missing');
  await button(page, words.common.close).click();

  await button(page, twoStep.passkeys.add).click();
  await expect(page.getByRole('dialog', { name: twoStep.shown.title })).toBeVisible();
  await inspect(page, 'recovery codes');
  await button(page, twoStep.shown.done).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await inspect(page, 'one passkey');
  await page.getByRole('button', { name: new RegExp(`^${twoStep.passkeys.rename} `, 'u') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'renaming');
  await page.keyboard.press('Escape');
  await button(page, twoStep.codes.renew).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'new codes, really');
  await button(page, twoStep.confirm.cancel).click();
});

deepTest(
  'the second step is accessible by each of its ways, in both languages',
  async ({ page, account }) => {
    test.setTimeout(240_000);
    for (const language of [PORTUGUESE, ENGLISH]) {
      const themes = language === PORTUGUESE;
      const { proof: own } = wordsOf(language);
      const person = await account.signUp(language.locale);
      await addApp(account, person);
      await account.signOut();
      await page.goto(language.path('/login'));
      await page.getByLabel(language.words.login.email, { exact: true }).fill(person.email);
      await page.getByLabel(language.words.login.password, { exact: true }).fill(person.password);
      await button(page, language.words.login.submit).click();
      await button(page, own.submit).click();
      await expect(page.getByLabel(own.totp.label)).toHaveAccessibleDescription(own.missing);
      await inspect(page, `second step by code, nothing typed, in ${language.locale}`, { themes });
      await button(page, own.use.recovery).click();
      await page.getByLabel(own.recovery.label).fill('k7m2p-x9qtd');
      await button(page, own.submit).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await inspect(page, `second step by recovery code, refused, in ${language.locale}`, { themes });
    }
  },
);
