// What appears unasked: when, to whom, how it goes, and that it covers nothing in use.

import type { BrowserContext, Locator, Page } from 'playwright/test';
import type { PriceSnapshot } from '../../worker/contract/prices.ts';
import { expectInTime, expectNever, expectSoon, freeze, openFrozen, untilWatching } from './support/clock.ts';
import { complaintsOf } from './support/complaints.ts';
import { feed } from './support/feed.ts';
import { inspect } from './support/inspect.ts';
import { type Language, LANGUAGES, PORTUGUESE, say } from './support/language.ts';
import { deepTest, expect, test } from './support/test.ts';
import { deepIf, inTier } from './support/tier.ts';

/** A first visit: playwright.config.ts otherwise begins with both answers given. */
const NEWCOMER = { cookies: [], origins: [] };
const PHONE = { width: 360, height: 740 };
const { words, path } = PORTUGUESE;

test.beforeEach(({ context }) => context.clock.install());

const cookieNotice = (page: Page, { words: { notices } }: Language = PORTUGUESE) =>
  page.getByRole('region', { name: notices.cookies.title, exact: true });
const offer = (page: Page) => page.locator('.welcome');

test.describe('the cookie notice', () => {
  test.use({ storageState: NEWCOMER });

  for (const language of LANGUAGES) {
    test(
      `comes after a second, is accessible, and accepting it is for good and for every tab, in ${language.locale}`,
      deepIf(language.locale === 'en'),
      async ({ page, context }) => {
        const complaints = complaintsOf(page);
        await timeArrival(page, '.cookie-notice');
        await page.goto(language.path('/silver'));
        await untilWatching(page);
        await page.clock.runFor(1_000);
        const notice = cookieNotice(page, language);
        const { cookies } = language.words.notices;
        await expect(notice).toContainText(cookies.text);
        expect(await arrival(page)).toBeGreaterThanOrEqual(1_000);
        await expect(notice.getByRole('link', { name: cookies.more })).toHaveAttribute(
          'href',
          language.path('/legal/privacy#cookies'),
        );
        await inspect(page, 'cookie notice');
        await expectAnswerInEveryTab(page, context, 'accept', language);
        expect(await page.evaluate(() => localStorage.getItem('cookie-consent'))).toBe('accepted');
        expect(complaints).toEqual([]);
        await page.reload();
        await untilWatching(page);
        await expectNever(page, notice);
      },
    );
  }

  deepTest('closing it in one tab closes it in the others, open or new', async ({ page, context }) => {
    await openFor(page, path('/silver'), 1_000);
    await expectAnswerInEveryTab(page, context, 'close', PORTUGUESE);
  });

  test('covers nothing in use, and closing it lasts as long as the session and accepts nothing', async ({
    page,
    browser,
    baseURL,
  }) => {
    await test.step('covers neither the phone’s bar nor what has the focus, and moves nothing', async () => {
      await page.setViewportSize(PHONE);
      await openFrozen(page, path('/legal/terms'));
      await page.evaluate(async () => document.fonts.ready);
      const before = await page.getByRole('heading', { level: 1 }).boundingBox();
      await page.clock.runFor(1_000);
      await expect(cookieNotice(page)).toBeVisible();
      expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(before);
      const bar = await page.getByRole('navigation', { name: words.shell.bar.label }).boundingBox();
      const box = await cookieNotice(page).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
      for (let step = 0; step < 60; step += 1) {
        await page.keyboard.press('Tab');
        const covered = await page.evaluate(() => {
          const active = document.activeElement;
          const notice = document.querySelector('.cookie-notice');
          if (active === null || active === document.body || notice === null || notice.contains(active))
            return null;
          const [a, b] = [active.getBoundingClientRect(), notice.getBoundingClientRect()];
          const apart = a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom;
          return apart ? null : active.outerHTML.slice(0, 120);
        });
        expect(covered).toBeNull();
      }
    });

    await test.step('closing it lasts as long as the session and accepts nothing', async () => {
      await page.clock.resume();
      await cookieNotice(page).getByRole('button', { name: words.notices.cookies.close }).click();
      await expect(cookieNotice(page)).toHaveCount(0);
      expect(await page.evaluate(() => localStorage.getItem('cookie-consent'))).toBeNull();
      await page.reload();
      await untilWatching(page);
      await expectNever(page, cookieNotice(page));

      // A later session on the same device: localStorage without sessionStorage.
      const kept = await page.context().storageState();
      const another = await browser.newContext({ storageState: kept, baseURL: baseURL ?? '' });
      await another.clock.install();
      const later = await another.newPage();
      await openFor(later, path('/silver'), 1_000);
      await expect(cookieNotice(later)).toBeVisible();
      // It waits until the visitor has left a form.
      await later.goto(path('/signup'));
      await expect(async () => {
        await later.clock.runFor(1_000);
        await expect(later.locator('.cookie-notice')).toBeAttached({ timeout: 100 });
      }).toPass();
      await expect(later.locator('.cookie-notice')).toBeHidden();
      await another.close();
    });
  });
});

