// The tax workbook: from the dashboard to the years, one of them with its sales, the choices, an estimate and a signed file on /verify;
// and what a customer sees whose rates are not known yet.

import { readFile } from 'node:fs/promises';
import { SEEDED_CUSTOMER } from '../../worker/commands/seed-accounts.ts';
import { taxWords, titlesWords, translator } from '../support/words.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

type Year = { readonly year: number };
type Counts = { readonly counts: readonly { readonly month: string; readonly disposals: number }[] };

test('a year with sales is read, chosen for, estimated and taken along', async ({
  page,
  context,
  baseURL,
}) => {
  const [{ locale, path, words }] = LANGUAGES;
  const t = translator(taxWords, locale);
  const { email, password } = SEEDED_CUSTOMER;
  const signedIn = await context.request.post('/api/auth/sign-in', {
    data: { email, password },
    headers: { Origin: baseURL ?? '' },
  });
  expect(signedIn.ok()).toBe(true);
  // The seeded past is counted back from today: its sales may be in either year.
  const { years } = (await (await context.request.get('/api/tax')).json()) as { years: Year[] };
  let sold: { readonly year: number; readonly month: string } | null = null;
  for (const { year } of years) {
    const { counts } = (await (await context.request.get(`/api/tax/${year}`)).json()) as Counts;
    const month = counts.find(({ disposals }) => disposals > 0)?.month;
    if (month !== undefined) sold ??= { year, month };
  }
  if (sold === null) throw new Error('the seeded customer has sold something');

  await page.goto(path('/dashboard'));
  await page.getByRole('link', { name: words.dashboard.links.tax }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    titlesWords.dictionaries[locale].tax.title,
  );
  await expect(page.locator('.note').first()).toContainText(t('owner.none'));
  await inspect(page, 'the years of the tax workbook', { phone: true });
  await page.getByRole('link', { name: String(sold.year), exact: true }).click();

  // What nobody has said yet comes before every figure.
  await expect(page.locator('.note').first()).toContainText(t('owner.none'));
  await expect(page.locator('.note').filter({ hasText: t('simulated.text') })).toBeVisible();
  const month = page.locator('.tax-month').first();
  await month.getByRole('button').click();
  await expect(month.locator('.tax-sales > li').first()).toContainText(t('sale.rate'));
  await expect(month.locator('.tax-lots li').first()).toBeVisible();
  await inspect(page, 'a year of the tax workbook', { phone: true });

  // No tax before somebody asks.
  await expect(page.getByText(t('estimate.needs'))).toBeVisible();
  await page.getByLabel(t('choice.method')).selectOption('fifo');
  await page.getByLabel(t('choice.regime')).selectOption('B');
  await expect(page.getByText(t('regimes.B.text'))).toBeVisible();
  await expect(page.getByText(t('regimes.counsel'))).toBeVisible();
  await page.getByRole('button', { name: t('estimate.ask') }).click();
  await expect(page.getByText(t('estimate.limits'))).toBeVisible();
  await inspect(page, 'an estimate', { themes: false });

  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('files.label', { format: 'PDF', year: sold.year }) }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toBe(`onca-relatorio-fiscal-${sold.year}.pdf`);
  await expect(page.getByLabel(t('choice.method'))).toBeDisabled();

  await page.getByRole('link', { name: t('files.verify') }).click();
  await expect(page.locator('.verify-keys[data-ready]')).toBeVisible();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'tax.pdf',
    mimeType: 'application/pdf',
    buffer: await readFile(await file.path()),
  });
  await expect(page.locator('[data-verdict="genuine"]')).toContainText(`ONCA-TAX-${sold.year}-`);
});

test('what was bought today is pending, a year that is none says so', async ({ page, account }) => {
  const { locale, path } = LANGUAGES[1];
  const t = translator(taxWords, locale);
  await account.signUp(locale);
  await account.deposit(500_000);
  await account.trade({ side: 'buy', metal: 'gold', totalCents: 100_000 });
  await page.goto(path('/statements/tax'));
  await page.locator('.tax-years a').first().click();
  await expect(page.getByText(t('pendingText'))).toBeVisible();
  await expect(page.getByText(t('months.none'))).toBeVisible();
  await page.locator('.tax-purchases button').first().click();
  await expect(
    page
      .locator('.tax-purchases td')
      .filter({ hasText: t('pendingWord') })
      .first(),
  ).toBeVisible();
  await inspect(page, 'a year that is pending', { themes: false });
  for (const year of ['1999', '12345', 'abcd']) {
    await page.goto(path(`/statements/tax?year=${year}`));
    await expect(page.getByText(t('unknown.title'))).toBeVisible();
  }
});
