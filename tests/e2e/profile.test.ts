// The profile: its tabs and sign-out, the name, and settings that follow the account to other devices.

import enProfile from '../../locales/en/profile.json' with { type: 'json' };
import enUi from '../../locales/en/ui.json' with { type: 'json' };
import ptProfile from '../../locales/pt-BR/profile.json' with { type: 'json' };
import ptUi from '../../locales/pt-BR/ui.json' with { type: 'json' };
import type { Page } from 'playwright/test';
import { expectInTime } from './support/clock.ts';
import { complaintsOf } from './support/complaints.ts';
import { inspect } from './support/inspect.ts';
import { ENGLISH, type Language, PORTUGUESE } from './support/language.ts';
import { expect, type Person, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';

const enFrame = enProfile.frame;
const enSettings = enProfile.settings;
const enSave = enUi.save;
const ptFrame = ptProfile.frame;
const ptSettings = ptProfile.settings;
const ptSave = ptUi.save;

const SAYINGS = [
  { ...PORTUGUESE, own: { frame: ptFrame, profile: ptProfile, settings: ptSettings, save: ptSave } },
  { ...ENGLISH, own: { frame: enFrame, profile: enProfile, settings: enSettings, save: enSave } },
] as const;
const [PORTUGUESE_OWN, ENGLISH_OWN] = SAYINGS;

type Settings = Record<string, unknown>;

async function settingsOf(page: Page): Promise<Settings> {
  return (await (await page.request.get('/api/settings')).json()) as Settings;
}

async function signIn(page: Page, language: Language, person: Person): Promise<void> {
  const { login } = language.words;
  await page.getByRole('textbox', { name: login.email }).fill(person.email);
  await page.getByRole('textbox', { name: login.password, exact: true }).fill(person.password);
  await page.getByRole('button', { name: login.submit, exact: true }).click();
}

const look = (page: Page) =>
  page.evaluate(() => {
    const { platform, mode } = document.documentElement.dataset;
    return { platform, mode, currency: localStorage.getItem('currency') };
  });

for (const language of SAYINGS) {
  const { own, words, path } = language;
  const save = (page: Page) => page.getByRole('button', { name: own.save.submit, exact: true });

  const title = `the tabs are links with addresses of their own, and one leads out, in ${language.locale}`;
  test(title, deepIf(language.locale === 'en'), async ({ page, account }) => {
    await page.goto(path('/profile/settings'));
    await expect(page).toHaveURL(`${path('/login')}?next=${encodeURIComponent('/profile/settings')}`);
    const person = await account.signUp(language.locale);
    await account.signOut();
    await signIn(page, language, person);
    await expect(page).toHaveURL(path('/profile/settings'));
    const complaints = complaintsOf(page);

    const tabs = page.getByRole('navigation', { name: own.frame.nav });
    const addresses = [
      '/profile',
      '/profile/identity',
      '/profile/settings',
      '/profile/alerts',
      '/profile/security',
      '/profile/payouts',
      '/profile/data',
    ];
    await expect(tabs.getByRole('link')).toHaveCount(addresses.length);
    expect(
      await tabs
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')])),
    ).toEqual(Object.values(own.frame.tabs).map((name, i) => [name, path(addresses[i] ?? '')]));
    for (const name of Object.values(own.frame.tabs)) {
      await tabs.getByRole('link', { name, exact: true }).click();
      await expect(tabs.locator('[aria-current="page"]')).toHaveText(name);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await page.goBack();
    await expect(page).toHaveURL(path('/profile/payouts'));
    await page.reload();
    await expect(tabs.locator('[aria-current="page"]')).toHaveText(own.frame.tabs.payouts);
    // What the page asks for after the session's end is refused, and the console says so.
    await page.waitForLoadState('networkidle');

    await page.getByRole('button', { name: own.frame.signOut, exact: true }).click();
    await expect(page).toHaveURL(path('/'));
    expect(complaints).toEqual([]);
  });

  test(
    `the name is changed by the rules of sign-up, and a save that fails says so, in ${language.locale}`,
    deepIf(language.locale === 'en'),
    async ({ page, account }) => {
      const person = await account.signUp(language.locale);
      await page.clock.install();
      await page.goto(path('/profile'));
      const name = page.getByRole('textbox', { name: own.profile.fullName });
      const saved = page.getByText(own.profile.saved, { exact: true });

      await expect(name).toHaveValue(person.fullName);

      await test.step('a save that fails says so for three seconds and keeps what was written', async () => {
        await name.fill('Ana Maria');
        await page.route('**/api/profile', (route) => route.abort('connectionfailed'));
        await save(page).click();
        const failure = page.getByText(own.profile.failed);
        await expect(failure).toBeVisible();
        await page.clock.runFor(3_000);
        await expect(failure).toBeHidden();
        await expect(name).toHaveValue('Ana Maria');
        await page.unroute('**/api/profile');
        await save(page).click();
        await expect(saved).toBeVisible();
        await page.clock.runFor(3_000);
        await expect(saved).toBeHidden();
      });

      await test.step('the name is changed by the rules of sign-up', async () => {
        await name.fill(' A ');
        await save(page).click();
        await expect(name).toHaveAccessibleDescription(words.formErrors.errors.fullNameTooShort);
        await expect(name).toBeFocused();

        await name.fill('  Ana   Maria   Braga ');
        await save(page).click();
        await expect(saved).toBeVisible();
        await expect(name).toHaveValue('Ana Maria Braga');
        await expect(
          page.getByRole('button', { name: `Ana Maria Braga, ${words.shell.account.label}` }),
        ).toBeVisible();
        await page.clock.runFor(3_000);
        await expect(saved).toBeHidden();
        await page.reload();
        await expect(name).toHaveValue('Ana Maria Braga');
      });
    },
  );
}

/** From one language and currency to the other. */
const CHANGES = [
  { from: PORTUGUESE_OWN, to: ENGLISH_OWN, currency: 'USD' },
  { from: ENGLISH_OWN, to: PORTUGUESE_OWN, currency: 'BRL' },
] as const;

for (const { from, to, currency } of CHANGES) {
  test(
    `settings are saved, take effect at once, and follow the customer to another device, from ${from.locale}`,
    deepIf(from.locale === 'en'),
    async ({ page, account, browser, baseURL }) => {
      const { own, path } = from;
      const person = await account.signUp(from.locale);
      await page.clock.install();
      await page.goto(path('/profile/settings'));
      const complaints = complaintsOf(page);
      await page.getByRole('switch', { name: own.settings.channels.email }).uncheck();
      await page.getByRole('switch', { name: own.settings.channels.sms }).check();
      await page.getByRole('radio', { name: own.settings.look.crypto }).check();
      await page.getByLabel(own.settings.look.theme, { exact: true }).selectOption('dark');
      await page.getByLabel(own.settings.region.currency, { exact: true }).selectOption(currency);
      expect(await look(page), 'nothing changes before it is saved').toMatchObject({ platform: 'gold' });

      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/settings', async (route) => {
        if (route.request().method() === 'PATCH') await held;
        await route.continue();
      });
      const button = page.getByRole('button', { name: own.save.submit });
      await button.click();
      await expect(page.getByRole('button', { name: own.save.saving })).toHaveAttribute('aria-busy', 'true');
      answer();
      await expect(page.getByText(own.settings.saved, { exact: true })).toBeVisible();
      await expect.poll(() => look(page)).toEqual({ platform: 'crypto', mode: 'dark', currency });
      await page.clock.runFor(3_000);
      await expect(page.getByText(own.settings.saved, { exact: true })).toBeHidden();

      // A new language is another address of the same page, which shows the message.
      await page.getByLabel(own.settings.region.language, { exact: true }).selectOption(to.locale);
      await button.click();
      await expect(page).toHaveURL(to.path('/profile/settings'));
      await expect(page.getByText(to.own.settings.saved, { exact: true })).toBeVisible();
      expect(await settingsOf(page)).toMatchObject({
        notificationEmail: false,
        notificationSms: true,
        platform: 'crypto',
        theme: 'dark',
        currency,
        language: to.locale,
      });

      const device = await browser.newContext({ baseURL: baseURL ?? '', colorScheme: 'light' });
      const other = await device.newPage();
      await other.goto(path('/login'));
      expect(await look(other)).toEqual({ platform: 'gold', mode: 'light', currency: null });
      await signIn(other, from, person);
      // The language of the sign-in page stays for this visit.
      await expect(other).toHaveURL(from.path('/dashboard'));
      await expect.poll(() => look(other)).toEqual({ platform: 'crypto', mode: 'dark', currency });
      // The next visit to an address without a language uses the chosen one.
      await other.goto('/dashboard');
      await expect(other).toHaveURL(to.path('/dashboard'));

      // A change on one device reaches the other at its next load.
      await other.request.patch('/api/settings', {
        data: { theme: 'light' },
        headers: { Origin: baseURL ?? '' },
      });
      await page.reload();
      await expect.poll(() => look(page)).toMatchObject({ mode: 'light' });
      await device.close();
      expect(complaints).toEqual([]);
    },
  );

  test(
    `what is chosen outside the settings is the account's, before it exists and afterwards, from ${from.locale}`,
    deepIf(from.locale === 'en'),
    async ({ page }) => {
      const { own, words, path } = from;
      const { shell, signup } = words;

      await test.step('what was chosen before there was an account is taken into it', async () => {
        await page.goto(path('/signup'));
        await page.evaluate(() => {
          localStorage.setItem('platform', 'crypto');
          localStorage.setItem('colorMode', 'dark');
        });
        await page.reload();
        const letters = crypto.randomUUID().slice(0, 8);
        const field = (name: string) => page.getByRole('textbox', { name, exact: true });
        await field(signup.fullName).fill('Ana Prado');
        await field(signup.phone).fill('11987654321');
        await field(signup.email).fill(`ana.${letters}@onca.example`);
        await field(signup.password).fill(`Ipe-${letters}-Zq7Wm`);
        await field(signup.confirmPassword).fill(`Ipe-${letters}-Zq7Wm`);
        await page.getByRole('checkbox').check();
        await page.getByRole('button', { name: signup.submit, exact: true }).click();
        await expect(page).toHaveURL(path('/dashboard'));
        await expect
          .poll(() => settingsOf(page))
          .toMatchObject({
            platform: 'crypto',
            theme: 'dark',
            currency: currency === 'USD' ? 'BRL' : 'USD',
            language: from.locale,
          });
        expect(await look(page)).toMatchObject({ platform: 'crypto', mode: 'dark' });
      });

      await test.step('the switches of the header save to it, also when the first try fails', async () => {
        await page.goto(path('/profile'));
        const menu = (name: string) => page.getByRole('banner').getByRole('button', { name });
        await menu(shell.theme).click();
        await page.getByRole('menuitemradio', { name: shell.mode.light }).click();
        await expect.poll(() => settingsOf(page)).toMatchObject({ theme: 'light', platform: 'crypto' });
        await menu(shell.currency.label).click();
        await page.getByRole('menuitemradio', { name: shell.currency[currency] }).click();
        await expect.poll(() => settingsOf(page)).toMatchObject({ theme: 'light', currency });

        await page.route('**/api/settings', (route) =>
          route.request().method() === 'PATCH' ? route.abort('connectionfailed') : route.continue(),
        );
        await menu(shell.theme).click();
        await page.getByRole('menuitemradio', { name: shell.platform.gold }).click();
        await expect(page.getByText(own.save.unsaved.title)).toBeVisible();
        expect(await look(page)).toMatchObject({ platform: 'gold' });
        expect(await settingsOf(page)).toMatchObject({ platform: 'crypto' });
        // The choice outlives the page and overrides the server's older value.
        await page.unroute('**/api/settings');
        await page.reload();
        await expect.poll(() => settingsOf(page)).toMatchObject({ platform: 'gold', theme: 'light' });
        expect(await look(page)).toMatchObject({ platform: 'gold', mode: 'light' });

        await menu(shell.language.label).click();
        await page.getByRole('menuitemradio', { name: shell.language[to.locale] }).click();
        await expect(page).toHaveURL(to.path('/profile'));
        await expect.poll(() => settingsOf(page)).toMatchObject({ language: to.locale });
      });
    },
  );
}