test.describe('the welcome offer', () => {
  // A first visit with the cookie notice answered.
  test.use({
    storageState: ({ baseURL }, use) =>
      use({
        cookies: [],
        origins: [{ origin: baseURL ?? '', localStorage: [{ name: 'cookie-consent', value: 'accepted' }] }],
      }),
  });

  for (const language of LANGUAGES) {
    const { welcome, common } = language.words;
    const release = language.dollars(1_000);
    const figures = { bonusOunces: '2\u00a0oz', bonusRelease: release, bonusDays: 30 };

    test(
      `comes to the home page after a second and a half with its terms, in ${language.locale}`,
      deepIf(language.locale === 'en'),
      async ({ page }) => {
        const complaints = complaintsOf(page);
        await timeArrival(page, '.welcome');
        await openFor(page, language.path('/'), 1_500);
        const dialog = page.getByRole('dialog', { name: say(welcome.title, figures) });
        await expect(dialog).toBeVisible();
        expect(await arrival(page)).toBeGreaterThanOrEqual(1_500);
        await expect(dialog).toContainText(say(welcome.lead, figures));
        const benefits = dialog.getByRole('listitem');
        await expect(benefits).toHaveCount(3);
        for (const [i, name] of (['free', 'added', 'release'] as const).entries()) {
          await expect(benefits.nth(i)).toContainText(say(welcome.benefits[name].title, figures));
          await expect(benefits.nth(i)).toContainText(say(welcome.benefits[name].text, figures));
        }
        await expect(dialog.getByRole('link', { name: welcome.open })).toHaveAttribute(
          'href',
          language.path('/signup'),
        );
        // Colours of sections that are not drawn yet would stay half way between two themes.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await inspect(page, 'welcome offer');
        await dialog.getByRole('button', { name: common.close }).click();
        await expect(dialog).toBeHidden();
        expect(await flag(page)).toBe('true');
        await page.reload();
        await untilWatching(page);
        await expectNever(page, offer(page));
        expect(complaints).toEqual([]);
      },
    );
  }

  test('is for the home page and for people without an account, does not interrupt an open menu, and waits', async ({
    page,
    account,
  }) => {
    await openFor(page, path('/silver'));
    await expectNever(page, offer(page));
    await account.signUp();
    await openFor(page, path('/'));
    await expectNever(page, offer(page));
    await account.signOut();

    await test.step('does not interrupt typing or an open menu, and waits', async () => {
      // The offer's time does not run while the menu's code loads.
      await openFrozen(page, path('/'));
      await page.getByRole('button', { name: words.shell.theme }).click();
      await expectSoon(page, (quick) => expect(page.getByRole('menu')).toBeVisible(quick));
      await expectNever(page, offer(page));
      await page.keyboard.press('Escape');
      await expectSoon(page, (quick) => expect(page.getByRole('menu')).toHaveCount(0, quick));
      await expectInTime(page, (quick) => expect(offer(page)).toBeVisible(quick));
    });

    await test.step('waits for the answer to the cookie notice: one question at a time', async () => {
      await page.clock.resume();
      await page.evaluate(() => localStorage.removeItem('cookie-consent'));
      await openFor(page, path('/'), 1_500);
      await expect(cookieNotice(page)).toBeVisible();
      await expectNever(page, offer(page));
      await cookieNotice(page).getByRole('button', { name: words.notices.cookies.accept }).click();
      await expectInTime(page, (quick) => expect(offer(page)).toBeVisible(quick));
      await expect(cookieNotice(page)).toHaveCount(0);
    });
  });

  const ways: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    Escape: (page) => page.keyboard.press('Escape'),
    'the sign-up button': (page) => offer(page).getByRole('link', { name: words.welcome.open }).click(),
    'maybe later': (page) => page.getByRole('button', { name: words.welcome.later }).click(),
    'the backdrop': (page) => page.mouse.click(20, 500),
  };

  test('rains with motion alone, and never comes back once it is left in any way', async ({ page }) => {
    const asked: string[] = [];
    for (const [i, name] of inTier(Object.keys(ways), ['Escape', 'the sign-up button']).entries()) {
      const rains = i === 0;
      await page.emulateMedia({ reducedMotion: rains ? 'no-preference' : 'reduce' });
      await openFor(page, path('/'), 1_500);
      await expect(offer(page)).toBeVisible();
      if (rains) {
        await test.step('rains for four seconds', async () => {
          const canvas = page.locator('canvas.confetti');
          await expect.poll(() => isPainted(canvas)).toBe(true);
          await page.clock.runFor(4_000);
          await expect.poll(() => isPainted(canvas)).toBe(false);
        });
        page.on('request', (request) => asked.push(request.url()));
      } else {
        await test.step('and not at all with reduced motion', async () => {
          await expectNever(page, page.locator('canvas.confetti:visible'));
          expect(asked.filter((url) => url.includes('confetti'))).toEqual([]);
        });
      }
      await test.step(`is left by ${name}, and then never comes back`, async () => {
        expect(await flag(page)).toBeNull();
        await ways[name]?.(page);
        await expect(offer(page)).toBeHidden();
        expect(await flag(page)).toBe('true');
        const signingUp = name === 'the sign-up button';
        await expect(page).toHaveURL(path(signingUp ? '/signup' : '/'));
        if (signingUp) await expect(page.getByRole('main')).toBeFocused();
        await openFor(page, path('/'));
        await expectNever(page, offer(page));
        await page.evaluate(() => localStorage.removeItem('welcome_promo_shown'));
      });
    }
  });
});

