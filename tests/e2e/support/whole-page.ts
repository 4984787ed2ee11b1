// A page with all its code: what is below the fold gets its code when it comes near the viewport.

import { expect, type Locator, type Page } from 'playwright/test';

/** Scrolls down the page, again if need be, until the app has taken over all of it. Ends at the top. */
export async function loadWholePage(page: Page): Promise<void> {
  await expect
    .poll(async () => page.evaluate(approachNext), {
      message: 'parts without code',
      intervals: [30],
      timeout: 20_000,
    })
    .toEqual([]);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

/** Scrolls to a part of the page until the app has taken it over: that replaces the element that was scrolled to. */
export async function bringIn(part: Locator): Promise<void> {
  await expect(async () => {
    await part.scrollIntoViewIfNeeded({ timeout: 5_000 });
    const isLive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'));
    expect(await part.evaluate(isLive)).toBe(true);
  }).toPass({ intervals: [30], timeout: 20_000 });
}

/** Scrolls by a screen, if parts of the page have no code yet; the reply names them. */
function approachNext(): string[] {
  // React marks the elements that it runs.
  const isLive = (element: Element | null) =>
    element === null || Object.keys(element).some((key) => key.startsWith('__reactFiber'));
  const parts = [document.querySelector('main'), ...document.querySelectorAll('.late > :first-child')];
  const waiting = parts.filter((part) => !isLive(part)).map((part) => part?.outerHTML.slice(0, 120) ?? '');
  if (waiting.length > 0) {
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    scrollTo({ top: isAtEnd ? 0 : scrollY + innerHeight, behavior: 'instant' });
  }
  return waiting;
}
