// The states of the customers' screens: axe, the console, failed requests, sideways scroll at three widths;
// the theme before the first paint, and layout shift on load. public-pages.test.ts inspects the pages as they open.

import type { Page } from 'playwright/test';
import { complaintsOf } from './support/complaints.ts';
import { Dashboard, inUnit } from './support/dashboard.ts';
import { inspect, THEMES } from './support/inspect.ts';
import { ENGLISH, PORTUGUESE } from './support/language.ts';
import { watchShifts } from './support/shifts.ts';
import { deepTest, expect, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';

const { words, path } = PORTUGUESE;
/** The largest sum of layout shifts a load may have: what rounding of sub-pixels can make, and no more. */
const SHIFT = 0.01;

/** The page's background in each theme, as web/styles/tokens.css defines it. */
const PAPER = {
  'gold light': 'rgb(251, 248, 241)',
  'gold dark': 'rgb(18, 16, 12)',
  'crypto light': 'rgb(247, 249, 252)',
  'crypto dark': 'rgb(10, 14, 21)',
} as const;

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

test('the sign-in does not move while it loads; the sign-up form with its errors and the open menus of a new customer are accessible', async ({
  page,
  account,
}) => {
  const complaints = complaintsOf(page);
  await loadStill(page, path('/login'));
  await page.goto(path('/signup'));
  await page.getByRole('button', { name: words.signup.submit, exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await inspect(page, 'sign-up with errors');

  const person = await account.signUp();
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  const { shell } = words;
  for (const button of [
    dashboard.button(shell.theme),
    dashboard.button(`R$, g, ${shell.currency.label}`),
    dashboard.button(`${shell.language.short}, ${shell.language.label}`),
    dashboard.accountMenu(person.fullName),
  ]) {
    await button.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await inspect(page, 'menu', { resize: false });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  }
  await page.setViewportSize({ width: 320, height: 900 });
  await dashboard.button(shell.menu.open).click();
  await expect(dashboard.dialog(shell.menu.title)).toBeVisible();
  await inspect(page, 'menu on a phone', { resize: false });
  expect(complaints).toEqual([]);
});

deepTest(
  'an empty dashboard and the deposit dialog are accessible in every state',
  async ({ page, account }) => {
    const complaints = complaintsOf(page);
    await account.signUp();
    const dashboard = new Dashboard(page, PORTUGUESE);
    await dashboard.open();
    await expect(dashboard.badge('live')).toBeVisible();
    await inspect(page, 'empty dashboard');

    await dashboard.summary.getByRole('button', { name: words.portfolio.metrics.addFunds }).click();
    const form = dashboard.dialog(words.deposit.title);
    const field = form.getByRole('textbox', { name: words.deposit.amount });
    const confirm = form.getByRole('button', { name: words.deposit.confirm });
    await inspect(page, 'deposit dialog');
    await form.getByRole('radio', { name: words.deposit.methods.wire.name }).check();
    await inUnit(form, 'US$');
    await field.fill('1');
    await confirm.click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await inspect(page, 'deposit dialog with an error');
    await field.fill('100,13');
    await confirm.click();
    await expect(dashboard.dialog(words.receipt.pending.deposit)).toBeVisible();
    await inspect(page, 'receipt of a pending deposit');
    expect(complaints).toEqual([]);
  },
);

for (const language of [PORTUGUESE, ENGLISH]) {
  test(
    `a full dashboard does not move while it loads and is accessible, also with hidden balances and a ticket, in ${language.locale}`,
    deepIf(language === ENGLISH),
    async ({ page, account }) => {
      const themes = language === PORTUGUESE;
      const complaints = complaintsOf(page);
      await account.signUpInvestor(language.locale);
      await account.deposit(20_013);
      await account.deposit(20_066);
      const dashboard = new Dashboard(page, language);
      await loadStill(page, language.path('/dashboard'), async () => {
        await expect(dashboard.badge('live')).toBeVisible();
        await dashboard.figure('total').waitFor();
        await expect(dashboard.movements).toHaveCount(5);
        await expect(dashboard.priceRow('gold')).toHaveAttribute('data-flash', /^[ab]$/u);
      });
      await inspect(page, `full dashboard in ${language.locale}`, { themes, phone: true });
      await dashboard.button(language.words.dashboard.hide).click();
      await expect(dashboard.metric('cash')).toContainText(language.words.common.hidden);
      await inspect(page, `hidden balances in ${language.locale}`, { themes });
      await dashboard.button(language.words.dashboard.show).click();

      await test.step('in the other unit of weight everything fits the narrowest phone', async () => {
        const unit = language.locale === 'en' ? 'g' : 'oz';
        await chooseUnit(page, unit);
        await expect(dashboard.holding('gold')).toContainText(new RegExp(`\\d\\s${unit}`, 'u'));
        if (unit === 'g') await expect(dashboard.prices).not.toContainText('troy');
        await page.setViewportSize({ width: 320, height: 900 });
        const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(sideways).toBeLessThanOrEqual(0);
        // Two cards beside each other, with two currencies in each.
        await page.setViewportSize({ width: 390, height: 900 });
        await expect.poll(sideways).toBeLessThanOrEqual(0);
        await expect(dashboard.movements.first().locator('.money-currency').first()).toBeVisible();
        // In the narrowest table, too, no row is wider than its card.
        await page.setViewportSize({ width: 768, height: 900 });
        const beyond = () => dashboard.transactions.evaluate((card) => card.scrollWidth - card.clientWidth);
        await expect.poll(beyond).toBeLessThanOrEqual(0);
        await page.setViewportSize({ width: 1280, height: 900 });
        await chooseUnit(page, unit === 'g' ? 'oz' : 'g');
      });

      await test.step('the ticket is accessible from the first figure to the receipt', async () => {
        await dashboard.open('?trade=buy&metal=silver');
        const ticket = dashboard.dialog(language.words.trade.title.buy.silver);
        const field = ticket.getByRole('textbox', { name: language.words.trade.howMuch });
        await expect(field).toBeVisible();
        await inUnit(ticket, 'oz');
        await inspect(page, `empty ticket in ${language.locale}`, { themes });
        await field.fill('100000');
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await inspect(page, `ticket with an error in ${language.locale}`, { themes });
        await field.fill(language.typed(25, 1));
        await ticket.getByRole('button', { name: language.words.trade.ask }).click();
        await expect(ticket.getByRole('timer')).toBeVisible();
        await inspect(page, `quote in ${language.locale}`, { themes, phone: true });
        await ticket.getByRole('button', { name: language.words.trade.confirm.buy }).click();
        await expect(dashboard.dialog(language.words.receipt.title.buy)).toBeVisible();
        await inspect(page, `receipt in ${language.locale}`, { themes });
      });
      expect(complaints).toEqual([]);
    },
  );
}

deepTest(
  'the dashboard is accessible while it loads, when it cannot be loaded, and offline',
  async ({ page, context, account }) => {
    await account.signUpInvestor();
    let refuse: () => void = () => undefined;
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route('**/api/portfolio', async (route) => {
      await refused;
      await route.fulfill({ status: 500, body: 'no' });
    });
    const dashboard = new Dashboard(page, PORTUGUESE);
    await page.goto(path('/dashboard'));
    await expect(dashboard.movements).toHaveCount(3);
    await inspect(page, 'loading dashboard');
    refuse();
    await expect(page.getByRole('alert')).toContainText(words.portfolio.error.title);
    await inspect(page, 'dashboard that could not be loaded');
    await context.setOffline(true);
    await expect(dashboard.badge('offline')).toBeVisible();
    await inspect(page, 'offline dashboard');
  },
);

deepTest(
  'the ticket is accessible when its time is up and when nobody knows the outcome',
  async ({ page, account }) => {
    await account.signUpInvestor();
    await page.clock.install();
    const dashboard = new Dashboard(page, PORTUGUESE);
    await dashboard.open('?trade=sell&metal=gold');
    const ticket = dashboard.dialog(words.trade.title.sell.gold);
    await inUnit(ticket, 'oz');
    await ticket.getByRole('textbox', { name: words.trade.howMuch }).fill('0,01');
    await ticket.getByRole('button', { name: words.trade.ask }).click();
    await expect(ticket.getByRole('timer')).toBeVisible();
    await page.clock.fastForward(21_000);
    await expect(ticket.getByRole('alert')).toContainText(words.trade.expired.sell);
    await inspect(page, 'expired quote');

    await page.route('**/api/trades', (route) => route.abort('connectionreset'));
    await ticket.getByRole('button', { name: words.trade.useNew }).click();
    await ticket.getByRole('button', { name: words.trade.confirm.sell }).click();
    await expect(ticket.getByRole('alert')).toContainText(words.trade.unknown.title);
    await inspect(page, 'unknown outcome');
  },
);

test('the stored theme is on the page before anything is painted, and nothing on / moves while it loads', async ({
  context,
}) => {
  for (const [platform, mode] of THEMES) {
    await test.step(`${platform} ${mode}`, async () => {
      const page = await context.newPage();
      await page.addInitScript(
        (theme) => {
          localStorage.setItem('platform', theme.platform);
          localStorage.setItem('colorMode', theme.mode);
          // The body begins after the head's blocking script; nothing is painted without a body.
          new MutationObserver((_, observer) => {
            if (document.body === null) return;
            observer.disconnect();
            Object.assign(window, { atFirst: { ...document.documentElement.dataset } });
          }).observe(document, { subtree: true, childList: true });
        },
        { platform, mode },
      );
      await loadStill(page, path('/'), async () => {
        await expect(page.getByText(words.prices.state.simulated, { exact: true })).toBeVisible();
      });
      const atFirst = await page.evaluate(() => (window as unknown as { atFirst: object }).atFirst);
      expect.soft(atFirst).toMatchObject({ platform, mode });
      await expect.soft(page.locator('html')).toHaveAttribute('data-mode', mode);
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect.soft(background).toBe(PAPER[`${platform} ${mode}`]);
      await page.close();
    });
  }
});

/** As another tab would choose it. */
async function chooseUnit(page: Page, unit: 'oz' | 'g'): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('weightUnit', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'weightUnit' }));
  }, unit);
}

/** Nothing moves until everything has arrived, fonts and first live prices included, and has been painted. */
async function loadStill(page: Page, address: string, arrived?: () => Promise<void>): Promise<void> {
  const { moved } = await watchShifts(page);
  await page.goto(address);
  await arrived?.();
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  });
  const [sum, shifts] = await moved();
  expect.soft(sum, `${address}: ${shifts}`).toBeLessThan(SHIFT);
}
