// The frame of every page: header, menus, bottom bar, footer, and the scroll position after Back.

import type { Locator, Page } from 'playwright/test';
import { untilWatching } from './support/clock.ts';
import enTradeLinks from '../../locales/en/trade-links.json' with { type: 'json' };
import ptTradeLinks from '../../locales/pt-BR/trade-links.json' with { type: 'json' };
import { complaintsOf } from './support/complaints.ts';
import { Dashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';
import { pressBetweenFrames } from './support/keyboard.ts';
import { LANGUAGES, PORTUGUESE } from './support/language.ts';
import { expect, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';
import { bringIn } from './support/whole-page.ts';

const tradeLinks = { 'pt-BR': ptTradeLinks, en: enTradeLinks };
const PHONE = { width: 360, height: 740 };
const { words, path } = PORTUGUESE;

const header = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');

/** Name and address of every link. */
async function links(scope: Locator): Promise<readonly (readonly [string, string | null])[]> {
  const found = await scope.getByRole('link').all();
  return Promise.all(
    // Not innerText: the footer is not rendered before it nears the viewport.
    found.map(
      async (link) => [(await link.textContent())?.trim() ?? '', await link.getAttribute('href')] as const,
    ),
  );
}

for (const language of LANGUAGES) {
  const { shell, footer: foot } = language.words;
  const to = language.path;

  test(`the header leads to six pages, the footer to the others, the page that does not exist on, in ${language.locale}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.goto(to('/nothing-here'));
    const nav = header(page).getByRole('navigation', { name: shell.nav.label });
    const follow = async (name: string, address: string) => {
      await nav.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(to(address));
    };

    await test.step('the page that does not exist leads on', async () => {
      const ways = page.getByRole('navigation', { name: language.words.notFound.ways });
      expect((await links(ways)).map(([, address]) => address)).toEqual(
        ['/gold', '/silver', '/pricing', '/tools', '/learn', '/contact'].map((one) => to(one)),
      );
    });

    await test.step('the header leads to six pages, marks the one it is on, and fits', async () => {
      expect(await links(nav)).toEqual([
        [shell.nav.gold, to('/gold')],
        [shell.nav.silver, to('/silver')],
        [shell.nav.buy, to('/pricing')],
        [shell.nav.learn, to('/learn')],
        [shell.nav.about, to('/about')],
        [shell.nav.contact, to('/contact')],
      ]);
      await expect(nav.locator('[aria-current]')).toHaveCount(0);
      for (const width of [1024, 1120, 1280]) {
        await page.setViewportSize({ width, height: 700 });
        await expectOneRow(page);
      }
      await nav.getByRole('button', { name: shell.nav.more, exact: true }).click();
      await expect(page.getByRole('menuitem')).toHaveText([shell.nav.tools, shell.nav.security]);
      await page.getByRole('menuitem', { name: shell.nav.security }).click();
      await expect(page).toHaveURL(to('/security'));
      await follow(shell.nav.buy, '/pricing');
      await expect(nav.locator('[aria-current="page"]')).toHaveText(shell.nav.buy);
    });

    await test.step('the footer has its four columns', async () => {
      await follow(shell.nav.about, '/about');
      const column = (title: string) => footer(page).getByRole('navigation', { name: title, exact: true });
      expect(await links(column(foot.platform))).toEqual([
        [shell.nav.gold, to('/gold')],
        [shell.nav.silver, to('/silver')],
        [foot.pricing, to('/pricing')],
        [shell.nav.tools, to('/tools')],
      ]);
      expect(await links(column(foot.learn))).toEqual([
        [foot.knowledge, to('/learn')],
        [shell.nav.security, to('/security')],
        [foot.whyGold, to('/gold#why')],
        [foot.whySilver, to('/silver#why')],
      ]);
      expect(await links(column(foot.company))).toEqual([
        [foot.aboutUs, to('/about')],
        [shell.nav.contact, to('/contact')],
        [foot.verify, to('/verify')],
      ]);
      expect(await links(column(foot.legal))).toEqual([
        [foot.terms, to('/legal/terms')],
        [foot.privacy, to('/legal/privacy')],
        [foot.disclaimer, to('/legal/disclaimer')],
        [foot.risk, to('/legal/risk')],
      ]);
      await expect(footer(page).getByRole('link', { name: foot.write })).toHaveAttribute(
        'href',
        to('/contact'),
      );
      await expect(footer(page)).toContainText(foot.trust);
      await expect(footer(page)).toContainText(`© ${new Date().getUTCFullYear()} Onça`);
      for (const [, address] of await links(footer(page))) {
        expect((await request.get(address ?? '')).status(), address ?? '').toBe(200);
      }
    });

    await test.step('on gold only what the law asks for', async () => {
      await follow(shell.nav.gold, '/gold');
      await expect(footer(page).getByRole('heading')).toHaveCount(0);
      expect(await links(footer(page))).toEqual([
        [foot.disclaimer, to('/legal/disclaimer')],
        [foot.cookies, to('/legal/privacy#cookies')],
        [foot.terms, to('/legal/terms')],
        [foot.privacy, to('/legal/privacy')],
      ]);
      await expect(footer(page)).toContainText(`© ${new Date().getUTCFullYear()} Onça`);
    });
  });

  test(
    `the phone's bar and menu lead to the pages and mark the one it is on, in ${language.locale}`,
    deepIf(language.locale === 'en'),
    async ({ page, account }) => {
      const complaints = complaintsOf(page);
      const bar = page.getByRole('navigation', { name: shell.bar.label });
      const opener = header(page).getByRole('button', { name: shell.menu.open });
      const menu = page.getByRole('dialog', { name: shell.menu.title });

      await test.step("the phone's bar leads to five places and marks the one it is on", async () => {
        await page.setViewportSize({ width: 320, height: 640 });
        await page.goto(to('/'));
        await expect(header(page).locator('.site-nav [aria-current]')).toHaveCount(0);
        expect(await links(bar)).toEqual([
          [shell.bar.home, to('/')],
          [shell.nav.buy, to('/pricing')],
          [shell.bar.portfolio, to('/dashboard')],
          [shell.nav.tools, to('/tools')],
          [shell.bar.profile, to('/profile')],
        ]);
        await expect(bar.locator('[aria-current="page"]')).toHaveText(shell.bar.home);
        for (const place of await bar.locator('a, button').all()) {
          const box = await place.boundingBox();
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
        }
        await bar.getByRole('link', { name: shell.nav.tools }).click();
        await expect(page).toHaveURL(to('/tools'));
        await expect(bar.locator('[aria-current="page"]')).toHaveText(shell.nav.tools);
        await bar.getByRole('link', { name: shell.nav.buy }).click();
        await expect(bar.locator('[aria-current="page"]')).toHaveText(shell.nav.buy);
      });

      await test.step("the phone's menu covers the screen, keeps the focus, and gives it back", async () => {
        await page.setViewportSize(PHONE);
        await page.goto(to('/gold'));
        await opener.click();
        await expect(menu).toBeVisible();
        expect(await menu.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE });
        const nav = menu.getByRole('navigation', { name: shell.nav.label });
        expect((await links(nav)).map(([, address]) => address)).toEqual(
          ['/gold', '/silver', '/pricing', '/tools', '/security', '/learn', '/about', '/contact'].map((one) =>
            to(one),
          ),
        );
        await expect(nav.locator('[aria-current="page"]')).toHaveText(shell.nav.gold);
        await expectFocusStaysIn(page, menu);
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
        await expect(opener).toBeFocused();

        await opener.click();
        await nav.getByRole('link', { name: shell.nav.tools, exact: true }).click();
        await expect(page).toHaveURL(to('/tools'));
        await expect(menu).toBeHidden();
        await expect(page.getByRole('main')).toBeFocused();

        // The browser's Back button closes it as well.
        await opener.click();
        await expect(menu).toBeVisible();
        await page.goBack();
        await expect(page).toHaveURL(to('/gold'));
        await expect(menu).toBeHidden();
        await bar.getByRole('link', { name: shell.nav.tools }).click();
        await expect(page).toHaveURL(to('/tools'));
        // It does not open by itself where it was open before.
        await expect(page.getByRole('main')).toBeFocused();
        await expect(menu).toBeHidden();
        expect(complaints).toEqual([]);
      });

      await test.step("the phone's bar leads a customer to the portfolio and the profile", async () => {
        await page.setViewportSize({ width: 320, height: 640 });
        const person = await account.signUp(language.locale);
        await page.goto(to('/dashboard'));
        await expect(bar.locator('[aria-current="page"]')).toHaveText(shell.bar.portfolio);
        await bar.getByRole('link', { name: shell.bar.profile }).click();
        await expect(page).toHaveURL(to('/profile'));
        await expect(bar.locator('[aria-current="page"]')).toHaveText(shell.bar.profile);
        await page.goto(to('/profile/security'));
        await expect(bar.locator('[aria-current="page"]')).toHaveText(shell.bar.profile);
        const buy = bar.getByRole('link', { name: shell.nav.buy });
        await expect(buy).toHaveAttribute('href', to('/dashboard?trade=buy&metal=gold'));
        await buy.click();
        await expect(page).toHaveURL(to('/dashboard?trade=buy&metal=gold'));
        await expect(page.getByRole('dialog', { name: language.words.trade.title.buy.gold })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page).toHaveURL(to('/dashboard'));

        await opener.click();
        await expect(menu).toContainText(person.fullName);
        await menu.getByRole('link', { name: shell.bar.profile, exact: true }).click();
        await expect(page).toHaveURL(to('/profile'));
        await expect(menu).toBeHidden();
      });
    },
  );
}

test('where scrollbars take room nothing moves when a dialog opens', async ({
  playwright,
  account,
  context,
  baseURL,
}) => {
  // Playwright hides scrollbars.
  const browser = await playwright.chromium.launch({ ignoreDefaultArgs: ['--hide-scrollbars'] });
  await account.signUp();
  const storageState = await context.storageState();
  const page = await browser.newPage({ baseURL: baseURL ?? '', storageState });
  const boxes = () =>
    page.evaluate(() => [
      document.documentElement.scrollHeight,
      ...['header', 'h1', 'main', 'footer'].map((name) => {
        const { x, y, width, height } = document.querySelector(name)?.getBoundingClientRect() ?? {};
        return [name, x, y, width, height];
      }),
    ]);
  const expectNoMove = async (opener: Locator) => {
    await heightSettled(page);
    const room = () => page.evaluate(() => innerWidth - document.body.clientWidth);
    expect(await room(), 'the room of the scrollbar').toBeGreaterThan(0);
    const before = await boxes();
    await opener.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
    expect(await boxes()).toEqual(before);
  };
  for (const width of [320, 800]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/contact');
    await expectNoMove(header(page).getByRole('button', { name: words.shell.menu.open }));
  }
  await page.setViewportSize({ width: 1280, height: 740 });
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();
  await expectNoMove(dashboard.buyMetals);
  await browser.close();
});

test('a visitor is offered sign-in and sign-up, a customer the menu with the full name and the way out', async ({
  page,
  account,
}) => {
  await page.goto(path('/silver'));
  const { shell } = words;
  await expect(header(page).getByRole('link', { name: shell.account.signIn })).toHaveAttribute(
    'href',
    '/login',
  );
  await expect(header(page).getByRole('link', { name: shell.account.getStarted })).toHaveAttribute(
    'href',
    '/signup',
  );
  const main = page.getByRole('main');
  const named = tradeLinks[PORTUGUESE.locale];
  const ticket = (query: string) => path(`/dashboard?trade=${query}`);

  await test.step('a page about a metal sells it to a visitor, who signs in on the way', async () => {
    await expect(main.locator('.page-hero-actions').getByRole('link')).toHaveText([
      named.buy.silver,
      new RegExp(`^${words.common.start.open}`, 'u'),
    ]);
    await main.getByRole('link', { name: named.buy.silver, exact: true }).click();
    await expect(page).toHaveURL(
      `${path('/login')}?next=${encodeURIComponent('/dashboard?trade=buy&metal=silver')}`,
    );
    await page.goBack();
  });

  const person = await account.signUp();
  await page.reload();
  await expect(header(page).getByRole('link', { name: shell.account.signIn })).toHaveCount(0);

  await test.step('a customer buys there, and sells once there is something to sell', async () => {
    const second = main.locator('.page-hero-actions').getByRole('link').last();
    await expect(second).toHaveAttribute('href', path('/pricing'));
    await expect(second).toHaveAccessibleName(named.pricing);
    await expect(header(page).getByRole('link', { name: shell.nav.buy, exact: true })).toHaveAttribute(
      'href',
      ticket('buy&metal=gold'),
    );
    await account.deposit(500_000);
    await account.trade({ side: 'buy', metal: 'silver', totalCents: 100_000 });
    await page.reload();
    await main.getByRole('link', { name: named.sell.silver, exact: true }).click();
    await expect(page).toHaveURL(ticket('sell&metal=silver'));
    await expect(page.getByRole('dialog', { name: words.trade.title.sell.silver })).toBeVisible();
    // Pages about everything sell what there is; gold alone is not there.
    await page.goto(path('/learn'));
    await expect(main.getByRole('link', { name: named.sell.any, exact: true })).toHaveAttribute(
      'href',
      ticket('sell&metal=silver'),
    );
    // The last call of a page offers no account to who has one.
    for (const [address, next, way] of [
      ['/learn', named.next.tools, '/tools'],
      ['/tools', named.next.alerts, '/profile/alerts'],
      ['/about', named.next.ticket, '/dashboard?trade=buy&metal=gold'],
    ] as const) {
      if (address !== '/learn') await page.goto(path(address));
      await bringIn(main.locator('.closing'));
      const closing = main.getByRole('region', { name: next.title, exact: true });
      await expect(closing.getByRole('link').first()).toHaveAttribute('href', path(way));
    }
    await page.goto(path('/gold'));
    await expect(main.getByRole('link', { name: named.pricing, exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: named.sell.gold, exact: true })).toHaveCount(0);
  });
  const opener = header(page).getByRole('button', { name: `${person.fullName}, ${shell.account.label}` });
  await opener.click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText(person.fullName);
  await expect(menu.getByRole('menuitem')).toHaveText([
    shell.nav.dashboard,
    shell.bar.profile,
    shell.account.signOut,
  ]);

  await test.step('a sign-out without an answer is reported in a message that stays until it is closed', async () => {
    await page.route('**/api/auth/sign-out', (route) => route.abort('connectionreset'));
    await menu.getByRole('menuitem', { name: shell.account.signOut }).click();
    const notices = page.getByRole('region', { name: words.common.notices });
    const message = notices.getByRole('listitem');
    await expect(message.getByRole('alert')).toBeVisible();
    await inspect(page, 'a message');
    await message.getByRole('button', { name: words.common.close }).click();
    await expect(message).toHaveCount(0);
  });

  await opener.click();
  await menu.getByRole('menuitem', { name: shell.nav.dashboard }).click();
  await expect(page).toHaveURL(path('/dashboard'));
});

test('a page begins at its top, its header turns translucent and its way back to the top appears, and Back finds the place', async ({
  page,
}) => {
  await test.step('a new page begins at its top; Back and Forward find the place, also among sections that come late', async () => {
    await page.goto(path('/'));
    await heightSettled(page);
    const at = () => page.evaluate(() => Math.round(window.scrollY));
    const place = await page.evaluate(() => Math.round((document.documentElement.scrollHeight * 2) / 3));
    await page.evaluate((y) => window.scrollTo(0, y), place);
    await heightSettled(page);
    const left = await at();
    expect(left).toBeGreaterThan(400);
    await footer(page)
      .getByRole('link', { name: words.footer.terms })
      .evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveURL(path('/legal/terms'));
    await expect.poll(at).toBe(0);
    // This is a new document: its router keeps the position from here on.
    await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
    await page.evaluate(() => window.scrollTo(0, 500));
    await page.goBack();
    await expect(page).toHaveURL(path('/'));
    await expect.poll(at).toBe(left);
    await page.goForward();
    await expect(page).toHaveURL(path('/legal/terms'));
    await expect.poll(at).toBe(500);
  });

  await test.step('the header turns translucent after 20 pixels', async () => {
    await untilWatching(page);
    const opaque = () =>
      header(page).evaluate((box) => !getComputedStyle(box).backgroundColor.includes('/ 0.88'));
    for (const [y, expected] of [
      [0, true],
      [20, true],
      [21, false],
      [0, true],
    ] as const) {
      await page.evaluate((top) => window.scrollTo(0, top), y);
      await expect.poll(opaque, `at ${y} px`).toBe(expected);
    }
  });

  await test.step('the way back to the top appears after 400 pixels, above the phone’s bar, and leads there', async () => {
    await page.setViewportSize(PHONE);
    const button = page.getByRole('button', { name: words.notices.top });
    const scroll = (y: number) => page.evaluate((top) => window.scrollTo(0, top), y);
    await scroll(401);
    await expect(button).toBeVisible();
    await scroll(400);
    await expect(button).toBeHidden();
    await scroll(900);
    const bar = await page.getByRole('navigation', { name: words.shell.bar.label }).boundingBox();
    const box = await button.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    expect(box?.width).toBeGreaterThanOrEqual(44);
    await button.click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect(button).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  });
});

for (const language of LANGUAGES) {
  const { broken, nav, bar } = language.words.shell;

  test(
    `what breaks says so, with a way to try again, in ${language.locale}`,
    deepIf(language.locale === 'en'),
    async ({ page }) => {
      await test.step('a page that breaks says so inside the frame, with a way to try again', async () => {
        await page.goto(language.path('/silver'));
        await untilWatching(page);
        await breakFile(page, /\/assets\/gold-[\w-]{8}\.js$/u);
        await header(page).getByRole('link', { name: nav.gold, exact: true }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(broken.title);
        await expect(page.getByRole('main')).toContainText(broken.text);
        await expect(header(page)).toBeVisible();
        await inspect(page, 'a page that broke');
        await page.unrouteAll();
        await page.getByRole('button', { name: broken.action }).click();
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(broken.title);
        await expect(page).toHaveURL(language.path('/gold'));
      });

      await test.step('when the frame itself breaks, one screen is left, with the error and a way out', async () => {
        const html = await (await page.request.get(language.path('/silver'))).text();
        const frame = /import \* as \w+ from "(?<file>\/assets\/site-[^"]+)"/u.exec(html)?.groups?.['file'];
        await breakFile(page, new RegExp(`${frame}$`, 'u'));
        await page.goto(language.path('/silver'));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(broken.title);
        await expect(page.getByRole('main')).toContainText(broken.text);
        await expect(page.getByRole('main')).toContainText('broken on purpose');
        await inspect(page, 'the last screen');
        await page.unrouteAll();
        await page.getByRole('button', { name: broken.action }).click();
        await expect(page.getByRole('navigation', { name: bar.label, includeHidden: true })).toBeAttached();
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(broken.title);
      });
    },
  );
}

