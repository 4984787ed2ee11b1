// Today, treasury and reconciliation: an operator begins with what waits, loads a file of the bank, and explains what does not fit; in
// both languages.

import {
  adminReconciliationWords,
  adminTodayWords,
  adminTreasuryWords,
  titlesWords,
  translator,
} from '../support/words.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { signUpOperator } from './support/operators.ts';
import { expect, testsOf } from './support/test.ts';

for (const language of LANGUAGES) {
  const { locale, path } = language;
  const { inEnglish } = testsOf(locale);
  const [day, figures, banks, titles] = [
    translator(adminTodayWords, locale),
    translator(adminTreasuryWords, locale),
    translator(adminReconciliationWords, locale),
    translator(titlesWords, locale),
  ];

  inEnglish(`what waits, the house's money and a file of the bank (${locale})`, async ({ page, account }) => {
    await signUpOperator(account, { language: locale, roles: ['treasury'], proved: true });
    await page.goto(path('/admin'));
    const heading = page.getByRole('heading', { level: 1 });
    // Who may not open the customers begins with what waits.
    await expect(heading).toHaveText(titles('today.title'));
    await expect(page.locator('tr[data-waits="deposits"]')).toContainText(day('waiting.kinds.deposits'));
    await inspect(page, `today (${locale})`, { phone: true });

    await page.locator('.rail-nav [href$="/admin/treasury"]').click();
    await expect(page.getByText(figures('owed.cashNote'))).toBeVisible();
    await expect(page.getByText(figures('owed.off.title'))).toHaveCount(0);
    // Each column of the ledger sums to nothing.
    const sums = page.locator('tfoot tr').last().locator('td');
    await expect(sums).toHaveText([/^0[.,]00$/u, /^0[.,]00$/u, /^0[.,]0000$/u, /^0[.,]0000$/u]);

    await page.locator('.rail-nav [href$="/admin/reconciliation"]').click();
    const file = page.locator('input[type="file"]');
    const csv = (text: string) => ({
      name: `${locale}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await file.setInputFiles(csv('date,amount\n2026-02-30,1.00\n'));
    await expect(
      page.getByText(banks('faults.inLine', { line: '2', fault: banks('faults.day') })),
    ).toBeVisible();
    await file.setInputFiles(csv(`date,amount,reference,description\n2001-01-02,-12.90,${locale} fee,\n`));
    await expect(page.getByText(banks('load.done.one', { n: '1' }))).toBeVisible();
    const row = page.locator('tr[data-kind="theirs-alone"]', { hasText: `${locale} fee` });
    await row.getByRole('button', { name: banks('breaks.resolve') }).click();
    const question = page.getByRole('dialog', { name: banks('resolve.title') });
    await question.getByLabel(banks('resolve.reason')).fill('The bank’s monthly fee');
    await inspect(page, `a break that is being resolved (${locale})`);
    await question.getByRole('button', { name: banks('resolve.submit'), exact: true }).click();
    await expect(row).toHaveCount(0);
  });
}
