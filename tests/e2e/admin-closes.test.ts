// The closes of the days: an operator reads the list, computes a month again, and gives the signed record of a day to somebody who
// checks it on /verify; in both languages.

import { readFile } from 'node:fs/promises';
import { dayOf } from '../../worker/domain/day-closes.ts';
import { DAY_MS } from '../../worker/domain/time.ts';
import { adminClosesWords, translator, verifyWords } from '../support/words.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { signUpOperator } from './support/operators.ts';
import { expect, test, testsOf } from './support/test.ts';

for (const language of LANGUAGES) {
  const { locale, path } = language;
  const { inEnglish } = testsOf(locale);
  const t = translator(adminClosesWords, locale);
  const v = translator(verifyWords, locale);

  inEnglish(
    `a month of closes is computed again, and a record is checked (${locale})`,
    async ({ page, account }) => {
      await signUpOperator(account, { language: locale, proved: true });
      await page.goto(path('/admin/closes'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'));
      const rows = page.locator('tr[data-close]');
      await expect(rows).toHaveCount(31);
      const newest = (await rows.first().getAttribute('data-close')) ?? '';
      // Yesterday, in UTC; the day before in the first minutes after midnight.
      expect([1, 2].map((days) => dayOf(Date.now() - days * DAY_MS))).toContain(newest);
      await expect(rows.first()).toContainText(t('kinds.simulated'));

      await page.getByLabel(t('check.from')).fill('2001-01-01');
      await page.getByRole('button', { name: t('check.run') }).click();
      await expect(page.getByText(t('check.problems.long', { max: '92' }))).toBeVisible();
      await page.getByLabel(t('check.from')).fill(dayOf(Date.parse(newest) - 30 * DAY_MS));
      await page.getByRole('button', { name: t('check.run') }).click();
      await expect(page.getByText(t('check.ok.title.other', { n: '31' }))).toBeVisible();
      await inspect(page, `closes that were computed again (${locale})`);

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        rows
          .first()
          .getByRole('button', { name: t('list.record') })
          .click(),
      ]);
      expect(file.suggestedFilename()).toBe(`onca-close-${newest}.json`);
      const record = await readFile(await file.path());
      await page.goto(path('/verify'));
      await expect(page.locator('.verify-keys[data-ready]')).toBeVisible();
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name: 'close.json', mimeType: 'application/json', buffer: record });
      const verdict = page.locator('[data-verdict="genuine"]');
      await expect(verdict).toContainText(v('domains.close'));
      await expect(verdict).toContainText(v('close.customers'));
      await expect(verdict).toContainText(v('close.kinds.simulated'));
    },
  );
}

test('who may only read the books computes nothing again', async ({ page, account }) => {
  const t = translator(adminClosesWords, 'pt-BR');
  await signUpOperator(account, { roles: ['compliance'], proved: true });
  await page.goto('/admin/closes');
  await expect(page.locator('tr[data-close]')).toHaveCount(31);
  await expect(page.getByRole('button', { name: t('check.run') })).toHaveCount(0);
});
