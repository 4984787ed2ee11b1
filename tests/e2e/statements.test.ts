// Statements: from the dashboard to the months, one of them as a page and as files, and a file of it on /verify. The customer is the
// seeded one, whose past months are closed.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { SEEDED_CUSTOMER } from '../../worker/commands/seed-accounts.ts';
import { statementFileWords, statementWords, translator, verifyWords } from '../support/words.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { signUpOperator } from './support/operators.ts';
import { expect, test, testsOf } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

const verdict = (page: Page, kind: string) => page.locator(`[data-verdict="${kind}"]`);
const months = (page: Page) => page.locator('.statement-months [data-month]');

for (const language of LANGUAGES) {
  const { locale, path, words } = language;
  const t = translator(statementWords, locale);
  const w = translator(statementFileWords, locale);
  const v = translator(verifyWords, locale);
  const { inPortuguese, inEnglish } = testsOf(locale);

  inPortuguese(
    `a closed month is read, downloaded and checked (${locale})`,
    async ({ page, account, context, baseURL }) => {
      const { email, password } = SEEDED_CUSTOMER;
      const signedIn = await context.request.post('/api/auth/sign-in', {
        data: { email, password },
        headers: { Origin: baseURL ?? '' },
      });
      expect(signedIn.ok()).toBe(true);

      await page.goto(path('/dashboard'));
      await page.getByRole('link', { name: words.dashboard.links.statements }).click();
      await expect(page).toHaveURL(new RegExp(`${path('/statements')}$`, 'u'));
      await expect(months(page).first()).toContainText(t('list.preview'));
      expect(await months(page).count()).toBeGreaterThan(6);
      await inspect(page, `the months of an account (${locale})`, { phone: true });

      // One in which something moved, as the seed has it.
      const list = await (await context.request.get('/api/statements')).json();
      const month = await movedMonth(page, list.months);
      await months(page)
        .and(page.locator(`[data-month="${month}"]`))
        .getByRole('link')
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        t('of', { month: monthName(locale, month) }),
      );
      await expect(
        page
          .getByRole('table', { name: w('movements.title') })
          .locator('tbody tr')
          .first(),
      ).toContainText(w('movements.receipt', { code: '' }).trim());
      await expect(page.locator('.statement').getByText(SEEDED_CUSTOMER.fullName)).toBeVisible();
      await inspect(page, `a statement (${locale})`, { phone: true });

      const arriving = page.waitForEvent('download');
      await page
        .getByRole('button', { name: t('files.label', { format: 'PDF', month: monthName(locale, month) }) })
        .click();
      const file = await arriving;
      expect(file.suggestedFilename()).toBe(`${w('name', { month })}.pdf`);
      const pdf = await readFile(await file.path());

      await page.getByRole('link', { name: t('paper.check') }).click();
      await expect(page.locator('.verify-keys[data-ready]')).toBeVisible();
      const give = (buffer: Buffer) =>
        page
          .locator('input[type="file"]')
          .setInputFiles({ name: 'statement.pdf', mimeType: 'application/pdf', buffer });
      await give(pdf);
      await expect(verdict(page, 'genuine')).toContainText(`ONCA-${month}-`);
      const changed = Buffer.from(pdf);
      changed[2_000] = (changed[2_000] ?? 0) ^ 1;
      await give(changed);
      await expect(verdict(page, 'changed')).toContainText(v('verdict.changes.bytes'));
      await inspect(page, `a changed statement (${locale})`, { themes: false });
      await account.signOut();
    },
  );

  inEnglish(
    `the month under way is a preview, and a month that is none says so (${locale})`,
    async ({ page, account }) => {
      await account.signUp(locale);
      await account.deposit(100_000);
      await page.goto(path('/statements'));
      await expect(page.getByText(t('list.none.title'))).toBeVisible();
      await months(page).first().getByRole('link').click();
      await expect(page.getByText(t('paper.preview.title'))).toBeVisible();
      await expect(page.getByRole('table', { name: w('movements.title') })).toContainText(w('types.deposit'));
      await inspect(page, `a preview (${locale})`, { themes: false });
      await page.goto(path('/statements?month=2019-01'));
      await expect(page.getByText(t('paper.missing.title'))).toBeVisible();
    },
  );
}

test('an operator reads a customer’s statement from the opened dashboard', async ({ page, account }) => {
  const { locale, path } = LANGUAGES[1];
  const t = translator(statementWords, locale);
  await signUpOperator(account, { language: locale });
  await page.goto(path(`/admin/customer?id=${SEEDED_CUSTOMER.id}`));
  await months(page).nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { name: t('paper.files') })).toBeVisible();
  await expect(page.locator('.statement').getByText(SEEDED_CUSTOMER.fullName)).toBeVisible();
  await inspect(page, 'a statement as an operator sees it', { themes: false });
});

async function movedMonth(page: Page, list: readonly { readonly month: string }[]): Promise<string> {
  for (const { month } of list) {
    const view = await (await page.request.get(`/api/statements/${month}`)).json();
    if (view.total > 0) return month;
  }
  throw new Error('the seeded customer has moved something');
}

function monthName(locale: 'pt-BR' | 'en', month: string): string {
  const { months: names } = statementFileWords.dictionaries[locale];
  const [year = '', number = ''] = month.split('-');
  return statementFileWords.say(locale, 'monthName', { month: names[Number(number) - 1] ?? '', year });
}
