// What the pages say in every state of trouble, and that they recover by themselves.

import type { Page, WebSocketRoute } from 'playwright/test';
import type { PriceSnapshot } from '../../worker/contract/prices.ts';
import { expectInTime, holdBack, untilWatching } from './support/clock.ts';
import { Dashboard, inUnit, line } from './support/dashboard.ts';
import { feed } from './support/feed.ts';
import { anyOf, ENGLISH, PORTUGUESE, say } from './support/language.ts';
import { type Account, expect, newPerson, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';
import { MINUTE_MS } from '../../worker/domain/time.ts';

const { words, amount, path } = PORTUGUESE;

test('a page is Live without ever claiming to be offline, and says when the network or its socket is gone', async ({
  page,
  context,
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

  await test.step('it goes from connecting to Live without ever claiming to be offline', async () => {
    await expect(dashboard.badge('live')).toBeVisible();
    await expect(dashboard.priceRow('gold')).toHaveAttribute('data-flash', /^[ab]$/u);
    const said = await page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
    expect(said).toContain(words.prices.state.simulated);
    // The local prices are simulated, on a Sunday too.
    expect(said).not.toContain(words.prices.state.live);
    expect(said).not.toContain(words.prices.state.offline);
  });

  await test.step('without a network it is Offline, keeps its figures, and is Live again when the network is back', async () => {
    await context.setOffline(true);
    await expect(dashboard.badge('offline')).toBeVisible();
    await expect(dashboard.prices).toContainText(words.feed.offline.title);
    await expect(dashboard.priceRow('gold')).toContainText(/\d/u);
    await expect(dashboard.metric('total')).toContainText(/\d/u);
    // Nobody has asked for the code of the ticket yet: it opens with the network.
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'));
    await dashboard.buyMetals.click();
    await refused;
    const ticket = dashboard.dialog(words.trade.title.buy.gold);
    await context.setOffline(false);
    const size = ticket.getByRole('textbox', { name: words.trade.howMuch });
    await expect(size).toBeFocused();
    expect(await page.evaluate(stylesNotLoaded)).toEqual([]);
    await inUnit(ticket, 'oz');
    await size.fill('0,1');
    await context.setOffline(true);
    await ticket.getByRole('button', { name: words.trade.ask }).click();
    await expect(ticket.getByRole('alert')).toContainText(words.problems.Offline.what);
    await context.setOffline(false);
    await expect(ticket.getByRole('alert')).toContainText(words.problems.Offline.back.what);
    await expect(ticket).not.toContainText(words.problems.Offline.what);
    await page.keyboard.press('Escape');
    await expect(dashboard.badge('live')).toBeVisible();
    await expect(dashboard.prices).not.toContainText(words.feed.offline.title);
  });

  await test.step('with a broken socket it is Offline while prices come by asking, and Live once it opens again', async () => {
    const open = new Set<WebSocketRoute>();
    let refused = false;
    await page.routeWebSocket(/\/api\/prices\/stream$/u, async (socket) => {
      if (refused) return socket.close();
      open.add(socket);
      return void socket.connectToServer();
    });
    await page.clock.install();
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
});

test('what the source of prices cannot do is said before anything else, and leaves with the frame that ends it', async ({
  page,
  account,
}) => {
  await account.signUpInvestor();
  const opensAt = new Date(Date.now() + 30 * 60 * MINUTE_MS).toISOString();
  const pushed = await feed(page, (prices) => ({
    ...prices,
    source: { ...prices.source, marketOpen: false, quotable: false, reason: 'closed', opensAt },
    prices: prices.prices.map((price) => ({ ...price, since: 'close' })),
  }));
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  /** The ticket says why there is no quote to ask for. */
  const expectNoQuote = async (...why: readonly (string | RegExp)[]) => {
    await dashboard.buyMetals.click();
    const ticket = dashboard.dialog(words.trade.title.buy.gold);
    await inUnit(ticket, 'oz');
    await ticket.getByRole('textbox', { name: words.trade.howMuch }).fill('0,1');
    for (const text of why) await expect(ticket.getByRole('alert')).toContainText(text);
    await expect(ticket.getByRole('button', { name: words.trade.ask })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(ticket).toBeHidden();
  };

  await test.step('a closed market, with the time it opens, and the ticket does not ask for a quote', async () => {
    await expect(dashboard.badge('closed')).toBeVisible();
    await expect(dashboard.prices).toContainText(words.feed.closed.title);
    await expect(dashboard.prices).toContainText(anyOf(words.feed.closed.reopens));
    await expect(dashboard.prices).toContainText(words.feed.window.close);
    await expectNoQuote(words.problems.MarketClosed.what, anyOf(words.problems.MarketClosed.nextAt));
  });

  await test.step('a price of three minutes ago is stale: in the panel, at each row and in the ticket', async () => {
    pushed.change((prices) => aged(prices, 3 * MINUTE_MS));
    await expect(dashboard.badge('stale')).toBeVisible();
    await expect(dashboard.prices).toContainText(words.feed.stale.title);
    for (const metal of ['gold', 'silver', 'platinum', 'palladium'] as const) {
      await expect(dashboard.priceRow(metal)).toContainText(anyOf(words.feed.priceOf));
    }
    await expectNoQuote(words.problems.PriceUnavailable.what);
  });

  await test.step('a price of more than half an hour ago has a warning with its true age', async () => {
    pushed.change((prices) => aged(prices, 47.5 * MINUTE_MS));
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

  await test.step('quoting that was paused, which comes back with the next frame', async () => {
    pushed.change((prices) => ({
      ...prices,
      source: { ...prices.source, quotable: false, reason: 'paused' },
    }));
    await expect(dashboard.badge('paused')).toBeVisible();
    await expect(dashboard.prices).toContainText(words.feed.paused.title);
    pushed.change((prices) => prices);
    await expect(dashboard.badge('live')).toBeVisible();
    await expect(dashboard.prices).not.toContainText(words.feed.paused.title);
  });

  await test.step('a metal without a price: a dash and never a zero, and so does what depends on it', async () => {
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
    pushed.change((prices) => ({
      ...prices,
      asOf: null,
      prices: [],
      source: { ...prices.source, quotable: false, reason: 'stale' },
    }));
    await page.reload();
    await expect(dashboard.badge('stale')).toBeVisible();
    await expect(dashboard.priceRow('gold')).toContainText(words.common.unknown);
    await expect(dashboard.metric('total')).toContainText(words.common.unknown);
    await expect(dashboard.metric('gain')).toContainText(words.common.unknown);
    await expect(dashboard.metric('cash')).toContainText(/\d/u);
    await expect(dashboard.allocation).toContainText(words.portfolio.allocation.unknown);
  });
});

test('what the dashboard cannot load is said, and trying again brings it', async ({ page, account }) => {
  await account.signUpInvestor();
  const dashboard = new Dashboard(page, PORTUGUESE);
  // The app's own tries are not waited for.
  await page.clock.install();

  await test.step('a portfolio that cannot be loaded says what is safe', async () => {
    await page.route('**/api/portfolio', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.route('**/api/transactions*', (route) => route.abort('connectionreset'));
    await page.goto(path('/dashboard'));
    const trouble = page.getByRole('alert').filter({ hasText: words.portfolio.error.title });
    await expectInTime(page, (quick) => expect(trouble).toContainText(words.portfolio.error.text, quick));
    const missing = dashboard.transactions.getByRole('alert');
    await expectInTime(page, (quick) => expect(missing).toContainText(words.transactions.error.title, quick));
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

  await test.step('figures that cannot be read again stay, with the time they are from', async () => {
    await page.route('**/api/portfolio', (route) => route.abort('connectionreset'));
    await dashboard.button(words.dashboard.refresh).click();
    const note = page.getByRole('alert').filter({ hasText: words.portfolio.outdated.title });
    await expectInTime(page, (quick) =>
      expect(note).toContainText(anyOf(words.portfolio.outdated.text), quick),
    );
    await expect(dashboard.metric('cash')).toContainText(/\d/u);
    await page.unrouteAll();
    await note.getByRole('button', { name: words.common.retry }).click();
    await expect(note).toBeHidden();
  });

  await test.step('when the session cannot be read, it says so instead of leading to sign-in', async () => {
    const asked: string[] = [];
    await page.route('**/api/auth/**', (route) => {
      asked.push(route.request().url());
      return route.abort('connectionreset');
    });
    const release = await holdBack(page, '**/assets/overlays-*.js');
    await page.goto(path('/dashboard'));
    const trouble = page.getByRole('alert').filter({ hasText: words.dashboard.noAnswer.title });
    await expectInTime(page, (quick) => expect(trouble).toContainText(words.dashboard.noAnswer.text, quick));
    // What mounts later does not turn it into "loading" again.
    const tries = asked.length;
    release();
    await untilWatching(page);
    await expect(trouble).toBeVisible();
    expect(asked).toHaveLength(tries);
    await page.unrouteAll();
    await trouble.getByRole('button', { name: words.common.retry }).click();
    await expect(dashboard.metric('cash')).toContainText(/\d/u);
  });

  await test.step('a search that has looked at a part says since when, and a press searches what is older', async () => {
    const { older } = words.transactions;
    const searchedTo = '2026-03-12T15:00:00.000Z';
    await page.route('**/api/transactions?*search=*', async (route) => {
      const url = new URL(route.request().url());
      const isOlder = url.searchParams.has('cursor');
      url.searchParams.delete('cursor');
      const reply = await route.fetch({ url: url.href });
      const part = { transactions: [], total: 0, atLeast: true, nextCursor: '1.older', searchedTo };
      await route.fulfill({ response: reply, json: isOlder ? await reply.json() : part });
    });
    await dashboard.search.fill(words.common.metals.silver);
    await expect(dashboard.transactions).toContainText(older.title);
    await expect(dashboard.transactions).toContainText(say(older.text, { date: '12 de mar. de 2026' }));
    await dashboard.transactions.getByRole('button', { name: older.action }).click();
    await expect(dashboard.movements).toHaveCount(1);
    await expect(dashboard.transactions).not.toContainText(older.title);
    await expect(dashboard.transactions.getByRole('button', { name: older.action })).toBeHidden();
  });
});

test('a session that ended, here, elsewhere or in another tab, is announced, and signing in leads back', async ({
  page,
  context,
  account,
}) => {
  const { email, password, fullName } = await account.signUpInvestor();
  const dashboard = new Dashboard(page, PORTUGUESE);
  const ended = (on: Page, why: 'expired' | 'elsewhere') =>
    on.getByRole('alert').filter({ hasText: words.login.ended[why].title });

  await test.step('one that ended is announced, and signing in leads back to the same address', async () => {
    await dashboard.open('?trade=sell&metal=silver');
    const ticket = dashboard.dialog(words.trade.title.sell.silver);
    await ticket.getByRole('textbox', { name: words.trade.howMuch }).fill('1');
    await context.clearCookies();
    await ticket.getByRole('button', { name: words.trade.ask }).click();

    await expect(page).toHaveURL(
      `${path('/login')}?next=${encodeURIComponent('/dashboard?trade=sell&metal=silver')}`,
    );
    await expect(ended(page, 'expired')).toContainText(words.login.ended.expired.text);
    await signIn(page, email, password);
    await expect(page).toHaveURL(`${path('/dashboard')}?trade=sell&metal=silver`);
    await expect(ticket).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(path('/dashboard'));
  });

  await test.step('one ended from elsewhere ends on this page with its next step', async () => {
    await dashboard.figure('cash').waitFor();
    // Another device's call ends this session.
    await account.signOut();
    const notice = ended(page, 'expired');
    // The page hears of it from its socket too, and may have left before the press.
    await Promise.any([dashboard.button(words.dashboard.refresh).click(), notice.waitFor()]);
    await expect(notice).toBeVisible();
    await expect(page).toHaveURL(`${path('/login')}?next=/dashboard`);
    await signIn(page, email, password);
    await expect(dashboard.accountMenu(fullName)).toBeVisible();
  });

  await test.step('signing out in one tab ends the other, which keeps its place', async () => {
    const other = await context.newPage();
    await new Dashboard(other, PORTUGUESE).open();

    await dashboard.accountMenu(fullName).click();
    await page.getByRole('menuitem', { name: words.shell.account.signOut }).click();
    await expect(page).toHaveURL(path('/'));
    await expect(other).toHaveURL(`${path('/login')}?next=/dashboard`);
    await expect(ended(other, 'elsewhere')).toBeVisible();
    // Back after the sign-out asks for a sign-in, without a reason: it was the user's own.
    await page.goBack();
    await expect(page).toHaveURL(`${path('/login')}?next=/dashboard`);
    await expect(page.getByRole('alert')).toHaveCount(0);

    // Signing in there signs both tabs in.
    await signIn(other, email, password);
    await expect(other).toHaveURL(path('/dashboard'));
    await expect(dashboard.accountMenu(fullName)).toBeVisible();
  });
});

test('a purchase whose reply is lost is made once, whether it is sent again by itself or by the customer', async ({
  page,
  account,
}) => {
  await account.signUp();
  await account.deposit(100_000);
  await page.clock.install();
  const receipt = page.getByRole('dialog', { name: words.receipt.title.buy });

  await test.step('lost after the commit, it is sent again by itself', async () => {
    const retrying = page.getByRole('alert').filter({ hasText: words.trade.retrying });
    // The second request is held until the page has shown the notice.
    const keys = await loseReplies(page, '**/api/trades', 1, () => retrying.waitFor());
    await quoteSilver(page);
    await page.getByRole('button', { name: words.trade.confirm.buy }).click();
    await expect(receipt).toContainText(words.receipt.replayed);
    await expectSilverPurchases(account, 1);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  await test.step('while its outcome is unknown the ticket says so; checking finds the one trade', async () => {
    const keys = await loseReplies(page, '**/api/trades', 3);
    await quoteSilver(page);
    await page.getByRole('button', { name: words.trade.confirm.buy }).click();
    const unknown = page.getByRole('alert').filter({ hasText: words.trade.unknown.title });
    await expectInTime(page, (quick) => expect(unknown).toContainText(words.trade.unknown.text, quick));
    await page.getByRole('button', { name: words.trade.unknown.again }).click();
    await expect(receipt).toContainText(words.receipt.replayed);
    await expectSilverPurchases(account, 2);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });
});

test('a deposit that waits, fails or loses its reply credits what was paid, and once', async ({
  page,
  account,
}) => {
  await account.signUp();
  await page.clock.install();
  const dashboard = new Dashboard(page, PORTUGUESE);

  await test.step('one that waits for its payment is shown as pending and not as balance', async () => {
    await depositByHand(dashboard, '100,13');
    const receipt = dashboard.dialog(words.receipt.pending.deposit);
    await expect(receipt).toContainText(words.receipt.pendingNote);
    await expect(line(receipt, words.receipt.toCredit)).toContainText(amount(10_013));
    await expect(line(receipt, words.receipt.cash)).toContainText(amount(0));
    await receipt.getByRole('button', { name: words.deposit.done, exact: true }).click();
    await expect(dashboard.metric('cash')).toContainText(`US$${amount(10_013)} a caminho`);
    await expect(dashboard.movements).toContainText(words.transactions.statuses.pending);
  });

  await test.step('one that fails credits nothing, says so, and offers another try', async () => {
    await depositByHand(dashboard, '100,66');
    const receipt = dashboard.dialog(words.receipt.failed.deposit);
    await expect(receipt).toContainText(words.receipt.failedNote);
    await receipt.getByRole('button', { name: words.deposit.tryAgain }).click();
    const form = dashboard.dialog(words.deposit.title);
    await inUnit(form, 'US$');
    await form.getByRole('button', { name: PORTUGUESE.dollars(100), exact: true }).click();
    await form.getByRole('button', { name: words.deposit.confirm }).click();
    await dashboard
      .dialog(words.receipt.title.deposit)
      .getByRole('button', { name: words.deposit.done })
      .click();
    await expect(dashboard.metric('cash')).toContainText(amount(10_000));
    await expect(dashboard.movements).toHaveCount(3);
    await expect(dashboard.movements.nth(1)).toContainText(words.transactions.statuses.failed);
  });

  await test.step('one whose reply is lost is checked with the same request and credited once', async () => {
    const keys = await loseReplies(page, '**/api/deposits', 3);
    await depositByHand(dashboard, '250,00');
    const dialog = dashboard.dialog();
    const unknown = dialog.getByRole('alert').filter({ hasText: words.deposit.unknown.title });
    await expectInTime(page, (quick) => expect(unknown).toBeVisible(quick));
    await dialog.getByRole('button', { name: words.deposit.unknown.again }).click();
    await expect(dashboard.dialog(words.receipt.title.deposit)).toContainText(words.receipt.replayed);
    expect((await account.portfolio()).cashCents).toBe(10_000 + 25_000);
    expect(await account.transactions()).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });
});

for (const language of [PORTUGUESE, ENGLISH]) {
  test(
    `an e-mail that has an account leads from sign-up to sign-in, whose errors tell nothing, in ${language.locale}`,
    deepIf(language.locale === 'en'),
    async ({ page, account }) => {
      const person = await account.signUp(language.locale);
      await page.context().clearCookies();
      const { signup, formErrors, login, problems } = language.words;

      await test.step('it is refused at its field, with the way to sign in', async () => {
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
      });

      await test.step('a wrong password and an unknown e-mail get the same words', async () => {
        const { InvalidCredentials } = problems;
        const alert = page.getByRole('alert').filter({ hasText: InvalidCredentials.what });
        await signIn(page, person.email, 'not-the-password-1', language);
        await expect(alert).toHaveText(`${InvalidCredentials.what}${InvalidCredentials.next}`);
        const email = page.getByRole('textbox', { name: login.email });
        await expect(email).toHaveValue(person.email);
        const refused = page.waitForResponse((reply) => reply.url().endsWith('/api/auth/sign-in'));
        await signIn(page, newPerson().email, 'not-the-password-1', language);
        expect((await refused).status()).toBe(401);
        await expect(alert).toHaveText(`${InvalidCredentials.what}${InvalidCredentials.next}`);
        // The right password still signs in.
        await signIn(page, ` ${person.email.toUpperCase()} `, person.password, language);
        await expect(page).toHaveURL(language.path('/dashboard'));
      });
    },
  );
}

/** Runs in the page. */
function stylesNotLoaded(): string[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const loaded = ({ sheet }: HTMLLinkElement) => {
    try {
      return (sheet?.cssRules.length ?? 0) > 0;
    } catch {
      // The rules of one that could not be loaded cannot be read.
      return false;
    }
  };
  return links.filter((link) => !loaded(link)).map(({ href }) => href);
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
  await inUnit(ticket, 'oz');
  await ticket.getByRole('textbox', { name: words.trade.howMuch }).fill('2');
  await ticket.getByRole('button', { name: words.trade.ask }).click();
  await expect(ticket.getByRole('timer')).toBeVisible();
}

/** Each of two ounces, paid from the one deposit. */
async function expectSilverPurchases(account: Account, count: number): Promise<void> {
  const bought = (await account.transactions()).filter(({ type }) => type === 'buy');
  expect(bought).toHaveLength(count);
  const { cashCents, holdings } = await account.portfolio();
  expect(holdings).toMatchObject([{ metal: 'silver', ouncesE4: count * 20_000 }]);
  expect(cashCents).toBe(bought.reduce((cash, { totalCents }) => cash - totalCents, 100_000));
}

async function depositByHand(dashboard: Dashboard, typed: string): Promise<void> {
  await dashboard.open('?deposit=1');
  const form = dashboard.dialog(words.deposit.title);
  await form.getByRole('radio', { name: words.deposit.methods.wire.name }).check();
  await inUnit(form, 'US$');
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
