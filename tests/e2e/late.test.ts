// Sections whose code comes when they near the viewport (web/ui/late.tsx): what a reader did before it came stays done.

import { ENGLISH } from './support/language.ts';
import { expect, test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('what a reader opened and chose before the code came stays so', async ({ page }) => {
  await page.goto(ENGLISH.path('/'));
  await page.waitForLoadState('networkidle');
  // From now on the network is so slow that the reader is faster.
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  const calculator = page.locator('#calculator');
  const past = calculator.getByRole('radio').nth(1);
  // Sections on the way are laid out as they come near: the reader clicks once the page stands still.
  await calculator.scrollIntoViewIfNeeded();
  const place = async () => (await calculator.boundingBox())?.y;
  await expect(async () => {
    const before = await place();
    await page.evaluate(
      () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
    );
    expect(await place()).toBe(before);
  }).toPass();
  await past.check({ force: true });
  const question = page.locator('details').first();
  await question.locator('summary').click();
  await expect(question).toHaveAttribute('open', '');
  await question.locator('summary').focus();
  arrive();
  // The code is here once a figure of the calculator answers to its sliders.
  await expect(calculator.getByRole('radio').nth(1)).toBeChecked();
  await page.waitForLoadState('networkidle');
  await expect(past).toBeChecked();
  await expect(question).toHaveAttribute('open', '');
  await expect(question.locator('summary')).toBeFocused();
});

test('a section whose code never comes stays readable, and its links lead on', async ({ page }) => {
  await page.goto(ENGLISH.path('/'));
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/*.js', (route) => route.abort());
  const call = page.getByRole('region', { name: /Start with/u });
  await call.scrollIntoViewIfNeeded();
  await expect(call.getByRole('link').first()).toHaveAttribute('href', '/en/signup');
});

test('a button that is pressed before the app is there does its work once it is', async ({ page }) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(ENGLISH.path('/gold'));
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('dialog');
  await expect(menu).toHaveCount(0);
  arrive();
  await expect(menu).toBeVisible();
});
