// The audit log in the browser: read, filtered, opened, checked and taken away, in both languages.

import { createReadStream } from 'node:fs';
import type { Page } from 'playwright/test';
import { verifyFile } from '../../worker/commands/audit-verify-file.ts';
import { anyOf, LANGUAGES } from './support/language.ts';
import { signUpOperator } from './support/operators.ts';
import { afterRetries, holdBack } from './support/clock.ts';
import { expect, test, testsOf } from './support/test.ts';
import { adminAuditWords, adminFrameWords, commonWords } from '../support/words.ts';

type Locale = 'pt-BR' | 'en';
const wordsOf = (locale: Locale) => adminAuditWords.dictionaries[locale];

const BROKEN = ['missing', 'unlinked', 'changed'] as const;

const table = (page: Page) => page.getByRole('table');

for (const { locale, path } of LANGUAGES) {
  const { inEnglish, inPortuguese } = testsOf(locale);
  const words = wordsOf(locale);

  inPortuguese(
    `what an operator does is in the log, with what it was about, and a log that cannot be read says so (${locale})`,
    async ({ page, account }) => {
      const operator = await signUpOperator(account, { language: locale, proved: true });
      const subject = `nobody-${crypto.randomUUID()}`;
      await account.post('/api/admin/audit-log/exports', { subject, action: 'customer.viewed' });
      await page.clock.install();
      await page.goto(path('/admin/audit'));

      const actor = page.getByLabel(words.list.actor, { exact: true });
      await actor.selectOption({ label: operator.email });
      await page.getByLabel(words.list.action, { exact: true }).selectOption({ value: 'audit.exported' });
      const rows = table(page).getByRole('row');
      await expect(rows).toHaveCount(2);
      await expect(rows.nth(1)).toContainText(operator.email);
      await expect(rows.nth(1)).toContainText(words.actions.audit.exported);
      await test.step('the filters are in the address, and a link to it finds the same lines', async () => {
        await expect(page).toHaveURL(/actor=[\w-]+&action=audit\.exported/u);
        await page.reload();
        await expect(rows).toHaveCount(2);
        await expect(actor).not.toHaveValue('');
      });

      await rows
        .nth(1)
        .getByRole('button', { name: anyOf(words.list.detailsOf) })
        .click();
      const dialog = page.getByRole('dialog', { name: anyOf(words.line.title) });
      await expect(dialog).toContainText(subject);
      await expect(dialog).toContainText(words.actions.customer.viewed);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      await page.getByLabel(words.list.searchLabel).fill('nobody at all');
      await expect(page.getByText(words.list.none.title)).toBeVisible();
      await page.getByRole('button', { name: words.list.none.action }).click();
      await expect(rows).not.toHaveCount(1);
      await expect(actor).toHaveValue('');

      await test.step('a log that cannot be read says so, and is read again', async () => {
        await page.route('**/api/admin/audit-log?**', (route) => route.abort());
        await page.goto(path('/admin/audit?subject=nobody-7'));
        await afterRetries(page.getByText(words.list.error.title));
        const release = await holdBack(page, '**/api/admin/audit-log?**');
        const again = page.getByRole('button', { name: commonWords.say(locale, 'retry') });
        // The list may be read again by itself, before the press: then the button is busy already.
        await again.click({ force: true });
        // While it is read again, what says so stays, and the button keeps the focus.
        await expect(again).toHaveAttribute('aria-busy', 'true');
        await expect(again).toBeFocused();
        release();
        await expect(page.getByText(words.list.none.title)).toBeVisible();
      });
    },
  );

  inEnglish(
    `the log is checked to its last line, its file holds without us, and a broken chain is named (${locale})`,
    async ({ page, account }) => {
      await signUpOperator(account, { language: locale, proved: true });
      await page.goto(path('/admin/audit'));
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: words.export.button }).click();
      const file = await verifyFile(createReadStream(await (await download).path()), {
        part: false,
        expect: null,
      });
      expect(file.broken).toBeNull();
      expect(file.lines).toBeGreaterThan(0);

      await page.getByRole('button', { name: words.check.button }).click();
      await expect(
        page
          .getByText(anyOf(words.check.holds.title.other))
          .or(page.getByText(anyOf(words.check.holds.title.one))),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: words.check.again })).toBeVisible();
      const mark = page
        .getByRole('button', { name: anyOf(adminFrameWords.dictionaries[locale].copy) })
        .first();
      await expect(mark).toContainText(/[0-9a-f]{64}/u);

      await test.step('a broken chain is named, with what to do', async () => {
        let kind: string = 'missing';
        await page.route('**/api/admin/audit-log/check*', (route) =>
          route.fulfill({
            json: { seq: 41, hash: 'a'.repeat(64), headSeq: 90, done: true, broken: { seq: 42, kind } },
          }),
        );
        for (const next of BROKEN) {
          kind = next;
          const run = page.getByRole('button', { name: words.check.button });
          await run.or(page.getByRole('button', { name: words.check.again })).click();
          await expect(page.getByRole('alert')).toContainText(
            words.check.broken[next].replaceAll('{{seq}}', '42'),
          );
          await expect(page.getByRole('alert')).toContainText(words.check.broken.next);
        }
      });
    },
  );
}
