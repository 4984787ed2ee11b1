// Time as a test wants it: what appears after seconds is not waited for.

import { expect, type Locator, type Page } from 'playwright/test';

/** Longer than any delay of what appears unasked, and than the time between two prices. */
const NEVER_MS = 2_500;
/** What a timer has started may still have to fetch its code. */
const ARRIVAL_MS = 300;
/** Between two seconds of the page: what the last one started gets its answer. */
const QUICK_MS = 150;

/** The longest delay between two attempts at a read. */
const LONGEST_DELAY_MS = 5_000;
/** A busy machine may take this long between two lines of a test. */
const MARGIN_MS = 10_000;

/** The page's timers and frames run only in `page.clock.runFor` from now on, or after `page.clock.resume`. */
export async function freeze(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + MARGIN_MS);
}

/** Opens a page whose time runs only here: no longer than its code needs to arrive. */
export async function openFrozen(page: Page, address: string): Promise<void> {
  await page.clock.pauseAt(Date.now() + MARGIN_MS);
  await page.goto(address);
  const popups = page.locator('.price-popups');
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(popups).toBeAttached({ timeout: 100 });
  }).toPass();
}

/** The code of what appears unasked is there: its timers have begun. */
export async function untilWatching(page: Page): Promise<void> {
  await expect(page.locator('.price-popups')).toBeAttached();
}

/** Whatever is to come has come, and this has not. */
export async function expectNever(page: Page, place: Locator): Promise<void> {
  await page.clock.runFor(NEVER_MS);
  await page.waitForTimeout(ARRIVAL_MS);
  await expect(place).toHaveCount(0);
}

type Expectation = (quick: { readonly timeout: number }) => Promise<void>;

/** In steps too small for the other timers of a frozen page, until the expectation holds. */
export const expectSoon = (page: Page, expectation: Expectation) => asTimePasses(page, 20, expectation);

/** In seconds, until the expectation holds: retries and timeouts are not waited for. */
export const expectInTime = (page: Page, expectation: Expectation) => asTimePasses(page, 1_000, expectation);

/** Over the delays between the attempts at a read, until the last one has failed and the page says so. */
export const afterRetries = (shown: Locator) =>
  asTimePasses(shown.page(), LONGEST_DELAY_MS, (quick) => expect(shown).toBeVisible(quick));

/** From now on what the page asks of this address comes when the returned function is called. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Lets the page's time pass, whose clock was installed before it was opened. */
async function asTimePasses(page: Page, stepMs: number, expectation: Expectation): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(stepMs);
    await expectation({ timeout: QUICK_MS });
  }).toPass({ intervals: [0], timeout: 20_000 });
}
