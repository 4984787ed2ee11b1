// A page with all its code: what is below the fold gets its code when it comes near the viewport.

import { expect, type Locator, type Page } from 'playwright/test';

const SOON = { intervals: [30], timeout: 20_000 };

/** Scrolls down the page, again if need be, until the app has taken over all of it. Ends at the top. */
export async function loadWholePage(page: Page): Promise<void> {
  const parts = page.locator('main, .late > :first-child');
  await expect
    .poll(
      async () => {
        const waiting = await parts.evaluateAll(withoutCode);
        if (waiting.length > 0) await page.evaluate(scrollOn);
        return waiting;
      },
      { message: 'parts without code', ...SOON },
    )
    .toEqual([]);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

/** Scrolls to a part of the page until the app has taken it over: that replaces the element that was scrolled to. */
export async function bringIn(part: Locator): Promise<void> {
  await expect(async () => {
    await part.scrollIntoViewIfNeeded({ timeout: 5_000 });
    expect(await part.evaluateAll(withoutCode)).toEqual([]);
  }).toPass(SOON);
}

/** The elements that React does not run yet: it marks those that it runs. */
function withoutCode(parts: readonly Element[]): string[] {
  return parts
    .filter((part) => !Object.keys(part).some((key) => key.startsWith('__reactFiber')))
    .map((part) => part.outerHTML.slice(0, 120));
}

/** By a screen; from the end back to the top. Two frames later the page has seen what is near: between frames it sees nothing. */
async function scrollOn(): Promise<void> {
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  scrollTo({ top: isAtEnd ? 0 : scrollY + innerHeight, behavior: 'instant' });
  await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
}
