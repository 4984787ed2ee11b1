// Operators and their customers, in both languages: the figures, the list, suspending and giving back, helping back in, and
// looking at a customer's dashboard. What the customer sees of it, in a browser of their own, is part of each.

import type { Browser, BrowserContext, Page } from 'playwright/test';
import { addApp, codeOf } from './support/factors.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES, type Language } from './support/language.ts';
import { signUpOperator } from './support/operators.ts';
import { afterRetries } from './support/clock.ts';
import { Account, expect, type Person, test, testsOf } from './support/test.ts';
import {
  adminCustomerWords,
  adminDashboardWords,
  adminFrameWords,
  adminTimelineWords,
  adminUserWords,
  portfolioWords,
  proofWords,
  transactionsWords,
  translator,
  uiWords,
} from '../support/words.ts';

/** What lies over the page, from the lowest to the highest. */
const layersOf = (page: Page): Promise<readonly string[]> =>
  page.locator('.side-panel, .overlay, .dialog-viewport').evaluateAll((elements) =>
    elements
      .map((element) => ({
        what: element.matches('.overlay') ? 'dim' : element.matches('.side-panel') ? 'panel' : 'dialog',
        layer: Number(getComputedStyle(element).zIndex),
      }))
      // A stable sort: of one layer in the order of the document.
      .toSorted((one, other) => one.layer - other.layer)
      .map(({ what }) => what),
  );

/** Somebody else, in a browser of their own. */
async function customerElsewhere(browser: Browser, origin: string | undefined, language: Language) {
  const baseURL = origin ?? '';
  const address = crypto.getRandomValues(new Uint8Array(3)).join('.');
  const context = await browser.newContext({
    baseURL,
    extraHTTPHeaders: { 'CF-Connecting-IP': `10.${address}` },
  });
  const account = new Account(context, baseURL);
  return { context, account, person: await account.signUpInvestor(language.locale) };
}

function wordsOf({ locale }: Language) {
  return {
    list: translator(adminDashboardWords, locale),
    ui: translator(uiWords, locale),
    user: translator(adminUserWords, locale),
    customer: translator(adminCustomerWords, locale),
    frame: translator(adminFrameWords, locale),
    proof: translator(proofWords, locale),
    portfolio: translator(portfolioWords, locale),
    transactions: translator(transactionsWords, locale),
    timeline: translator(adminTimelineWords, locale),
  };
}
type Words = ReturnType<typeof wordsOf>;

const rows = (page: Page) => page.locator('.admin-users tbody tr[data-status]');

