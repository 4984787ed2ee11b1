// The storage fee: a customer sees what he pays, every visitor reads the tariff, and operators announce a new one. The exchange's tariff
// is beside it.

import { addDays } from '../../worker/domain/days.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { change, withDatabase } from './support/database.ts';
import { signUpOperator } from './support/operators.ts';
import { expect, test, testsOf } from './support/test.ts';
import { bringIn } from './support/whole-page.ts';
import {
  adminProposedWords,
  adminTariffWords,
  pricingMoreWords,
  adminProblemsWords,
  receiptWords,
  storageWords,
  translator,
} from '../support/words.ts';

/** Of the seeded crowd: somebody who was charged for two months and is counted in this one. */
function payer(language: string) {
  const row = withDatabase((database) =>
    database
      .prepare(
        `SELECT u.email, max(m.month) AS month FROM storage_months m JOIN users u ON u.id = m.account_id
           JOIN settings s ON s.user_id = u.id AND s.language = ?1
         WHERE u.status = 'active' AND m.charged_cents > 100 AND EXISTS (
           SELECT 1 FROM storage_days d WHERE d.account_id = u.id AND d.day = (SELECT max(day) FROM day_closes))
         GROUP BY u.id HAVING count(*) = 2 ORDER BY u.email LIMIT 1`,
      )
      .get(language),
  );
  if (row === undefined) throw new Error('nobody of the crowd pays for storage');
  const { email, month } = row as { email: string; month: string };
  const days = withDatabase((database) =>
    database
      .prepare(
        `SELECT count(*) AS n FROM storage_days d JOIN users u ON u.id = d.account_id WHERE u.email = ?1 AND substr(d.day, 1, 7) = ?2`,
      )
      .get(email, month),
  ) as { n: number };
  return { email, month, days: days.n };
}

