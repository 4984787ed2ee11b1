// Takes the README's picture of the running product, as the demo customer sees it. Run by hand, after `npm start`:
//   node tests/e2e/pictures.ts          (ONCA_URL for another address, ONCA_CHROMIUM for another browser)

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import login from '../../locales/pt-BR/login.json' with { type: 'json' };
import prices from '../../locales/pt-BR/prices.json' with { type: 'json' };
import shellLate from '../../locales/pt-BR/shell-late.json' with { type: 'json' };

const address = process.env['ONCA_URL'] ?? 'http://localhost:8787';
const executablePath = process.env['ONCA_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';
const pictures = join(import.meta.dirname, 'pictures');

const browser = await chromium.launch({
  ...(existsSync(executablePath) ? { executablePath } : {}),
  args: ['--no-sandbox', '--hide-scrollbars', '--font-render-hinting=none'],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(`${address}/login`);
  await page.getByRole('textbox', { name: login.email, exact: true }).fill('cliente@onca.example');
  await page.getByRole('textbox', { name: login.password, exact: true }).fill('onca-demo-2026');
  await page.getByRole('button', { name: login.submit, exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: shellLate.notices.cookies.accept, exact: true }).click();
  await page.reload();
  await page.getByText(prices.state.simulated, { exact: true }).waitFor();
  await page.getByRole('table').first().getByRole('rowheader').first().waitFor();
  // Until nothing on the screen is still being loaded (what lies below waits to be scrolled to), and a moment without a flashing row.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy="true"], [data-flash]:not([data-flash=""])')].every(
      (part) => part.getBoundingClientRect().top >= innerHeight,
    ),
  );
  await page.evaluate(() => document.fonts.ready);
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, 'dashboard.png') });
} finally {
  await browser.close();
}
