// A read that fails is tried again after a while. `page.clock.install()` comes before the page is opened.

import { expect, type Locator } from 'playwright/test';

const LONGEST_DELAY_MS = 5_000;

/** Puts the page's clock forward over the delays, until the last attempt has failed and the page says so. */
export async function afterRetries(shown: Locator): Promise<void> {
  await expect(async () => {
    await shown.page().clock.fastForward(LONGEST_DELAY_MS);
    await expect(shown).toBeVisible({ timeout: 300 });
  }).toPass();
}
