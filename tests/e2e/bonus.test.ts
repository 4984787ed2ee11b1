// The welcome bonus from its offer to its release (P7).

import { BONUS_OUNCES_E4 } from '../../worker/domain/limits.ts';
import { complaintsOf } from './support/complaints.ts';
import { Dashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';
import { anyOf, LANGUAGES } from './support/language.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

for (const language of LANGUAGES) {
  const { bonus, common, receipt } = language.words;

  test(
    `the bonus is claimed once, held, and freed by purchases, and nothing moves on the way in, in ${language.locale}`,
    deepIf(language.locale === 'en'),
    async ({ page, account }) => {
      const complaints = complaintsOf(page);
      await account.signUp(language.locale);
      const dashboard = new Dashboard(page, language);
      const shifts = await watchShifts(page);
      await dashboard.open();
      const offer = page.getByRole('region', { name: anyOf(bonus.available.title) });
      await expect(offer).toContainText(anyOf(bonus.available.terms));
      await expectStill(shifts);
      await inspect(page, 'dashboard with the offer of the bonus');
      await offer.getByRole('button', { name: bonus.available.claim }).click();

      const sheet = dashboard.dialog(receipt.title.bonus);
      await expect(sheet).toContainText(language.weight(BONUS_OUNCES_E4));
      await sheet.getByRole('button', { name: common.close, exact: true }).last().click();
      await expect(dashboard.holding('silver')).toContainText(language.weight(BONUS_OUNCES_E4));
      const held = page.getByRole('region', { name: anyOf(bonus.held.title) });
      await expect(held).toContainText(bonus.held.badge);
      await expect(held).toContainText(language.money(0));
      await expect(offer).toHaveCount(0);
      await inspect(page, 'dashboard with the held bonus');

      await page.reload();
      await dashboard.figure('cash').waitFor();
      await expect(held).toBeVisible();
      await expect(offer).toHaveCount(0);
      await expectStill(shifts);

      await account.deposit(200_000);
      await account.trade({ side: 'buy', metal: 'gold', totalCents: 110_000 });
      await page.reload();
      await expect(page.getByRole('region', { name: bonus.free.title })).toContainText(bonus.free.badge);
      expect(complaints).toEqual([]);
    },
  );
}

async function expectStill(shifts: Awaited<ReturnType<typeof watchShifts>>): Promise<void> {
  const [sum, where] = await shifts.moved();
  expect(sum, where).toBeLessThan(0.01);
}
