// /verify: a customer's receipt opens its price basis and is checked by its own link; a stranger checks what is given to him, with
// the network off, and is told what is genuine, what was changed and what is none of ours.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import type { Quote } from '../../worker/contract/trades.ts';
import { receiptCode } from '../../worker/domain/receipt-code.ts';
import { receiptWords, translator, verifyWords } from '../support/words.ts';
import { Dashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { expect, test, testsOf } from './support/test.ts';

const MEGABYTES = 65;

const verdict = (page: Page, kind: string) => page.locator(`[data-verdict="${kind}"]`);
const ready = (page: Page) => expect(page.locator('.verify-keys[data-ready]')).toBeVisible();
const give = (page: Page, name: string, text: string) =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

for (const language of LANGUAGES) {
  const { locale, path } = language;
  const t = translator(verifyWords, locale);
  const r = translator(receiptWords, locale);
  const { inPortuguese, inEnglish } = testsOf(locale);

  inPortuguese(
    `a receipt says what its price was made from, and is checked (${locale})`,
    async ({ page, account }) => {
      await account.signUp(locale);
      await account.deposit(100_000);
      const { transaction } = await account.trade({ side: 'buy', metal: 'silver', ouncesE4: 10_000 });
      await page.goto(path('/dashboard'));
      await page.locator('tr[data-type="buy"]').getByRole('button').click();
      const sheet = new Dashboard(page, language).dialog(language.words.receipt.title.buy);
      await sheet.getByText(r('basis.title')).click();
      await expect(sheet.getByText(r('basis.kinds.simulated'))).toBeVisible();
      await expect(sheet.getByText('simulated', { exact: true })).toBeVisible();
      await inspect(page, `the price basis of a receipt (${locale})`);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        sheet.getByRole('button', { name: r('basis.download') }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`onca-${receiptCode(transaction.id)}.json`);
      const text = await readFile(await file.path(), 'utf8');

      await sheet.getByRole('link', { name: r('basis.check') }).click();
      await expect(page).toHaveURL(new RegExp(`${path('/verify')}#record=`, 'u'));
      await expect(verdict(page, 'genuine')).toContainText(t('domains.receipt'));
      await expect(verdict(page, 'genuine')).toContainText(language.words.transactions.types.buy);
      await give(page, 'receipt.json', text);
      await expect(verdict(page, 'genuine')).toContainText('receipt.json');
    },
  );

  inEnglish(
    `documents are checked with the network off, and none of them is sent (${locale})`,
    async ({ page, account, context }) => {
      await account.signUp(locale);
      await account.deposit(100_000);
      const { transaction } = await account.trade({ side: 'buy', metal: 'silver', ouncesE4: 10_000 });
      const receipt = await (await page.request.get(`/api/transactions/${transaction.id}/receipt`)).text();
      const order = { side: 'buy', metal: 'gold', ouncesE4: 100 };
      const { quote } = (await account.post('/api/quotes', order)) as Quote;
      await account.signOut();

      await page.goto(path('/verify'));
      await ready(page);
      await inspect(page, `the page that checks documents (${locale})`, { phone: true });
      await context.setOffline(true);

      await test.step('a genuine receipt', async () => {
        await give(page, 'receipt.json', receipt);
        await expect(verdict(page, 'genuine')).toContainText(t('verdict.genuine.title'));
        await page.getByText(t('facts.all')).click();
        await expect(page.getByText('/priceBasis/observations/0/source')).toBeVisible();
        await inspect(page, `a genuine receipt (${locale})`);
      });

      await test.step('one with another total', async () => {
        const total = `"totalCents":${transaction.totalCents}`;
        await give(page, 'receipt.json', receipt.replaceAll(total, '"totalCents":1'));
        await expect(verdict(page, 'changed')).toContainText(
          t('verdict.changes.value', { path: '/transaction/totalCents' }),
        );
        await inspect(page, `a changed receipt (${locale})`, { themes: false });
      });

      await test.step('a quote, pasted', async () => {
        await page.getByRole('textbox', { name: t('form.paste') }).fill(quote);
        await page.getByRole('button', { name: t('form.check'), exact: true }).click();
        await expect(verdict(page, 'genuine')).toContainText(t('domains.quote'));
      });

      await test.step('markup, a deep nest and a file too large are none of ours, in words', async () => {
        await give(page, '<img src=x onerror=alert(1)>.json', '<script>alert(1)</script>');
        await expect(verdict(page, 'not-ours')).toContainText(t('verdict.why.unreadable'));
        await expect(verdict(page, 'not-ours')).toContainText('<img src=x onerror=alert(1)>.json');
        await give(page, 'deep.json', '['.repeat(500_000));
        await expect(verdict(page, 'not-ours')).toContainText('deep.json');
        await page.evaluate((count) => {
          const part = new Uint8Array(1024 * 1024);
          const files = new DataTransfer();
          files.items.add(
            new File(
              Array.from({ length: count }, () => part),
              'large.zip',
            ),
          );
          const input = document.querySelector<HTMLInputElement>('input[type="file"]');
          if (input === null) return;
          input.files = files.files;
          input.dispatchEvent(new Event('change', { bubbles: true }));
        }, MEGABYTES);
        await expect(verdict(page, 'not-ours')).toContainText(t('verdict.why.too-large'));
        await inspect(page, `a file that is not ours (${locale})`, { themes: false });
      });
      await context.setOffline(false);
    },
  );

  inPortuguese(
    `a browser without Ed25519 gives the commands and no guess (${locale})`,
    async ({ page, account }) => {
      await account.signUp(locale);
      const { transaction } = await account.deposit(100_000);
      const receipt = await (await page.request.get(`/api/transactions/${transaction.id}/receipt`)).text();
      await page.addInitScript(() => {
        crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));
      });
      await page.goto(path('/verify'));
      await ready(page);
      await give(page, 'receipt.json', receipt);
      await expect(verdict(page, 'by-hand')).toContainText('-----BEGIN PUBLIC KEY-----');
      await expect(verdict(page, 'by-hand')).toContainText("printf 'onca.receipt.v1\\n'");
      await inspect(page, `commands in place of an answer (${locale})`, { themes: false });
    },
  );
}