async function find(page: Page, t: Words, person: Person): Promise<void> {
  // Whatever its case.
  await page.getByRole('searchbox', { name: t.list('users.searchLabel') }).fill(person.email.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(person.email);
}

const viewButton = (page: Page, t: Words, { fullName, email }: Person) =>
  page.getByRole('button', { name: t.list('users.viewNamed', { name: fullName, email }) });

async function signInElsewhere(context: BrowserContext, origin: string | undefined, person: Person) {
  const reply = await context.request.post('/api/auth/sign-in', {
    data: { email: person.email, password: person.password },
    headers: { Origin: origin ?? '' },
  });
  return reply.ok() ? 'in' : ((await reply.json()) as { code: string }).code;
}

/** The details stand beside the list with an address of their own: Back closes them, J and K go through the list. */
async function expectPanelBrowses(page: Page, t: Words): Promise<void> {
  await test.step('a line opens its details beside the list; J and K go through the list; Back closes them', async () => {
    const details = page.getByRole('dialog', { name: t.user('title') });
    const opened = page.locator('.admin-users tr[data-shown="true"]');
    // Anywhere on the line.
    await rows(page)
      .nth(2)
      .click({ position: { x: 480, y: 12 } });
    await expect(opened).toHaveCount(1);
    await expect(page).toHaveURL(/user=/u);
    const shown = async () => {
      const email = await opened.locator('td').first().innerText();
      await expect(details).toContainText(email);
      return email;
    };
    const third = await shown();
    await expect(rows(page).nth(2)).toContainText(third);
    await page.keyboard.press('j');
    await expect(rows(page).nth(3)).toHaveAttribute('data-shown', 'true');
    expect(await shown()).not.toBe(third);
    await details.getByRole('button', { name: t.user('previous') }).click();
    await expect(rows(page).nth(2)).toHaveAttribute('data-shown', 'true');
    await page.keyboard.press('k');
    await expect(rows(page).nth(1)).toHaveAttribute('data-shown', 'true');
    await shown();
    // However far one went through the list, it is one step back to it.
    await page.goBack();
    await expect(details).toBeHidden();
    await expect(page).not.toHaveURL(/user=/u);
    await expect(rows(page).nth(1).getByRole('button')).toBeFocused();
    // Of a link, too.
    await page.goForward();
    await expect(details).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(page).not.toHaveURL(/user=/u);
  });
}

/** The operators' own frame: no shop, and the keyboard soon reaches the list. */
async function expectFrame(page: Page, t: Words): Promise<void> {
  const rail = page.locator('.rail');
  await test.step('the frame has the environment, the state of the feed and no shop', async () => {
    await expect(rail.getByText(t.frame('environments.local'), { exact: true })).toBeVisible();
    await expect(rail.getByRole('link', { name: t.frame('feed.running') })).toBeVisible();
    const hrefs = await page
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs.filter((href) => href !== '#main' && !/^(?:\/en)?\/admin/u.test(href ?? ''))).toEqual([]);
    const width = async () => (await rail.boundingBox())?.width;
    expect(await width()).toBe(208);
    await rail.getByRole('button', { name: t.frame('railClose') }).click();
    expect(await width()).toBe(56);
    await rail.getByRole('button', { name: t.frame('railOpen') }).click();
  });
  await test.step('a slash focuses the search, where it is not typed, unless it is switched off; few Tabs lead to the first customer', async () => {
    const search = page.getByRole('searchbox');
    await rail.getByRole('link').first().focus();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.press('/');
    await expect(search).toHaveValue('/');
    await search.fill('');
    const first = rows(page).first().getByRole('button');
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
    const days = page.locator('.filter-bar').getByRole('button', { name: t.list('users.joinedDays') });
    await days.click();
    await page.getByLabel(t.ui('days.from'), { exact: true }).fill('2015-01-01');
    await page.getByLabel(t.ui('days.until'), { exact: true }).fill('2015-12-31');
    await expect(page).toHaveURL(/from=2015-01-01&until=2015-12-31/u);
    await expect(rows(page)).toHaveCount(0);
    await page.getByRole('button', { name: t.list('users.none.action') }).click();
    await expect(first).toBeVisible();
    await days.click();
    const shortcuts = page.getByRole('switch', { name: t.frame('shortcuts.switch') });
    await shortcuts.uncheck();
    await page.keyboard.press('/');
    await expect(search).not.toBeFocused();
    await shortcuts.check();
  });
  await test.step('a phone shows customers in the first screen, two lines each, and has no bar of the shop', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator('.bottom-bar')).toHaveCount(0);
    await expect(rows(page).nth(3)).toBeInViewport({ ratio: 1 });
    const heights = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    );
    expect(Math.max(...heights.slice(0, 50))).toBeLessThanOrEqual(80);
    await rail.getByRole('button', { name: t.frame('menu') }).click();
    const menu = page.getByRole('navigation', { name: t.frame('nav') });
    await expect(menu.getByRole('link', { name: t.frame('tabs.ledger') })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 900 });
  });
}