/** Replaces a file of the page by a component that throws when it renders. */
async function breakFile(page: Page, file: RegExp): Promise<void> {
  await page.route(file, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Broken() { throw new Error("broken on purpose"); }',
    }),
  );
}

/** Late sections have loaded: the page has kept its height for a while. */
function heightSettled(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const rest = () => setTimeout(done, 600);
        let timer = rest();
        new ResizeObserver(() => {
          clearTimeout(timer);
          timer = rest();
        }).observe(document.body);
      }),
  );
}

/** No item of the header wraps, is cut off or touches the next. */
async function expectOneRow(page: Page): Promise<void> {
  const trouble = await header(page).evaluate((box) => {
    const places = [...box.querySelectorAll('a, button')].filter((place) => place.checkVisibility());
    const rects = places.map((place) => ({ place, rect: place.getBoundingClientRect() }));
    return rects.flatMap(({ place, rect }, i) => {
      const next = rects[i + 1]?.rect;
      const name = place.textContent || place.getAttribute('aria-label');
      const wrong = [];
      if (rect.height > 52) wrong.push(`${name} wraps`);
      if (rect.right > innerWidth) wrong.push(`${name} leaves the screen`);
      if (next !== undefined && next.left < rect.right - 1) wrong.push(`${name} touches the next`);
      return wrong;
    });
  });
  expect(trouble).toEqual([]);
}

async function expectFocusStaysIn(page: Page, box: Locator): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 26; step += 1) {
      await pressBetweenFrames(page, key);
      const behind = await page.evaluate(
        () => document.activeElement?.closest('main, footer, .site-header:not([role="dialog"] *)') ?? null,
      );
      expect(behind, `${key} ${step}`).toBeNull();
    }
  }
  await expect(box).toBeVisible();
}