for (const { locale, path } of LANGUAGES) {
  const { inPortuguese, inEnglish } = testsOf(locale);
  const t = translator(storageWords, locale);

  inPortuguese(
    `a customer sees each day, the formula and the receipt of a month (${locale})`,
    async ({ page, account }) => {
      const { email, month, days } = payer(locale);
      await account.post('/api/auth/sign-in', { email, password: 'onca-demo-2026' });
      await account.inDollarsAndOunces();

      await test.step('the dashboard says what this month has come to', async () => {
        await page.goto(path('/dashboard'));
        const card = page.getByRole('region', { name: t('title') });
        await expect(card).toContainText('US$');
        await card.getByRole('link', { name: t('card.action') }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'));
      });

      await test.step('the page has this month and the ones before, day by day', async () => {
        await expect(page.getByRole('combobox', { name: t('month.choose') })).toBeVisible();
        await page.getByRole('combobox', { name: t('month.choose') }).selectOption(month);
        await expect(page).toHaveURL(new RegExp(`month=${month}$`, 'u'));
        const table = page.getByRole('region', { name: t('month.title'), exact: true }).getByRole('table');
        await expect(table.locator('tbody tr')).toHaveCount(days);
        await expect(page.getByText(t('formula.due'), { exact: true })).toBeVisible();
        await expect(page.getByText('÷ 73')).toBeVisible();
        await inspect(page, 'the storage fee', { phone: true });
      });

      await test.step('the receipt of a charge says how it came about', async () => {
        await page.goto(path('/dashboard'));
        await page.getByRole('searchbox').first().fill(month);
        await page.locator('[data-type="storage-fee"] button').first().click();
        const receipt = page.getByRole('dialog');
        await expect(receipt).toContainText(receiptWords.say(locale, 'title.storage-fee'));
        await expect(receipt.getByText(t('formula.centDays'))).toBeVisible();
        await inspect(page, 'the receipt of a storage fee', { themes: false });
      });
    },
  );

  inEnglish(`the prices say since when the fee applies, and work it out (${locale})`, async ({ page }) => {
    const p = translator(pricingMoreWords, locale);
    await page.goto(`${path('/pricing')}#storage`);
    const section = page.locator('#storage');
    await bringIn(section);
    await expect(
      section.getByText(p('storage.since.applies', { from: '|' }).split('|')[0]?.trim() ?? ''),
    ).toBeVisible();
    await expect(section.locator('.calc-figure')).toContainText('200');
    await section.getByRole('textbox').fill('10000');
    await expect(section.locator('.calc-figure')).toContainText(/0[.,]00/u);
    // In force, so that no line announces it.
    await expect(page.locator('#tariff-notice')).toHaveCount(0);
  });

  inEnglish(
    `an operator reads of the tariff, and another’s proposal is rejected (${locale})`,
    async ({ page, account }) => {
      const a = translator(adminTariffWords, locale);
      const proposed = translator(adminProposedWords, locale);
      await signUpOperator(account, { language: locale, proved: true });
      await page.goto(path('/admin/tariff'));
      await expect(page.getByText(a('list.states.announced'), { exact: true })).toBeVisible();
      await inspect(page, 'the tariff', { phone: true });
      const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
      const storage = page.getByRole('region', { name: a('propose.title') });
      await storage.getByRole('button', { name: a('propose.submit') }).click();
      await expect(storage.getByLabel(a('propose.day'))).toHaveAttribute('aria-invalid', 'true');
      await storage.getByLabel(a('propose.day')).fill(day);
      await storage.getByRole('button', { name: a('propose.submit') }).click();
      await expect(page.getByText(adminProblemsWords.say(locale, 'TariffStands.what'))).toBeVisible();
      change((database) => {
        database
          .prepare(
            `INSERT INTO tariffs (id, kind, from_day, free_days, above_cents, cent_days_per_cent, proposed_by, proposed_at)
           SELECT ?1, 'storage', ?2, 730, 1000000, 73000, proposed_by, ?3 FROM tariffs WHERE state = 'announced' LIMIT 1`,
          )
          .run(crypto.randomUUID(), day, Date.now());
      });
      await page.reload();
      await expect(page.getByRole('button', { name: a('list.announce') })).toBeVisible();
      await page.getByRole('button', { name: proposed('reject') }).click();
      const sure = page.getByRole('dialog', { name: a('drop.title') });
      await inspect(page, 'a proposed tariff that is dropped', { themes: false });
      await sure.getByRole('button', { name: a('drop.submit') }).click();
      await expect(page.getByText(a('list.states.rejected'), { exact: true }).first()).toBeVisible();

      await test.step('spread and tax of the exchange are proposed, taken back, and announced by another', async () => {
        const form = page.getByRole('region', { name: a('exchange.propose.title') });
        const card = page.getByRole('region', { name: a('exchange.title'), exact: true });
        const send = form.getByRole('button', { name: a('exchange.propose.submit') });
        await send.click();
        await expect(form.getByText(a('exchange.propose.faults.early'))).toBeVisible();
        const first = addDays(day, locale === 'en' ? 0 : 1);
        await form.getByLabel(a('exchange.propose.day')).fill(first);
        await form.getByLabel(a('exchange.spread')).fill(locale === 'en' ? '0.5' : '0,5');
        await form.getByLabel(a('exchange.iof')).fill(locale === 'en' ? '1.1' : '1,1');
        await form.getByLabel(a('exchange.legalBasis')).fill('Decreto 6.306/2007, art. 15-B');
        await send.click();
        const open = card.locator('[data-proposed="open"]');
        await expect(open).toContainText(/1[.,]1%/u);
        await inspect(page, 'a proposed tariff of the exchange', { themes: false });
        await open.getByRole('button', { name: proposed('withdraw') }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: a('drop.submit') })
          .click();
        await expect(card.getByText(a('list.states.withdrawn'), { exact: true })).toBeVisible();
        // In nobody’s way: its day is far ahead, and another one in each language.
        change((database) => {
          database
            .prepare(
              `INSERT INTO exchange_tariffs (id, from_day, spread_bp, iof_bp, legal_basis, proposed_by, proposed_at)
               SELECT ?1, ?2, 50, 350, 'Decreto 6.306/2007', proposed_by, ?3 FROM tariffs WHERE state = 'announced' LIMIT 1`,
            )
            .run(crypto.randomUUID(), first, Date.now());
        });
        await page.reload();
        await open.getByRole('button', { name: a('list.announce') }).click();
        const asked = page.getByRole('dialog', { name: a('exchange.announce.title') });
        await expect(asked).toContainText(/3[.,]5%/u);
        await asked.getByRole('button', { name: a('announce.submit') }).click();
        await expect(card.getByText(a('exchange.standings.ahead'), { exact: true })).toBeVisible();
      });
    },
  );
}
