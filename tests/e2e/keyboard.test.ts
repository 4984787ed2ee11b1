// Without a pointer: everything is reachable, only dialogs trap the focus, and the focus returns.

import type { Locator, Page } from 'playwright/test';
import { Dashboard, line } from './support/dashboard.ts';
import { pressBetweenFrames } from './support/keyboard.ts';
import { PORTUGUESE } from './support/language.ts';
import { expect, test } from './support/test.ts';

const { words, path, amount } = PORTUGUESE;

test('without a pointer a visitor skips to the content and changes the language', async ({ page }) => {
  await test.step('the first Tab reaches the skip link, and the skip link the content', async () => {
    for (const address of ['/', '/login']) {
      await page.goto(address);
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: words.shell.skip });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    }
  });

  await test.step('the language changes by keyboard and keeps the page', async () => {
    const { language } = words.shell;
    const button = page.getByRole('button', { name: `${language.short}, ${language.label}` });
    await button.focus();
    await page.keyboard.press('Enter');
    await arrowTo(page, page.getByRole('menuitemradio', { name: language.en }));
    await page.keyboard.press('Enter');
    // With the place that the skip link led to.
    await expect(page).toHaveURL('/en/login#main');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test('without a pointer a customer buys, reads a receipt, and uses dialogs and menus', async ({
  page,
  account,
}) => {
  const person = await account.signUp();
  await account.deposit(123_456);
  const dashboard = new Dashboard(page, PORTUGUESE);
  await dashboard.open();

  await test.step('gold is bought and the ticket left by keyboard alone, and the focus returns to where it was', async () => {
    await tabTo(page, dashboard.buyMetals);
    await page.keyboard.press('Enter');
    const ticket = dashboard.dialog(words.trade.title.buy.gold);
    const field = ticket.getByRole('textbox', { name: words.trade.howMuch });
    await expect(field).toBeFocused();

    // The arrow keys choose within a group; the group is one tab stop.
    await tabTo(page, ticket.getByRole('radio', { name: words.trade.weight, exact: true }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect(ticket.getByRole('radio', { name: words.trade.money, exact: true })).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    await page.keyboard.type('250,50');
    await page.keyboard.press('Enter');

    await expect(ticket.getByRole('timer')).toBeVisible();
    const confirm = ticket.getByRole('button', { name: words.trade.confirm.buy });
    // An Enter still held down must not confirm what the user has not read.
    await expect(confirm).not.toBeFocused();
    await tabTo(page, confirm);
    await page.keyboard.press('Enter');
    const receipt = dashboard.dialog(words.receipt.title.buy);
    await expect(line(receipt, words.receipt.totalPaid)).toContainText(/\d/u);
    await page.keyboard.press('Escape');
    await expect(dashboard.dialog()).toBeHidden();
    await expect(dashboard.buyMetals).toBeFocused();
    await expect(dashboard.holding('gold')).toBeVisible();
  });

  await test.step('a receipt opens from its row and gives the focus back to it', async () => {
    const row = dashboard.receiptsOf('deposit');
    await tabTo(page, row);
    await page.keyboard.press('Enter');
    const receipt = dashboard.dialog(words.receipt.title.deposit);
    await expect(receipt).toContainText(amount(123_456));
    // On the receipt and not on a button: an Enter still held down would close it.
    await expect(receipt).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(receipt).toBeHidden();
    await expect(row).toBeFocused();
  });

  await test.step('the focus stays inside an open dialog in both directions, and Escape gives it back', async () => {
    const addFunds = dashboard.summary.getByRole('button', { name: words.portfolio.metrics.addFunds });
    for (const [opener, dialog] of [
      [addFunds, dashboard.dialog(words.deposit.title)],
      [dashboard.buyMetals, dashboard.dialog(words.trade.title.buy.gold)],
    ] as const) {
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('textbox')).toBeFocused();
      for (const key of ['Tab', 'Shift+Tab']) {
        const visited = new Set<string>();
        for (let step = 0; step < 24; step += 1) {
          await pressBetweenFrames(page, key);
          const { place, isOutside } = await dialog.evaluate((box) => {
            const active = document.activeElement;
            // The edges of the trap pass the focus on at once; the page behind never has it.
            const inside = active !== null && box.contains(active);
            return {
              place: inside ? active.outerHTML.slice(0, 200) : null,
              isOutside: !inside && Boolean(active?.closest('main, header, footer, nav')),
            };
          });
          if (place !== null) visited.add(place);
          expect(isOutside, `step ${step} of ${key}`).toBe(false);
        }
        expect(visited.size, `stops of ${key}`).toBeGreaterThan(3);
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    }
  });

  await test.step('menus open, move, choose and close by keyboard, and the focus returns to their button', async () => {
    const { shell } = words;
    const theme = dashboard.button(shell.theme);
    await theme.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(theme).toBeFocused();

    await page.keyboard.press('Enter');
    await arrowTo(page, page.getByRole('menuitemradio', { name: shell.mode.dark }));
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(theme).toBeFocused();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');

    await dashboard.button(`R$, g, ${shell.currency.label}`).focus();
    await page.keyboard.press('Enter');
    await arrowTo(page, page.getByRole('menuitemradio', { name: shell.currency.USD }));
    await page.keyboard.press('Enter');
    await expect(dashboard.button(`US$, g, ${shell.currency.label}`)).toBeFocused();
    await expect(dashboard.metric('cash')).not.toContainText('R$');

    await dashboard.accountMenu(person.fullName).focus();
    await page.keyboard.press('Enter');
    await arrowTo(page, page.getByRole('menuitem', { name: shell.account.signOut }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path('/'));
  });
});

/** Presses the key until the element has the focus; fails after `most` stops. */
async function tabTo(page: Page, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await press(page, place, key, 60);
}

async function arrowTo(page: Page, item: Locator): Promise<void> {
  await expect(item).toBeVisible();
  // A menu that is drawn takes the focus a moment later: until then the keys are its button's.
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]') !== null);
  await press(page, item, 'ArrowDown', 8);
}

async function press(page: Page, place: Locator, key: string, most: number): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(place).toBeFocused();
}