test("the customer's pages are accessible in every state, and offer the channels that are configured", async ({
  page,
  account,
}) => {
  test.setTimeout(180_000);
  const { own, path } = PORTUGUESE_OWN;
  await account.signUp();
  await page.clock.install();

  await test.step('the profile is accessible, also with an error', async () => {
    await page.goto(path('/profile'));
    const name = page.getByRole('textbox', { name: own.profile.fullName });
    await expect(name).toBeVisible();
    await inspect(page, 'profile');
    await name.fill('');
    await page.getByRole('button', { name: own.save.submit }).click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await inspect(page, 'profile with an error');
  });

  await test.step('the settings are accessible while they are read, unread and read', async () => {
    let broken = true;
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/settings', async (route) => {
      await held;
      await (broken ? route.fulfill({ status: 500, json: {} }) : route.continue());
    });
    await page.goto(path('/profile/settings'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"] .skeleton').first()).toBeVisible();
    await inspect(page, 'settings being read');
    answer();
    await expectInTime(page, (quick) => expect(page.getByText(own.settings.unread.title)).toBeVisible(quick));
    await inspect(page, 'settings that could not be read');
    broken = false;
    await page.getByRole('button', { name: PORTUGUESE.words.common.retry }).click();
    await expect(page.getByRole('switch')).toHaveCount(3);
    await inspect(page, 'settings');
  });

  await test.step('a channel that is not configured is not offered', async () => {
    await page.unrouteAll();
    await page.route('**/api/settings', async (route) => {
      const reply = await route.fetch();
      const settings = (await reply.json()) as Settings;
      await route.fulfill({ json: { ...settings, channels: { email: true, sms: null, push: null } } });
    });
    await page.reload();
    await expect(page.getByRole('switch')).toHaveCount(1);
    await expect(page.getByRole('switch')).toHaveAccessibleName(own.settings.channels.email);
  });
});
