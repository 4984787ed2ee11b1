// Price alerts, in both languages: made, refused, fired by the live market, shown on the bell and in another tab, read,
// switched, deleted, and logged.

import type { BrowserContext, Page } from 'playwright/test';
import type { AlertList } from '../../worker/contract/alerts.ts';
import type { PriceSnapshot } from '../../worker/contract/prices.ts';
import type { TradedMetal } from '../../worker/domain/metals.ts';
import { expectInTime, untilWatching } from './support/clock.ts';
import { complaintsOf } from './support/complaints.ts';
import { inspect } from './support/inspect.ts';
import { anyOf, type Language, LANGUAGES, say } from './support/language.ts';
import { type Account, expect, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

async function priceOf(context: BrowserContext, metal: TradedMetal): Promise<number> {
  const { prices } = (await (await context.request.get('/api/prices')).json()) as PriceSnapshot;
  const price = prices.find((one) => one.metal === metal);
  if (price === undefined) throw new Error(`no price of ${metal}`);
  return price.priceCents;
}

/** One a cent above and one a cent below: the next move of the market fires one of them. */
async function watchClosely(account: Account, context: BrowserContext): Promise<void> {
  for (const [direction, by] of [
    ['above', 1],
    ['below', -1],
  ] as const) {
    // The price may move between asking and adding: then the server refuses an alert that is already met.
    await expect(async () => {
      const targetPriceCents = (await priceOf(context, 'gold')) + by;
      await account.post('/api/alerts', { metal: 'gold', direction, targetPriceCents });
    }).toPass();
  }
}

/** Deletes the alerts that have not fired: the price goes on and must not fire them during the test. */
async function watchNoMore(page: Page): Promise<void> {
  const { alerts } = (await (await page.request.get('/api/alerts')).json()) as AlertList;
  for (const { id, lastFiredAt } of alerts) {
    if (lastFiredAt !== null) continue;
    await page.request.delete(`/api/alerts/${id}`, { headers: { Origin: new URL(page.url()).origin } });
  }
}

class AlertsPage {
  readonly #page: Page;
  readonly #words: Language['words'];
  readonly #language: Language;

  constructor(page: Page, language: Language) {
    this.#page = page;
    this.#language = language;
    this.#words = language.words;
  }

  async open(): Promise<void> {
    await this.#page.goto(this.#language.path('/profile/alerts'));
    await this.list.waitFor();
  }

  get list() {
    return this.#page.getByRole('region', { name: this.#words.alerts.list.title, exact: true });
  }
  get log() {
    return this.#page.getByRole('region', { name: this.#words.alerts.log.title, exact: true });
  }
  get target() {
    return this.#page.getByRole('textbox', { name: this.#words.alerts.form.target.oz });
  }
  get submit() {
    return this.#page.getByRole('button', { name: this.#words.alerts.form.submit, exact: true });
  }
  get bell() {
    return this.#page.getByRole('banner').getByRole('button', { name: anyOf(this.#words.bell.label) });
  }
  choose(name: string) {
    return this.#page.getByRole('radio', { name, exact: true }).check({ force: true });
  }
  item(name: string | RegExp) {
    return this.list.getByRole('listitem').filter({ hasText: name });
  }
}

for (const language of LANGUAGES) {
  const { words, locale } = language;
  const { form, list, log } = words.alerts;

  test(
    `an alert is made, switched and deleted, and what stands in the way of one is said, in ${locale}`,
    deepIf(locale === 'en'),
    async ({ page, account, context }) => {
      const complaints = complaintsOf(page);
      await account.signUp(locale);
      await account.inDollarsAndOunces();
      // For the step at the end.
      await page.clock.install();
      const alerts = new AlertsPage(page, language);
      await alerts.open();

      await test.step('an alert is made, switched and deleted', async () => {
        await expect(alerts.list).toContainText(list.empty.title);
        await expect(alerts.list).toContainText(list.empty.text);
        await expect(alerts.log).toContainText(log.empty.title);
        await inspect(page, 'price alerts, none yet');

        const target = (await priceOf(context, 'silver')) + 500;
        await alerts.choose(words.common.metals.silver);
        await alerts.choose(form.above);
        await alerts.target.fill(language.typed(target, 2));
        await alerts.submit.click();
        const name = say(list.above, { metal: words.common.metals.silver, price: language.money(target) });
        await expect(alerts.item(name)).toContainText(list.state.armed);
        // The message about it leaves its buttons free.
        const told = page.getByRole('region', { name: words.common.notices }).getByText(form.added.title);
        await expect(told).toBeVisible();
        for (const action of await alerts.list.getByRole('button').all()) {
          await action.click({ trial: true, timeout: 2_000 });
        }
        // The form resets to gold, above and an empty price.
        await expect(alerts.target).toHaveValue('');
        await expect(page.getByRole('radio', { name: words.common.metals.gold, exact: true })).toBeChecked();
        await expect(page.getByRole('radio', { name: form.above, exact: true })).toBeChecked();

        await alerts
          .item(name)
          .getByRole('button', { name: `${list.disable}: ${name}` })
          .click();
        await expect(alerts.item(name)).toContainText(list.state.off);
        await inspect(page, 'price alerts, one switched off');
        await page.reload();
        await alerts
          .item(name)
          .getByRole('button', { name: `${list.enable}: ${name}` })
          .click();
        await expect(alerts.item(name)).toContainText(list.state.armed);

        await alerts
          .item(name)
          .getByRole('button', { name: `${list.delete}: ${name}` })
          .click();
        await expect(alerts.list).toContainText(list.empty.title);
        await expect(alerts.list).toBeFocused();
        await page.reload();
        await expect(alerts.list).toContainText(list.empty.title);
        expect(complaints).toEqual([]);
      });

      const price = await priceOf(context, 'gold');
      const target = price - 20_000;
      await test.step('what stands in the way of an alert is said', async () => {
        for (const [typed, said] of [
          ['', form.errors.empty],
          ['0', form.errors.zero],
          ['abc', say(form.errors.format, { example: language.amount(450_050) })],
          [language.typed(4_567_891, 3), form.errors.decimals],
          ['1000001', anyOf(form.errors.range)],
        ] as const) {
          await alerts.target.fill(typed);
          await alerts.submit.click();
          await expect(alerts.target).toHaveAccessibleDescription(said);
          await expect(alerts.target).toBeFocused();
        }
        await alerts.target.fill(language.typed(target, 2));
        await alerts.submit.click();
        await expect(alerts.target).toHaveAccessibleDescription(anyOf(form.errors.metAbove));
        await inspect(page, 'price alerts with an error');
        // In the other direction the same price is far from met: the form shows the distance before it is sent.
        await alerts.choose(form.below);
        await expect(alerts.target).toHaveAccessibleDescription(anyOf(form.lower));
        await alerts.submit.click();
        await expect(alerts.list.getByRole('listitem')).toHaveCount(1);
        await alerts.choose(form.below);
        await alerts.target.fill(language.typed(target, 2));
        await alerts.submit.click();
        await expect(alerts.target).toHaveAccessibleDescription(form.errors.duplicate);
        await expect(alerts.list.getByRole('listitem')).toHaveCount(1);
      });

      await test.step('a list that cannot be read says so and offers another try; a change that fails is said', async () => {
        let broken = true;
        await page.route('**/api/alerts', (route) => (broken ? route.abort() : route.continue()));
        await page.route('**/api/alerts/log?*', (route) => (broken ? route.abort() : route.continue()));
        await alerts.open();
        await expectInTime(page, (quick) => expect(alerts.list).toContainText(list.error.title, quick));
        await expect(alerts.log).toContainText(words.alerts.log.error.title);
        await inspect(page, 'price alerts that could not be read');
        broken = false;
        await alerts.list.getByRole('button', { name: words.common.retry }).click();
        const name = say(list.below, { metal: words.common.metals.gold, price: language.money(target) });
        await expect(alerts.item(name)).toBeVisible();

        await page.route('**/api/alerts/*', (route) =>
          route.request().method() === 'GET' ? route.continue() : route.abort(),
        );
        await alerts
          .item(name)
          .getByRole('button', { name: `${list.disable}: ${name}` })
          .click();
        const notices = page.getByRole('region', { name: words.common.notices, exact: true });
        await expect(notices).toContainText(list.notSwitched);
        await expect(alerts.item(name)).toContainText(list.state.armed);
        await alerts
          .item(name)
          .getByRole('button', { name: `${list.delete}: ${name}` })
          .click();
        await expect(notices).toContainText(list.notDeleted);
        await expect(alerts.item(name)).toBeVisible();
      });
    },
  );

  test(
    `a visitor sees no bell; a customer hears a crossing in every tab, counted on the bell, and reads it once, in ${locale}`,
    deepIf(language.locale === 'en'),
    async ({ page, account, context }) => {
      const complaints = complaintsOf(page);
      const alerts = new AlertsPage(page, language);
      await test.step('a visitor sees no bell, and is led to sign in', async () => {
        await page.goto(language.path('/profile/alerts'));
        await expect(page).toHaveURL(
          new RegExp(`${language.path('/login')}\\?next=%2Fprofile%2Falerts$`, 'u'),
        );
        await page.goto(language.path('/'));
        await untilWatching(page);
        await expect(page.getByRole('button', { name: anyOf(words.bell.label) })).toHaveCount(0);
      });

      await account.signUp(locale);

      await account.inDollarsAndOunces();
      // Any page of the site shows the bell.
      await page.goto(language.path('/dashboard'));
      await expect(alerts.bell).toBeVisible();
      await expect(alerts.bell).toHaveAccessibleName(words.bell.label);
      await test.step('the bell stands beside the menus, without a gap', async () => {
        const [menu, bell] = await Promise.all(
          [page.getByRole('banner').getByRole('button', { name: words.shell.theme }), alerts.bell].map(
            (one) => one.boundingBox(),
          ),
        );
        const gap = (bell?.x ?? Number.NaN) - ((menu?.x ?? 0) + (menu?.width ?? 0));
        expect(gap).toBeGreaterThanOrEqual(0);
        expect(gap).toBeLessThanOrEqual(16);
      });
      const second = await context.newPage();
      await second.goto(language.path('/gold'));
      const elsewhere = new AlertsPage(second, language);
      await expect(elsewhere.bell).toHaveAccessibleName(words.bell.label);

      await watchClosely(account, context);
      const crossed = new RegExp(
        `${anyOf(words.bell.crossed.above).source}|${anyOf(words.bell.crossed.below).source}`,
        'u',
      );
      const notices = page.getByRole('region', { name: words.common.notices, exact: true });
      await expect(notices).toContainText(crossed, { timeout: 45_000 });
      await expect(alerts.bell).toHaveAccessibleName(/\d/u);
      await expect(elsewhere.bell).toHaveAccessibleName(/\d/u);
      await second.close();
      await watchNoMore(page);

      await alerts.bell.click();
      const panel = page.getByRole('dialog', { name: words.bell.title });
      await expect(panel.getByRole('listitem').first()).toContainText(crossed);
      await expect(panel.getByRole('listitem').first()).toContainText(words.bell.new);
      await expect(alerts.bell).toHaveAccessibleName(words.bell.label);
      await inspect(page, 'the bell, open', { resize: false });
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(alerts.bell).toBeFocused();
      await page.reload();
      await expect(alerts.bell).toHaveAccessibleName(words.bell.label);

      await alerts.bell.click();
      await panel.getByRole('link', { name: words.bell.all }).click();
      await expect(page).toHaveURL(new RegExp(`${language.path('/profile/alerts')}$`, 'u'));
      await expect(alerts.item(list.state.fired)).not.toHaveCount(0);
      await expect(alerts.log.getByRole('listitem').first()).toContainText(log.inApp);
      await expect(alerts.log.getByRole('listitem').first()).toContainText(/e-?mail/iu);
      await inspect(page, 'price alerts, fired');
      expect(complaints).toEqual([]);
    },
  );
}
