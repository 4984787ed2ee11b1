// The home page: its sections and links in both languages, cards that turn, counts, the carousel, the questions and
// the moving background.

import type { Locator, Page } from 'playwright/test';
import enHome from '../../locales/en/home-below.json' with { type: 'json' };
import ptCommon from '../../locales/pt-BR/common.json' with { type: 'json' };
import ptUi from '../../locales/pt-BR/ui.json' with { type: 'json' };
import ptHome from '../../locales/pt-BR/home-below.json' with { type: 'json' };
import ptMarket from '../../locales/pt-BR/market.json' with { type: 'json' };
import { expectInTime, expectNever, untilWatching } from './support/clock.ts';
import { anyOf, LANGUAGES, say } from './support/language.ts';
import { expect, test } from './support/test.ts';
import { DEEP } from './support/tier.ts';

const enFaq = enHome.faq;
const enHow = enHome.how;
const enVoices = enHome.voices;
const enWhy = enHome.why;
const ptCarousel = ptUi.carousel;
const ptFaq = ptHome.faq;
const ptHow = ptHome.how;
const ptVoices = ptHome.voices;
const ptWhy = ptHome.why;
const ptStats = ptMarket.stats;
const ptVideo = ptUi.video;

const WORDS = {
  'pt-BR': { faq: ptFaq, how: ptHow, voices: ptVoices, why: ptWhy },
  en: { faq: enFaq, how: enHow, voices: enVoices, why: enWhy },
} as const;
const STEP_MS = 5_000;
const SECTIONS = ['why', 'fees', 'gold', 'silver', 'how', 'chart', 'assets', 'calculator', 'voices', 'faq'];
const LINKS = ['/signup', '/learn', '/pricing', '/gold', '/silver', '/contact', '/tools'];

/** Loads a late section. Not by the locator's own scrolling: the section's code replaces the element. */
async function reach(page: Page, id: string): Promise<Locator> {
  await page.evaluate((name) => document.getElementById(name)?.scrollIntoView(), id);
  return page.locator(`#${id}`);
}

function turnButton(section: Locator, words: { readonly turn: string }, title: string): Locator {
  return section.getByRole('button', { name: say(words.turn, { title }), exact: true });
}

for (const language of LANGUAGES) {
  const words = WORDS[language.locale];

  test(`the sections stand in their order and lead on, in ${language.locale}`, async ({ page }) => {
    await page.goto(language.path('/'));
    await test.step('order and links', async () => {
      const order = await page
        .locator(SECTIONS.map((id) => `main #${id}`).join(','))
        .evaluateAll((sections) => sections.map(({ id }) => id));
      expect(order).toEqual(SECTIONS);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(language.words.home.hero.title);
      for (const path of LINKS) {
        await expect(page.locator(`main a[href="${language.path(path)}"]`).first()).toBeAttached();
      }
    });
    if (language.locale === 'en' && !DEEP) return;

    await test.step('six reasons and four steps turn by click and say both sides', async () => {
      for (const [id, texts, cards] of [
        ['why', words.why, words.why.cards],
        ['how', words.how, words.how.steps],
      ] as const) {
        const section = await reach(page, id);
        for (const { title, short, long } of Object.values(cards)) {
          // Both sides are readable before the card is turned.
          await expect(section.getByText(anyOf(short))).toBeAttached();
          await expect(section.getByText(anyOf(long))).toBeAttached();
          const button = turnButton(section, texts, title);
          await expect(button).toHaveAttribute('aria-pressed', 'false');
          await expect(async () => {
            await button.click();
            await expect(button).toHaveAttribute('aria-pressed', 'true', { timeout: 500 });
          }).toPass();
          await button.click();
          await expect(button).toHaveAttribute('aria-pressed', 'false');
        }
      }
    });
    await test.step('one question is open at a time', async () => {
      const faq = await reach(page, 'faq');
      const [first, second] = words.faq.items;
      const item = (q: string) => faq.locator('details').filter({ hasText: q });
      const question = (q: string) => faq.locator('summary').filter({ hasText: q });
      await question(first?.q ?? '').click();
      await expect(item(first?.q ?? '')).toHaveAttribute('open', '');
      await question(second?.q ?? '').click();
      await expect(item(second?.q ?? '')).toHaveAttribute('open', '');
      await expect(item(first?.q ?? '')).not.toHaveAttribute('open');
      await question(second?.q ?? '').click();
      await expect(item(second?.q ?? '')).not.toHaveAttribute('open');
    });
  });
}

