// The list of transactions as a file, with its filter: CSV in the words and numbers of the language, JSON with the API's integers.

import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright/test';
import { CSV_START } from '../../worker/domain/csv.ts';
import { Dashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { expect, test, testsOf } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

const EXPECTED = {
  'pt-BR': { name: 'onca-extrato', deposit: '"Depósito";;;;5000,00;0,00;5000,00;' },
  en: { name: 'onca-transactions', deposit: '"Deposit",,,,5000.00,0.00,5000.00,' },
} as const;

const textOf = async (file: Download) => readFile(await file.path(), 'utf8');

for (const language of LANGUAGES) {
  const { locale, words } = language;
  const { file: say, types } = words.transactions;
  const { name, deposit } = EXPECTED[locale];
  const { inPortuguese } = testsOf(locale);

  inPortuguese(
    `the transactions on the screen are downloaded, filter and all, in ${locale}`,
    async ({ page, account }) => {
      await account.signUpInvestor(locale);
      const dashboard = new Dashboard(page, language);
      await dashboard.open();
      const { transactions } = dashboard;
      const button = (text: string) => transactions.getByRole('button', { name: text, exact: true });
      const all = (await account.transactions()).length;
      await expect(dashboard.movements).toHaveCount(all);
      await inspect(page, `transactions with their files in ${locale}`);

      await test.step('as CSV, by the keyboard', async () => {
        await dashboard.search.fill(types.deposit);
        await expect(dashboard.movements).toHaveCount(1);
        const arriving = page.waitForEvent('download');
        await button(say.csv).focus();
        await page.keyboard.press('Enter');
        const file = await arriving;
        const day = String.raw`\d{4}-\d{2}-\d{2}`;
        expect(file.suggestedFilename()).toMatch(new RegExp(`^${name}-${day}-(?:a|to)-${day}\\.csv$`, 'u'));
        const text = await textOf(file);
        expect(text.startsWith(CSV_START)).toBe(true);
        expect(text.split('\r\n')).toHaveLength(3);
        expect(text).toContain(deposit);
      });

      await test.step('as JSON, of all', async () => {
        await dashboard.search.fill('');
        await expect(dashboard.movements).toHaveCount(all);
        const arriving = page.waitForEvent('download');
        await button(say.json).click();
        const file = await arriving;
        expect(file.suggestedFilename()).toMatch(/\.json$/u);
        expect(JSON.parse(await textOf(file)).transactions).toHaveLength(all);
      });

      await test.step('a file that does not come says so', async () => {
        await page.route('**/api/transactions/file*', (route) => route.abort('connectionreset'));
        await button(say.csv).click();
        await expect(page.getByText(say.failed)).toBeVisible();
        await expect(button(say.csv)).toBeEnabled();
      });
    },
  );
}