for (const language of LANGUAGES) {
  const { inEnglish, inPortuguese } = testsOf(language.locale);
  const t = wordsOf(language);

  inPortuguese(
    `the list goes on and is read again after a failure; a customer is found, suspended and given the account back (${language.locale})`,
    async ({ page, account, browser, baseURL }) => {
      const operator = await signUpOperator(account, { language: language.locale, tier: 'standard' });
      const { context, person } = await customerElsewhere(browser, baseURL, language);
      const theirs = await context.newPage();
      await theirs.goto(language.path('/dashboard'));
      await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();

      await test.step('the list goes on, says when nobody is found, and is read again after a failure', async () => {
        const down = /\/api\/admin\/(?:users|stats)(?:\?|$)/u;
        await page.clock.install();
        await page.route(down, (route) => route.abort());
        await page.goto(language.path('/admin'));
        await afterRetries(page.getByText(t.list('users.error.title')));
        await afterRetries(page.getByText(t.list('stats.error')));
        await page.unroute(down);
        // The first part that is read again brings the others back, perhaps before the press: nobody presses for the list.
        const totals = page.getByRole('alert').filter({ hasText: t.list('stats.error') });
        await totals
          .getByRole('button')
          .click({ timeout: 2_000 })
          .catch(() => undefined);
        await expect(rows(page)).toHaveCount(50);
        await expect(page.getByRole('alert')).toHaveCount(0);
        await page.locator('.card-footer').getByRole('button').click();
        await expect(rows(page)).toHaveCount(100);
        await test.step('a reload reads as many customers as were shown, and a wide screen is used', async () => {
          await page.reload();
          await expect(rows(page)).toHaveCount(100);
          await page.setViewportSize({ width: 2560, height: 1300 });
          const width = (await page.locator('.admin-users').boundingBox())?.width ?? 0;
          expect(width).toBeGreaterThan(2560 - 208 - 120);
        });
        await test.step('a desk shows fourteen customers at once, how many there are, and the head of the table always', async () => {
          await page.setViewportSize({ width: 1440, height: 900 });
          await page.evaluate(() => scrollTo(0, 0));
          await expect(rows(page).nth(13)).toBeInViewport({ ratio: 1 });
          await expect(page.locator('.card-footer')).toContainText(/100 (?:de|of) [2-9][.,]?\d{3}/u);
          await rows(page).nth(99).scrollIntoViewIfNeeded();
          await expect(page.locator('.admin-users thead th').first()).toBeInViewport({ ratio: 1 });
          const sort = page.getByRole('button', { name: t.list('users.columns.active'), exact: true });
          const head = page.getByRole('columnheader', { name: t.list('users.columns.active') });
          await sort.click();
          await expect(head).toHaveAttribute('aria-sort', 'descending');
          await sort.click();
          await expect(head).toHaveAttribute('aria-sort', 'ascending');
          await expect(page).toHaveURL(/order=silent/u);
          await page
            .getByRole('table')
            .getByRole('button', { name: t.list('users.columns.joined'), exact: true })
            .click();
          await expect(page).not.toHaveURL(/order/u);
          await page.setViewportSize({ width: 1280, height: 900 });
        });
        await expectPanelBrowses(page, t);
        await expectFrame(page, t);
        await page.getByRole('combobox', { name: t.list('users.filter') }).selectOption('suspended');
        await expect(page.locator('.admin-users tbody tr[data-status="suspended"]').first()).toBeVisible();
        await expect(page.locator('.admin-users tbody tr:not([data-status="suspended"])')).toHaveCount(0);
        await expect(page).toHaveURL(/status=suspended/u);
        await page.getByRole('searchbox').fill('ninguém mesmo');
        await expect(page.getByText(t.list('users.none.title'))).toBeVisible();
        await page.getByRole('button', { name: t.list('users.none.action') }).click();
        // As it was left: what had been read already is not read again.
        await expect(rows(page)).toHaveCount(100);
      });

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.list('title'));
      await expect(page.locator('.stat-card-value').filter({ hasText: /\d/u })).toHaveCount(4);
      await find(page, t, person);
      await expect(rows(page)).toHaveAttribute('data-status', 'active');
      await viewButton(page, t, person).click();
      const details = page.getByRole('dialog', { name: t.user('title') });
      await expect(details).toContainText(person.fullName);
      if (language.locale === 'pt-BR') await inspect(page, 'the details of a customer');

      await details.getByRole('button', { name: t.user('actions.suspend') }).click();
      const question = page.getByRole('dialog', { name: t.user('suspend.title') });
      await question.getByRole('button', { name: t.user('suspend.submit') }).click();
      await expect(question.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
      await question.getByRole('textbox', { name: t.user('reason.label') }).fill('Estorno do cartão');
      await question.getByRole('button', { name: t.user('suspend.submit') }).click();
      const proof = page.getByRole('dialog', { name: t.proof('title') });
      await expect(proof).toBeVisible();
      await test.step('each question dims what lies below it; the details leave the list in use', async () => {
        expect(await layersOf(page)).toEqual(['panel', 'dim', 'dialog', 'dim', 'dialog']);
      });
      await proof.getByLabel(t.proof('totp.label')).fill(codeOf(operator.key, 0));
      await proof.getByRole('button', { name: t.proof('submit'), exact: true }).click();
      await expect(page.getByText(t.user('suspend.doneText', { email: person.email }))).toBeVisible();
      await expect(details).toContainText(t.user('suspension.reason', { reason: 'Estorno do cartão' }));
      await expect(details.getByRole('button', { name: t.user('actions.suspend') })).toHaveCount(0);

      // The customer's page learns of it from its socket, and a new sign-in is refused.
      await expect(theirs).toHaveURL(/\/login/u);
      const told = theirs
        .getByRole('alert')
        .filter({ hasText: language.words.problems.AccountSuspended.what });
      await expect(told.getByRole('link')).toHaveAttribute('href', language.path('/contact'));
      expect(await signInElsewhere(context, baseURL, person)).toBe('AccountSuspended');

      // Within the half hour the step-up still holds.
      await details.getByRole('button', { name: t.user('actions.activate') }).click();
      const back = page.getByRole('dialog', { name: t.user('activate.title') });
      await back.getByRole('textbox', { name: t.user('reason.label') }).fill('O banco confirmou');
      await back.getByRole('button', { name: t.user('activate.submit') }).click();
      await expect(page.getByText(t.user('activate.doneText', { email: person.email }))).toBeVisible();
      expect(await signInElsewhere(context, baseURL, person)).toBe('in');
      await page.keyboard.press('Escape');
      await expect(details).toBeHidden();
      await expect(rows(page)).toHaveAttribute('data-status', 'active');
      await test.step('opening the details was one line of the log, however often they were read', async () => {
        const linesOf = async () => {
          const log = await page.request.get(
            `/api/admin/audit-log?action=customer.details-viewed&subject=${encodeURIComponent(person.email)}`,
          );
          return ((await log.json()) as { lines: unknown[] }).lines.length;
        };
        expect(await linesOf()).toBe(1);
        await viewButton(page, t, person).click();
        await expect(details).toContainText(person.fullName);
        expect(await linesOf()).toBe(2);
        await page.keyboard.press('Escape');
        await expect(details).toBeHidden();
      });
      await context.close();
    },
  );

  inEnglish(
    `a customer's dashboard is looked at, read-only, and written down; the customer is helped back in (${language.locale})`,
    async ({ page, account, browser, baseURL }) => {
      const { context, account: theirs, person } = await customerElsewhere(browser, baseURL, language);
      await addApp(theirs, person);
      await context.request.patch('/api/settings', {
        data: { currency: 'BRL' },
        headers: { Origin: baseURL ?? '' },
      });
      const operator = await signUpOperator(account, {
        language: language.locale,
        tier: 'standard',
        proved: true,
      });
      await page.goto(language.path('/admin'));
      await find(page, t, person);
      await viewButton(page, t, person).click();
      await page.getByRole('link', { name: t.user('actions.view') }).click();

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.email);
      await expect(page.getByText(t.customer('banner.title', { email: person.email }))).toBeVisible();
      await test.step('values are in the currency of the customer, who is spoken of and not to', async () => {
        const shown = page.locator('.customer-view');
        await expect(shown).toContainText('R$');
        await expect(shown).not.toContainText(/\byou(?:r)?\b/iu);
      });
      const owned = await theirs.portfolio();
      const metals = page.getByRole('region', { name: t.portfolio('holdings.titleRead'), exact: true });
      await expect(metals.locator('tbody tr')).toHaveCount(owned.holdings.length);
      const movements = page.getByRole('region', { name: t.transactions('title'), exact: true });
      await expect(movements.locator('tbody tr')).toHaveCount((await theirs.transactions()).length);
      // Nothing here can change anything: no buying, selling, depositing.
      for (const name of [t.portfolio('holdings.buyMore'), t.portfolio('holdings.sell')]) {
        await expect(page.getByRole('main').getByText(name, { exact: true })).toHaveCount(0);
      }
      await expect(
        page.getByRole('main').getByRole('button', { name: t.portfolio('metrics.addFunds'), exact: true }),
      ).toHaveCount(0);
      await movements.getByRole('button', { name: /./u }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');

      await test.step('the timeline has it all, by kind in the address, with a note that the next operator reads', async () => {
        const timeline = page.getByRole('region', { name: t.timeline('list.title'), exact: true });
        const lines = timeline.locator('tbody tr[data-kind]');
        await expect(lines.filter({ hasText: person.email })).toHaveCount(0);
        await expect(timeline.locator('[data-kind="deposit"]').first()).toContainText('US$');
        await expect(timeline.locator('[data-kind="view"]').first()).toContainText(operator.email);
        const body = 'Called about the deposit.\nAll is well.';
        await page.getByRole('textbox', { name: t.timeline('note.label') }).fill(body);
        await page.getByRole('button', { name: t.timeline('note.submit') }).click();
        await expect(lines.first()).toContainText('All is well.');
        await expect(page.getByRole('textbox', { name: t.timeline('note.label') })).toHaveValue('');
        await inspect(page, 'a customer with a timeline');
        await timeline.getByRole('combobox', { name: t.timeline('list.kind') }).selectOption('note');
        await expect(lines).toHaveCount(1);
        await expect(page).toHaveURL(/[?&]id=.+&kind=note/u);
        await page.reload();
        await expect(lines).toHaveCount(1);
        await expect(lines).toContainText(operator.email);
        await timeline.getByRole('combobox', { name: t.timeline('list.kind') }).selectOption('all');
        await expect(timeline.locator('[data-kind="access"]').first()).toBeVisible();
      });

      const log = await page.request.get('/api/admin/audit-log?action=customer.viewed&limit=50');
      expect(await log.text()).toContain((await profileOf(context)).id);

      await test.step('a link for a new password goes to the customer; lost factors are taken away with a reason', async () => {
        await page.getByRole('button', { name: t.customer('details') }).click();
        const details = page.getByRole('dialog', { name: t.user('title') });
        await details.getByRole('button', { name: t.user('actions.resetPassword') }).click();
        const link = page.getByRole('dialog', { name: t.user('resetPassword.title') });
        await link.getByRole('textbox', { name: t.user('reason.label') }).fill('Asked for it by telephone');
        await link.getByRole('button', { name: t.user('resetPassword.submit') }).click();
        await expect(page.getByText(t.user('resetPassword.doneText', { email: person.email }))).toBeVisible();
        await expect
          .poll(async () => {
            const list = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(person.email)}`);
            return ((await list.json()) as { messages: { kind: string }[] }).messages.map(({ kind }) => kind);
          })
          .toContain('password-reset');

        const factors = details.getByRole('button', { name: t.user('actions.resetTwoStep') });
        await factors.click();
        const question = page.getByRole('dialog', { name: t.user('resetTwoStep.title') });
        await question.getByRole('textbox', { name: t.user('reason.label') }).fill('Lost the phone');
        await question.getByRole('button', { name: t.user('resetTwoStep.submit') }).click();
        await expect(details).toContainText(t.user('factors.none'));
        // There is none left to take away, and the password alone opens the account.
        await expect(factors).toBeDisabled();
        expect((await context.request.get('/api/profile')).status()).toBe(401);
        expect(await signInElsewhere(context, baseURL, person)).toBe('in');

        // Another address waits for another operator.
        await details.getByRole('button', { name: t.user('actions.changeEmail') }).click();
        const change = page.getByRole('dialog', { name: t.user('changeEmail.title') });
        await change.getByRole('button', { name: t.user('changeEmail.submit') }).click();
        await expect(change.getByRole('textbox', { name: t.user('changeEmail.email') })).toHaveAttribute(
          'aria-invalid',
          'true',
        );
        await inspect(page, 'another address for a customer');
        await change.getByRole('textbox', { name: t.user('changeEmail.email') }).fill(`nova.${person.email}`);
        await change.getByRole('textbox', { name: t.user('reason.label') }).fill('Lost the mailbox');
        await change.getByRole('button', { name: t.user('changeEmail.submit') }).click();
        await expect(page.getByText(t.user('changeEmail.doneText'))).toBeVisible();
        await expect(details).toContainText(t.user('proposal.kinds.email'));
        await page.keyboard.press('Escape');
        await expect(details).toBeHidden();
      });

      await page.goBack();
      await expect(rows(page)).toHaveCount(1);
      await test.step('of a customer who does not exist there are no details', async () => {
        await page.goto(language.path('/admin/customer?id=nobody'));
        await expect(page.getByText(t.customer('gone.title'))).toBeVisible();
        await expect(page.getByRole('button', { name: t.customer('details') })).toBeDisabled();
        await page.goBack();
        await expect(rows(page)).toHaveCount(1);
      });
      await expect(rows(page)).toContainText(person.email);
      await context.close();
    },
  );
}

async function profileOf(context: BrowserContext): Promise<{ id: string }> {
  return (await (await context.request.get('/api/profile')).json()) as { id: string };
}