test('a card turns by keyboard, in 200 ms or at once, and not by the mouse; counts come from the ledger', async ({
  page,
}) => {
  await page.goto('/');
  await test.step('the testimonials are labelled as sample content', async () => {
    await expect(page.locator('#voices')).toContainText(ptCommon.sample);
  });
  await test.step('the counts come from the ledger, with their time', async () => {
    await comeNearCounts(page);
    await expect(counts(page)).toContainText(anyOf(ptStats.counted));
    await expect(counts(page).locator('dl')).toHaveAttribute('aria-busy', 'false');
    await expect(counts(page).locator('.stats-band-figure').first()).toHaveText(/^\d/u);
  });
  const section = await reach(page, 'why');
  await test.step('by keyboard, back again, and not by the mouse passing over it', async () => {
    const { title } = ptWhy.cards.fee;
    const button = turnButton(section, ptWhy, title);
    const turned = section.locator('.flip[data-flipped]');
    await button.hover();
    await expect(turned).toHaveCount(0);
    await button.focus();
    await expect(async () => {
      await page.keyboard.press('Enter');
      await expect(turned).toHaveCount(1, { timeout: 500 });
    }).toPass();
    await page.keyboard.press('Space');
    await expect(turned).toHaveCount(0);
  });
  await test.step('in 200 ms, and in no time at all with reduced motion', async () => {
    const inner = section.locator('.flip-inner').first();
    const duration = () => inner.evaluate((element) => getComputedStyle(element).transitionDuration);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await duration()).toBe('0.2s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await duration()).toBe('0s');
  });
});

const counts = (page: Page) => page.getByRole('region', { name: ptStats.title, exact: true });
const comeNearCounts = (page: Page) => page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));

test('counts that do not come say so and move nothing; what is unknown stays unknown', async ({ page }) => {
  await page.route('**/api/stats', (route) => route.fulfill({ status: 500, json: {} }));
  await page.clock.install();
  await page.goto('/');
  await comeNearCounts(page);
  const height = async () => (await counts(page).boundingBox())?.height;
  // For an instant there is none: the section's code replaces its markup.
  let before: number | undefined;
  await expect(async () => {
    before = await height();
    expect(before).toBeGreaterThan(0);
  }).toPass();
  await expectInTime(page, (quick) => expect(counts(page)).toContainText(ptStats.failed, quick));
  await expect.poll(height).toBe(before);

  await page.unroute('**/api/stats');
  await page.route('**/api/stats', (route) =>
    route.fulfill({
      json: {
        asOf: '2026-11-21T14:32:00.000Z',
        customers: 2418,
        ouncesE4: { gold: 3_124_000, silver: 15_940_200 },
        trades: 18_733,
        feed: { uptimePercent: null, days: 30, since: null },
      },
    }),
  );
  await page.reload();
  await comeNearCounts(page);
  await expect(counts(page)).toContainText('2.418');
  await expect(counts(page)).toContainText('312,40');
  await expect(counts(page)).toContainText('1.594,02');
  await expect(counts(page)).toContainText('18.733');
  await expect(counts(page).locator('.stats-band-uptime')).toHaveText('');
});

