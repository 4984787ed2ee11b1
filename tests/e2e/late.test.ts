// Sections whose code loads when they near the viewport (web/ui/late.tsx) keep what the user did before.

import type { Page } from 'playwright/test';
import { expectInTime, holdBack } from './support/clock.ts';
import { ENGLISH } from './support/language.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';
import { inTier } from './support/tier.ts';
import { bringIn, loadWholePage } from './support/whole-page.ts';

/** The largest sum of layout shifts of a whole page that is read in a hurry. */
const MOST_MOVED = 0.05;
/** Bytes a second: the document is painted before all of it is there. */
const SLOW = 100_000;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const holdScripts = (page: Page) => holdBack(page, '**/assets/*.js');

test('what a reader opened and chose before the code came stays so', async ({ page }) => {
  await page.goto(ENGLISH.path('/'));
  await page.waitForLoadState('networkidle');
  // From now on scripts arrive after the user's actions.
  const arrive = await holdScripts(page);
  const calculator = page.locator('#calculator');
  const past = calculator.getByRole('radio').nth(1);
  // What gives way to code that was under way already is looked for again.
  await expect(() => calculator.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass();
  // Sections above are laid out as they near the viewport: the user clicks once the page no longer moves.
  const place = async () => (await calculator.boundingBox())?.y;
  await expect(async () => {
    const before = await place();
    await page.evaluate(
      () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
    );
    expect(await place()).toBe(before);
  }).toPass();
  await past.check({ force: true });
  const question = page.locator('#faq details').first();
  await question.locator('summary').click();
  await expect(question).toHaveAttribute('open', '');
  await question.locator('summary').focus();
  arrive();
  // The section keeps the choice when its code arrives.
  await expect(calculator.getByRole('radio').nth(1)).toBeChecked();
  await page.waitForLoadState('networkidle');
  await expect(past).toBeChecked();
  await expect(question).toHaveAttribute('open', '');
  await expect(question.locator('summary')).toBeFocused();
});

test('a section whose code does not come stays readable, its links lead on, and the code is asked for again', async ({
  page,
}) => {
  await page.goto(ENGLISH.path('/'));
  await page.waitForLoadState('networkidle');
  const refused = page.waitForEvent('requestfailed');
  await page.route('**/assets/*.js', (route) => route.abort());
  const call = page.getByRole('region', { name: /Start with/u });
  await expect(() => call.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass();
  await expect(call.getByRole('link').first()).toHaveAttribute('href', '/en/signup');
  await refused;
  await page.unrouteAll();
  await bringIn(call);
});

test('a link that is held while the code comes leads on when it is let go', async ({ page }) => {
  await page.goto(ENGLISH.path('/contact'));
  await page.waitForLoadState('networkidle');
  const arrive = await holdScripts(page);
  const footer = page.locator('footer');
  const asked = page.waitForRequest('**/assets/*.js');
  const came = page.waitForEvent('requestfinished');
  await expect(() => footer.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass();
  await asked;
  await footer.getByRole('link', { name: 'About Onça' }).hover();
  await page.mouse.down();
  arrive();
  await came;
  // Longer than the section takes to replace its markup.
  await page.waitForTimeout(500);
  await page.mouse.up();
  await page.waitForURL('**/en/about');
});

test('what nobody asked for may not come: the page stays, and asks until it is there', async ({ page }) => {
  let asked = 0;
  await page.route('**/assets/overlays-*.js', async (route) => {
    asked += 1;
    // One more than what a press asks for.
    await (asked > 4 ? route.continue() : route.abort());
  });
  await page.clock.install();
  await page.goto(ENGLISH.path('/contact'));
  await expectInTime(page, async (quick) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get in touch', quick);
    await expect(page.locator('.price-popups')).toBeAttached(quick);
  });
  expect(asked).toBe(5);
});

test('a page that comes in pieces, to a reader who is faster than its code, does not move', async ({
  context,
}) => {
  for (const address of inTier(['/', '/gold', '/silver', '/about', '/learn'], ['/', '/silver'])) {
    await test.step(address, async () => {
      const page = await context.newPage();
      await page.setViewportSize({ width: 390, height: 844 });
      const network = await context.newCDPSession(page);
      const connect = async (downloadThroughput: number, latency: number) =>
        network.send('Network.emulateNetworkConditions', {
          offline: false,
          latency,
          downloadThroughput,
          uploadThroughput: -1,
        });
      const { moved } = await watchShifts(page);
      await connect(SLOW, 0);
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      await connect(-1, 200);
      await page.evaluate(flick);
      await loadWholePage(page);
      const [sum, shifts] = await moved();
      expect.soft(sum, `${address}: ${shifts}`).toBeLessThan(MOST_MOVED);
      await page.close();
    });
  }
});

/** By 0.8 screens every 120 ms, to the end of the page. */
async function flick(): Promise<void> {
  for (let last = -1; scrollY !== last;) {
    last = scrollY;
    scrollBy({ top: innerHeight * 0.8, behavior: 'instant' });
    await new Promise((later) => setTimeout(later, 120));
  }
}

test('a button that is pressed before the app is there does its work once it is', async ({ page }) => {
  const arrive = await holdScripts(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(ENGLISH.path('/gold'), { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog');
  await expect(menu).toHaveCount(0);
  arrive();
  await expect(menu).toBeVisible();
});