test.describe('a price popup', () => {
  const popups = (page: Page) => page.locator('.price-popup');

  for (const language of LANGUAGES) {
    const { move } = language.words.notices;
    const gold = language.words.common.metals.gold;
    const percent = language.locale === 'en' ? '0.50%' : '0,50%';

    test(
      `appears for half a percent since the last one, for five seconds, in ${language.locale}`,
      deepIf(language.locale === 'en'),
      async ({ page }) => {
        const prices = await feed(page, (now) => now);
        await openFor(page, language.path('/legal/terms'));
        await prices.arrive();
        await freeze(page);
        // Far from any price of today: after this popup the reference is known.
        prices.change(goldAt(500_000));
        // The frame arrives when it does: time passes in small steps until the popup is there.
        await expectSoon(page, (quick) => expect(popups(page)).toContainText(language.money(500_000), quick));
        await page.clock.runFor(4_800);
        await expect(popups(page)).toHaveCount(1);
        await page.clock.runFor(200);
        await expect(popups(page)).toHaveCount(0);

        prices.change(goldAt(502_499));
        await expectNever(page, popups(page));
        await page.clock.resume();
        prices.change(goldAt(502_500));
        await expect(popups(page)).toContainText(say(move.up, { metal: gold, percent }));
        await expect(popups(page).locator('.price-popup-text')).toHaveText(
          language.told(move.fromTo, { old: language.money(500_000), new: language.money(502_500) }),
        );
        // Under the pointer it stays, and its button closes it.
        await popups(page).hover();
        await inspect(page, 'price popup', { resize: false });
        await page.getByRole('button', { name: say(move.close, { metal: gold }) }).click();
        await expect(popups(page)).toHaveCount(0);
        prices.change(goldAt(499_987));
        await expect(popups(page)).toContainText(say(move.down, { metal: gold, percent }));
      },
    );
  }

  test('stays below an open dialog', async ({ page, account }) => {
    await account.signUp();
    const prices = await feed(page, (now) => now);
    await page.goto(`${path('/dashboard')}?deposit=1`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await untilWatching(page);
    await prices.arrive();
    prices.change(goldAt(500_000));
    await expect(popups(page)).toBeVisible();
    const reached = await popups(page).evaluate((box) => {
      const { left, top, width, height } = box.getBoundingClientRect();
      return box.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(reached).toBe(false);
  });
});

/** The prices of the moment with gold at this one. */
function goldAt(priceCents: number) {
  return (now: PriceSnapshot): PriceSnapshot => ({
    ...now,
    prices: now.prices.map((price) => (price.metal === 'gold' ? { ...price, priceCents } : price)),
  });
}

/** Two tabs show the cookie notice; the answer in the first one goes for the second, and for a third one. */
async function expectAnswerInEveryTab(
  page: Page,
  context: BrowserContext,
  answer: 'accept' | 'close',
  language: Language,
): Promise<void> {
  await test.step(`an answer in one tab (${answer}) is an answer in the others, open or new`, async () => {
    const other = await context.newPage();
    await openFor(other, language.path('/silver'), 1_000);
    await expect(cookieNotice(page, language)).toBeVisible();
    await expect(cookieNotice(other, language)).toBeVisible();
    await page.bringToFront();
    await cookieNotice(page, language)
      .getByRole('button', { name: language.words.notices.cookies[answer] })
      .click();
    await expect(cookieNotice(page, language)).toHaveCount(0);
    await expect(cookieNotice(other, language)).toHaveCount(0);
    const third = await context.newPage();
    await openFor(third, language.path('/silver'));
    await expectNever(third, cookieNotice(third, language));
    await Promise.all([other.close(), third.close()]);
  });
}

/** Opens a page, waits for the code of what appears unasked, and lets this much time pass. */
async function openFor(page: Page, address: string, ms = 0): Promise<void> {
  await page.goto(address);
  await untilWatching(page);
  if (ms > 0) await page.clock.runFor(ms);
}

const flag = (page: Page) => page.evaluate(() => localStorage.getItem('welcome_promo_shown'));

/** Notes when the first such element is in the document, in milliseconds after the load event. */
async function timeArrival(page: Page, selector: string): Promise<void> {
  await page.addInitScript((kind) => {
    let loaded = Number.POSITIVE_INFINITY;
    addEventListener('load', () => {
      loaded = performance.now();
    });
    new MutationObserver((_, observer) => {
      if (document.querySelector(kind) === null) return;
      observer.disconnect();
      Object.assign(window, { arrivedAfter: performance.now() - loaded });
    }).observe(document, { subtree: true, childList: true });
  }, selector);
}

const arrival = (page: Page) =>
  page.evaluate(() => (window as unknown as { arrivedAfter: number }).arrivedAfter);

/** Whether a canvas has any pixel drawn. */
function isPainted(canvas: Locator): Promise<boolean> {
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    if (width === 0 || height === 0) return false;
    const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data;
    return pixels?.some((value) => value !== 0) ?? false;
  });
}
