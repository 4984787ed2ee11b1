import type { Page } from 'playwright/test';

/** A dialog takes the focus back from its edges in the next frame, before a person presses a key again. */
export async function pressBetweenFrames(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
}
