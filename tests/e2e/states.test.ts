// What the pages say in every state of trouble, and that they recover by themselves.

import type { Page, WebSocketRoute } from 'playwright/test';
import type { PriceSnapshot } from '../../worker/contract/prices.ts';
import { expectInTime } from './support/clock.ts';
import { Dashboard, line } from './support/dashboard.ts';
import { feed } from './support/feed.ts';
import { anyOf, ENGLISH, PORTUGUESE, say } from './support/language.ts';
import { type Account, expect, newPerson, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';
import { MINUTE_MS } from '../../worker/domain/time.ts';

const { words, amount, path } = PORTUGUESE;

test('a page without a network says Offline, keeps its figures, and is Live again when the network is back', async ({
  page,
  context,
  account,
}) => {
  await account.signUpInvestor();
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  await expect(dashboard.badge('live')).toBeVisible();
  await context.setOffline(true);
  await expect(dashboard.badge('offline')).toBeVisible();
  await expect(dashboard.prices).toContainText(words.feed.offline.title);
  await expect(dashboard.priceRow('gold')).toContainText(/\d/u);
  await expect(dashboard.metric('total')).toContainText(/\d/u);

  await context.setOffline(false);
  await expect(dashboard.badge('live')).toBeVisible();
  await expect(dashboard.prices).not.toContainText(words.feed.offline.title);
});

test('a signed-in page goes from connecting to Live without ever claiming to be offline', async ({
  page,
  account,
}) => {
  await account.signUpInvestor();
  await page.addInitScript(() => {
    const said = new Set<string>();
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const badge of document.querySelectorAll('main section header, main section > div')) {
        for (const { textContent } of badge.children) said.add(textContent ?? '');
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  await expect(dashboard.badge('live')).toBeVisible();
  await expect(dashboard.priceRow('gold')).toHaveAttribute('data-flash', /^[ab]$/u);
  const said = await page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
  expect(said).toContain(words.prices.state.live);
  expect(said).not.toContain(words.prices.state.offline);
});

test('a socket that breaks is Offline while prices still come by asking, and Live once it opens again', async ({
  page,
  account,
}) => {
  await account.signUp();
  const open = new Set<WebSocketRoute>();
  let refused = false;
  await page.routeWebSocket(/\/api\/prices\/stream$/u, async (socket) => {
    if (refused) return socket.close();
    open.add(socket);
    return void socket.connectToServer();
  });
  await page.clock.install();
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  await expect(dashboard.badge('live')).toBeVisible();

  const polled = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/prices');
  refused = true;
  for (const socket of open) await socket.close();
  await expect(dashboard.badge('offline')).toBeVisible();
  expect((await polled).status()).toBe(200);
  await expect(dashboard.priceRow('silver')).toContainText(/\d/u);
  refused = false;
  await expectInTime(page, (quick) => expect(dashboard.badge('live')).toBeVisible(quick));
});

test('a closed market is said before anything else, with the time it opens, and the ticket does not ask for a quote', async ({
  page,
  account,
}) => {
  await account.signUpInvestor();
  const opensAt = new Date(Date.now() + 30 * 60 * MINUTE_MS).toISOString();
  await feed(page, (prices) => ({
    ...prices,
    source: { ...prices.source, marketOpen: false, quotable: false, reason: 'closed', opensAt },
    prices: prices.prices.map((price) => ({ ...price, since: 'close' })),
  }));
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  await expect(dashboard.badge('closed')).toBeVisible();
  await expect(dashboard.prices).toContainText(words.feed.closed.title);
  await expect(dashboard.prices).toContainText(anyOf(words.feed.closed.reopens));
  await expect(dashboard.prices).toContainText(words.feed.window.close);

  await dashboard.buyMetals.click();
  const ticket = dashboard.dialog(words.trade.title.buy.gold);
  await ticket.getByRole('textbox', { name: words.trade.howMuch }).fill('0,1');
  await expect(ticket.getByRole('alert')).toContainText(words.problems.MarketClosed.what);
  await expect(ticket.getByRole('alert')).toContainText(anyOf(words.problems.MarketClosed.nextAt));
  await expect(ticket.getByRole('button', { name: words.trade.ask })).toBeDisabled();
});

test('a price of three minutes ago is stale: said in the panel, at each row and in the ticket', async ({
  page,
  account,
}) => {
  await account.signUpInvestor();
  await feed(page, (prices) => aged(prices, 3 * MINUTE_MS));
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  await expect(dashboard.badge('stale')).toBeVisible();
  await expect(dashboard.prices).toContainText(words.feed.stale.title);
  for (const metal of ['gold', 'silver', 'platinum', 'palladium'] as const) {
    await expect(dashboard.priceRow(metal)).toContainText(anyOf(words.feed.priceOf));
  }
  await dashboard.buyMetals.click();
  const ticket = dashboard.dialog(words.trade.title.buy.gold);
  await ticket.getByRole('textbox', { name: words.trade.howMuch }).fill('0,1');
  await expect(ticket.getByRole('alert')).toContainText(words.problems.PriceUnavailable.what);
  await expect(ticket.getByRole('button', { name: words.trade.ask })).toBeDisabled();
});

test('a price of more than half an hour ago has a warning with its true age', async ({ page, account }) => {
  await account.signUpInvestor();
  const pushed = await feed(page, (prices) => aged(prices, 47.5 * MINUTE_MS));
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  await expect(dashboard.badge('stale')).toBeVisible();
  await expect(dashboard.prices).toContainText(say(words.feed.delayed.title, { age: 'há 47 minutos' }));
  await expect(dashboard.prices).toContainText(anyOf(words.feed.delayed.today));

  // Another state does not hide the warning, and yesterday's price is not shown with today's time.
  pushed.change((prices) => {
    const old = aged(prices, 47.5 * MINUTE_MS);
    return { ...old, source: { ...old.source, reason: 'paused' } };
  });
  await expect(dashboard.prices).toContainText(words.feed.paused.title);
  await expect(dashboard.prices).toContainText(say(words.feed.delayed.also, { age: 'há 47 minutos' }));
  pushed.change((prices) => aged(prices, 26 * 60 * MINUTE_MS));
  await expect(dashboard.prices).toContainText(say(words.feed.delayed.title, { age: 'há 1 dia' }));
  await expect(dashboard.prices).toContainText(anyOf(words.feed.delayed.earlier));
});

test('quoting that was paused says so, and comes back with the next frame', async ({ page, account }) => {
  await account.signUpInvestor();
  const pushed = await feed(page, (prices) => ({
    ...prices,
    source: { ...prices.source, quotable: false, reason: 'paused' },
  }));
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  await expect(dashboard.badge('paused')).toBeVisible();
  await expect(dashboard.prices).toContainText(words.feed.paused.title);
  pushed.change((prices) => prices);
  await expect(dashboard.badge('live')).toBeVisible();
  await expect(dashboard.prices).not.toContainText(words.feed.paused.title);
});

test('a metal without a price shows a dash and never a zero, and so does what depends on it', async ({
  page,
  account,
}) => {
  await account.signUpInvestor();
  // The server has no price either: the page must not invent one.
  await page.route('**/api/portfolio', async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as { holdings: object[]; totals: object };
    const unknown = { priceCents: null, valueCents: null, gainCents: null, gainPercent: null };
    await route.fulfill({
      response: reply,
      json: {
        ...body,
        holdings: body.holdings.map((holding) => ({ ...holding, ...unknown, change24hPercent: null })),
        totals: { ...body.totals, valueCents: null, gainCents: null, gainPercent: null },
      },
    });
  });
  await feed(page, (prices) => ({
    ...prices,
    asOf: null,
    prices: [],
    source: { ...prices.source, quotable: false, reason: 'stale' },
  }));
  const dashboard = new Dashboard(page, PORTUGUESE);
  await page.goto(path('/dashboard'));
  await expect(dashboard.badge('stale')).toBeVisible();
  await expect(dashboard.priceRow('gold')).toContainText(words.common.unknown);
  await expect(dashboard.metric('total')).toContainText(words.common.unknown);
  await expect(dashboard.metric('gain')).toContainText(words.common.unknown);
  await expect(dashboard.metric('cash')).toContainText(/\d/u);
  await expect(dashboard.allocation).toContainText(words.portfolio.allocation.unknown);
});

test('a portfolio that cannot be loaded says what is safe, and trying again brings it', async ({
  page,
  account,
}) => {
  await account.signUpInvestor();
  await page.route('**/api/portfolio', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.route('**/api/transactions*', (route) => route.abort('connectionreset'));
  const dashboard = new Dashboard(page, PORTUGUESE);
  await page.goto(path('/dashboard'));
  const trouble = page.getByRole('alert').filter({ hasText: words.portfolio.error.title });
  await expect(trouble).toContainText(words.portfolio.error.text);
  const missing = dashboard.transactions.getByRole('alert');
  await expect(missing).toContainText(words.transactions.error.title);
  await expect(missing).toContainText(words.transactions.error.text);
  // Unknown is not zero.
  await expect(page.getByRole('main')).not.toContainText(amount(0));

  await page.unrouteAll();
  await trouble.getByRole('button', { name: words.common.retry }).click();
  await expect(dashboard.metric('cash')).toContainText(/\d/u);
  await expect(trouble).toBeHidden();
  await missing.getByRole('button', { name: words.common.retry }).click();
  await expect(dashboard.movements).toHaveCount(3);
});

test('figures that cannot be read again stay, with the time they are from', async ({ page, account }) => {
  await account.signUpInvestor();
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  await page.route('**/api/portfolio', (route) => route.abort('connectionreset'));
  await dashboard.button(words.dashboard.refresh).click();
  const note = page.getByRole('alert').filter({ hasText: words.portfolio.outdated.title });
  await expect(note).toContainText(anyOf(words.portfolio.outdated.text));
  await expect(dashboard.metric('cash')).toContainText(/\d/u);
  await page.unrouteAll();
  await note.getByRole('button', { name: words.common.retry }).click();
  await expect(note).toBeHidden();
});

test('when the session cannot be read, the dashboard says so instead of leading to sign-in', async ({
  page,
  account,
}) => {
  await account.signUpInvestor();
  await page.route('**/api/auth/**', (route) => route.abort('connectionreset'));
  await page.goto(path('/dashboard'));
  const trouble = page.getByRole('alert').filter({ hasText: words.dashboard.noAnswer.title });
  await expect(trouble).toContainText(words.dashboard.noAnswer.text);
  await page.unrouteAll();
  await trouble.getByRole('button', { name: words.common.retry }).click();
  await expect(new Dashboard(page, PORTUGUESE).metric('cash')).toContainText(/\d/u);
});

test('a session that ended is announced, and signing in leads back to the same address', async ({
  page,
  context,
  account,
}) => {
  const person = await account.signUpInvestor();
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open('?trade=sell&metal=silver');
  const ticket = dashboard.dialog(words.trade.title.sell.silver);
  await ticket.getByRole('textbox', { name: words.trade.howMuch }).fill('1');
  await context.clearCookies();
  await ticket.getByRole('button', { name: words.trade.ask }).click();

  await expect(page).toHaveURL(
    `${path('/login')}?next=${encodeURIComponent('/dashboard?trade=sell&metal=silver')}`,
  );
  const notice = page.getByRole('alert').filter({ hasText: words.login.ended.expired.title });
  await expect(notice).toContainText(words.login.ended.expired.text);
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL(`${path('/dashboard')}?trade=sell&metal=silver`);
  await expect(ticket).toBeVisible();
});

test('a session ended from elsewhere ends on this page with its next step', async ({ page, account }) => {
  await account.signUpInvestor();
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  // Another device's call ends this session.
  await account.signOut();
  const ended = page.getByRole('alert').filter({ hasText: words.login.ended.expired.title });
  // The page hears of it from its socket too, and may have left before the press.
  await Promise.any([dashboard.button(words.dashboard.refresh).click(), ended.waitFor()]);
  await expect(ended).toBeVisible();
  await expect(page).toHaveURL(`${path('/login')}?next=/dashboard`);
});

test('signing out in one tab ends the other, which keeps its place', async ({ page, context, account }) => {
  const person = await account.signUpInvestor();
  const first = new Dashboard(page, PORTUGUESE);
  await first.open();
  const other = await context.newPage();
  await new Dashboard(other, PORTUGUESE).open();

  await first.accountMenu(person.fullName).click();
  await page.getByRole('menuitem', { name: words.shell.account.signOut }).click();
  await expect(page).toHaveURL(path('/'));
  await expect(other).toHaveURL(`${path('/login')}?next=/dashboard`);
  const notice = other.getByRole('alert').filter({ hasText: words.login.ended.elsewhere.title });
  await expect(notice).toBeVisible();

  // Signing in there signs both tabs in.
  await signIn(other, person.email, person.password);
  await expect(other).toHaveURL(path('/dashboard'));
  await expect(first.accountMenu(person.fullName)).toBeVisible();
});

test('a purchase whose reply is lost after the commit is sent again by itself and made once', async ({
  page,
  account,
}) => {
  await account.signUp();
  await account.deposit(100_000);
  const retrying = page.getByRole('alert').filter({ hasText: words.trade.retrying });
  // The second request is held until the page has shown the notice.
  const keys = await loseReplies(page, '**/api/trades', 1, () => retrying.waitFor());
  await quoteSilver(page);
  await page.getByRole('button', { name: words.trade.confirm.buy }).click();
  const receipt = page.getByRole('dialog', { name: words.receipt.title.buy });
  await expect(receipt).toContainText(words.receipt.replayed);
  await expectOneSilverPurchase(account);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('while the outcome of an order is unknown the ticket says so; checking finds the one trade', async ({
  page,
  account,
}) => {
  await account.signUp();
  await account.deposit(100_000);
  const keys = await loseReplies(page, '**/api/trades', 3);
  await page.clock.install();
  await quoteSilver(page);
  await page.getByRole('button', { name: words.trade.confirm.buy }).click();
  const unknown = page.getByRole('alert').filter({ hasText: words.trade.unknown.title });
  await expectInTime(page, (quick) => expect(unknown).toContainText(words.trade.unknown.text, quick));
  await page.getByRole('button', { name: words.trade.unknown.again }).click();
  const receipt = page.getByRole('dialog', { name: words.receipt.title.buy });
  await expect(receipt).toContainText(words.receipt.replayed);
  await expectOneSilverPurchase(account);
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
});

test('a deposit whose reply is lost is checked with the same request and credited once', async ({
  page,
  account,
}) => {
  await account.signUp();
  const keys = await loseReplies(page, '**/api/deposits', 3);
  await page.clock.install();
  const dashboard = new Dashboard(page, PORTUGUESE);
  await depositByHand(dashboard, '250,00');
  const dialog = dashboard.dialog();
  const unknown = dialog.getByRole('alert').filter({ hasText: words.deposit.unknown.title });
  await expectInTime(page, (quick) => expect(unknown).toBeVisible(quick));
  await dialog.getByRole('button', { name: words.deposit.unknown.again }).click();
  await expect(dashboard.dialog(words.receipt.title.deposit)).toContainText(words.receipt.replayed);
  expect((await account.portfolio()).cashCents).toBe(25_000);
  expect(await account.transactions()).toHaveLength(1);
  expect(new Set(keys).size).toBe(1);
});

test('a deposit that waits for its payment is shown as pending and not as balance', async ({
  page,
  account,
}) => {
  await account.signUp();
  const dashboard = new Dashboard(page, PORTUGUESE);
  await depositByHand(dashboard, '100,13');
  const receipt = dashboard.dialog(words.receipt.pending.deposit);
  await expect(receipt).toContainText(words.receipt.pendingNote);
  await expect(line(receipt, words.receipt.toCredit)).toContainText(amount(10_013));
  await expect(line(receipt, words.receipt.cash)).toContainText(amount(0));
  await receipt.getByRole('button', { name: words.deposit.done, exact: true }).click();
  await expect(dashboard.metric('cash')).toContainText(`US$${amount(10_013)} a caminho`);
  await expect(dashboard.movements).toContainText(words.transactions.statuses.pending);
});

test('a deposit that fails credits nothing, says so, and offers another try', async ({ page, account }) => {
  await account.signUp();
  const dashboard = new Dashboard(page, PORTUGUESE);
  await depositByHand(dashboard, '100,66');
  const receipt = dashboard.dialog(words.receipt.failed.deposit);
  await expect(receipt).toContainText(words.receipt.failedNote);
  await receipt.getByRole('button', { name: words.deposit.tryAgain }).click();
  const form = dashboard.dialog(words.deposit.title);
  await form.getByRole('button', { name: PORTUGUESE.dollars(100), exact: true }).click();
  await form.getByRole('button', { name: words.deposit.confirm }).click();
  await dashboard
    .dialog(words.receipt.title.deposit)
    .getByRole('button', { name: words.deposit.done })
    .click();
  await expect(dashboard.metric('cash')).toContainText(amount(10_000));
  await expect(dashboard.movements).toHaveCount(2);
  await expect(dashboard.movements.last()).toContainText(words.transactions.statuses.failed);
});

for (const language of [PORTUGUESE, ENGLISH]) {
  test(
    `a wrong password and an unknown e-mail get the same words in ${language.locale}`,
    deepIf(language.locale === 'en'),
    async ({ page, account }) => {
      const person = await account.signUp(language.locale);
      await page.context().clearCookies();
      await page.goto(language.path('/login'));
      const { InvalidCredentials } = language.words.problems;
      const alert = page.getByRole('alert').filter({ hasText: InvalidCredentials.what });
      await signIn(page, person.email, 'not-the-password-1', language);
      await expect(alert).toHaveText(`${InvalidCredentials.what}${InvalidCredentials.next}`);
      const email = page.getByRole('textbox', { name: language.words.login.email });
      await expect(email).toHaveValue(person.email);
      const refused = page.waitForResponse((reply) => reply.url().endsWith('/api/auth/sign-in'));
      await signIn(page, newPerson().email, 'not-the-password-1', language);
      expect((await refused).status()).toBe(401);
      await expect(alert).toHaveText(`${InvalidCredentials.what}${InvalidCredentials.next}`);
      // The right password still signs in.
      await signIn(page, ` ${person.email.toUpperCase()} `, person.password, language);
      await expect(page).toHaveURL(language.path('/dashboard'));
    },
  );

  test(
    `an e-mail that has an account is refused at its field, with the way to sign in, in ${language.locale}`,
    deepIf(language.locale === 'en'),
    async ({ page, account }) => {
      const person = await account.signUp();
      await page.context().clearCookies();
      const { signup, formErrors, login } = language.words;
      await page.goto(language.path('/signup'));
      const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
      await field(signup.fullName).fill(person.fullName);
      await field(signup.phone).fill(person.phone);
      await field(signup.email).fill(person.email);
      await field(signup.password).fill(person.password);
      await field(signup.confirmPassword).fill(person.password);
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: signup.submit, exact: true }).click();
      await expect(field(signup.email)).toHaveAccessibleDescription(formErrors.errors.emailExists);
      await expect(field(signup.email)).toBeFocused();
      await expect(field(signup.fullName)).toHaveValue(person.fullName);
      await page.getByRole('link', { name: signup.signInInstead }).click();
      await expect(page).toHaveURL(language.path('/login'));
      await expect(page.getByRole('heading', { level: 1, name: login.title })).toBeVisible();
    },
  );
}

async function signIn(page: Page, email: string, password: string, language = PORTUGUESE): Promise<void> {
  const { login } = language.words;
  await page.getByRole('textbox', { name: login.email, exact: true }).fill(email);
  await page.getByRole('textbox', { name: login.password, exact: true }).fill(password);
  await page.getByRole('button', { name: login.submit, exact: true }).click();
}

async function quoteSilver(page: Page): Promise<void> {
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open('?trade=buy&metal=silver');
  const ticket = dashboard.dialog(words.trade.title.buy.silver);
  await ticket.getByRole('textbox', { name: words.trade.howMuch }).fill('2');
  await ticket.getByRole('button', { name: words.trade.ask }).click();
  await expect(ticket.getByRole('timer')).toBeVisible();
}

async function expectOneSilverPurchase(account: Account): Promise<void> {
  const bought = (await account.transactions()).filter(({ type }) => type === 'buy');
  expect(bought).toHaveLength(1);
  const { cashCents, holdings } = await account.portfolio();
  expect(holdings).toMatchObject([{ metal: 'silver', ouncesE4: 20_000 }]);
  expect(cashCents).toBe(100_000 - (bought[0]?.totalCents ?? 0));
}

async function depositByHand(dashboard: Dashboard, typed: string): Promise<void> {
  await dashboard.open('?deposit=1');
  const form = dashboard.dialog(words.deposit.title);
  await form.getByRole('textbox', { name: words.deposit.amount }).fill(typed);
  await form.getByRole('button', { name: words.deposit.confirm }).click();
}

/** Lets the first requests reach the server and drops its replies; returns the idempotency keys of all requests. */
async function loseReplies(
  page: Page,
  url: string,
  lost: number,
  beforeNext: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const keys: string[] = [];
  await page.route(url, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length > lost) {
      await beforeNext();
      return route.continue();
    }
    const reply = await route.fetch();
    expect(reply.status()).toBe(201);
    return route.abort('connectionreset');
  });
  return keys;
}

/** The same prices as if the source had stopped this long ago. */
function aged(prices: PriceSnapshot, ageMs: number): PriceSnapshot {
  const asOf = new Date(Date.now() - ageMs).toISOString();
  return {
    ...prices,
    asOf,
    prices: prices.prices.map((price) => ({ ...price, asOf, stale: true })),
    source: { ...prices.source, quotable: false, reason: 'stale' },
  };
}