test.describe('the carousel', () => {
  const total = ptVoices.items.length;
  const carousel = (page: Page) => page.getByRole('group', { name: ptVoices.carousel, exact: true });
  const place = (n: number) => say(ptCarousel.place, { n, total });
  const button = (page: Page, name: string) => carousel(page).getByRole('button', { name, exact: true });

  async function open(page: Page, motion: 'reduce' | 'no-preference'): Promise<Locator> {
    await page.emulateMedia({ reducedMotion: motion });
    await page.clock.install();
    await page.goto('/');
    const box = carousel(page);
    await expect(async () => {
      await reach(page, 'voices');
      await expect(box).toHaveAttribute('data-live', 'true', { timeout: 1_000 });
    }).toPass();
    await expect(box).toContainText(place(1));
    return box;
  }
  const later = (page: Page) => page.clock.runFor(STEP_MS + 200);

  test('advances every five seconds and wraps; the mouse, the focus and its button pause it', async ({
    page,
  }) => {
    const box = await open(page, 'no-preference');
    await test.step('it advances and wraps', async () => {
      for (let n = 2; n <= total + 1; n += 1) {
        await later(page);
        await expect(box).toContainText(place(n > total ? 1 : n));
      }
    });
    await test.step('it pauses under the mouse and goes on when it leaves', async () => {
      await box.hover();
      await later(page);
      await expect(box).toContainText(place(1));
      await page.mouse.move(0, 0);
      await later(page);
      await expect(box).toContainText(place(2));
    });
    await test.step('it pauses under the focus, turns by its buttons and keys, and says where it is', async () => {
      await button(page, ptCarousel.next).focus();
      await later(page);
      await expect(box).toContainText(place(2));
      await expect(box.locator('[aria-live="polite"]')).toHaveText(place(2));
      await page.keyboard.press('Enter');
      await expect(box).toContainText(place(3));
      await page.keyboard.press('ArrowRight');
      await expect(box).toContainText(place(4));
      await page.keyboard.press('Home');
      await expect(box).toContainText(place(1));
      // It wraps backwards too.
      await page.keyboard.press('ArrowLeft');
      await expect(box).toContainText(place(total));
      await button(page, ptCarousel.previous).click();
      await expect(box).toContainText(place(total - 1));
    });
    await test.step('it is stopped and started by its button', async () => {
      await button(page, ptCarousel.pause).click();
      await page.mouse.move(0, 0);
      await later(page);
      await expect(box).toContainText(place(total - 1));
      await button(page, ptCarousel.play).click();
      await page.mouse.move(0, 0);
      await later(page);
      await expect(box).toContainText(place(total));
    });
  });

  test('is paused with reduced motion until it is started', async ({ page }) => {
    const box = await open(page, 'reduce');
    await later(page);
    await expect(box).toContainText(place(1));
    await button(page, ptCarousel.play).click();
    await page.mouse.move(0, 0);
    await later(page);
    await expect(box).toContainText(place(2));
  });
});

test.describe('the moving background', () => {
  const video = (page: Page) => page.locator('.hero video');

  test('plays silently behind the first lines and is stopped by its button', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    const stop = page.getByRole('button', { name: ptVideo.pause, exact: true });
    await expect(stop).toBeVisible({ timeout: 15_000 });
    await expect(video(page)).toHaveJSProperty('muted', true);
    await expect(video(page)).toHaveJSProperty('loop', true);
    await stop.click();
    await expect(video(page)).toHaveJSProperty('paused', true);
    await page.getByRole('button', { name: ptVideo.play, exact: true }).click();
    await expect(video(page)).toHaveJSProperty('paused', false);
    // Reduced motion chosen while it plays removes it at once.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(video(page)).toHaveCount(0);
  });

  test('is not even fetched with reduced motion, on a narrow window or with data saving', async ({
    page,
  }) => {
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (/\.(?:webm|mp4)|hero-video/u.test(request.url())) fetched.push(request.url());
    });
    await page.clock.install();
    for (const [who, width, motion, save] of [
      ['with reduced motion', 1280, 'reduce', false],
      ['on a narrow window', 820, 'no-preference', false],
      ['with data saving', 1280, 'no-preference', true],
    ] as const) {
      await test.step(who, async () => {
        if (save) {
          await page.addInitScript(() => {
            Object.defineProperty(navigator, 'connection', {
              value: { saveData: true, effectiveType: '4g' },
            });
          });
        }
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ reducedMotion: motion });
        await page.goto('/');
        await untilWatching(page);
        // Longer than the page waits for a quiet moment.
        await page.clock.runFor(STEP_MS);
        await expectNever(page, video(page));
        expect(fetched).toEqual([]);
        await expect(page.locator('.hero .engraving')).toHaveCSS('opacity', /0\.\d+/u);
      });
    }
  });

  test('gives the engraving back when it cannot be played', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const asked = page.waitForRequest(/\.mp4/u);
    await page.route(/\.(?:webm|mp4)/u, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/');
    await asked;
    await expect(video(page)).toHaveCount(0);
    await expect(page.locator('.hero .engraving')).not.toHaveCSS('opacity', '0');
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every side, answer and testimonial can be read', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText(anyOf(ptWhy.cards.fee.short))).toBeVisible();
    await expect(page.getByText(anyOf(ptWhy.cards.fee.long))).toBeVisible();
    await expect(
      page.getByRole('button', { name: say(ptWhy.turn, { title: ptWhy.cards.fee.title }) }),
    ).toBeHidden();
    for (const { content } of ptVoices.items) await expect(page.getByText(content)).toBeVisible();
    await expect(page.getByText(ptStats.script)).toBeVisible();
    const [first] = ptFaq.items;
    await page
      .locator('summary')
      .filter({ hasText: first?.q ?? '' })
      .click();
    await expect(page.getByText(anyOf(first?.a ?? ''))).toBeVisible();
  });
});
