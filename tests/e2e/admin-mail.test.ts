// Operators see what of the outbox did not leave, send it again and discard it, in both languages.

import type { Page } from 'playwright/test';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { codeOf } from './support/factors.ts';
import { change } from './support/database.ts';
import { signUpOperator } from './support/operators.ts';
import { expect, type Person, testsOf } from './support/test.ts';
import { adminFrameWords, adminMailWords, proofWords, translator } from '../support/words.ts';

const rowsOf = (page: Page) => page.locator('tbody tr[data-mail]');

/** As if a mail server had turned the customer's welcome down for good. */
function giveUp({ email }: Person): void {
  change((database) => {
    database
      .prepare(
        `UPDATE mail_outbox SET state = 'dead', next_attempt_at = NULL, attempts = 9, updated_at = ?2,
           last_error = '550 mailbox unavailable' WHERE email = ?1 AND kind = 'welcome'`,
      )
      .run(email, Date.now());
  });
}

for (const language of LANGUAGES) {
  const { inEnglish } = testsOf(language.locale);
  const t = translator(adminMailWords, language.locale);
  const frame = translator(adminFrameWords, language.locale);
  const proof = translator(proofWords, language.locale);

  inEnglish(
    `a message that was given up is sent again, another is discarded (${language.locale})`,
    async ({ page, account }) => {
      const operator = await signUpOperator(account, { language: language.locale, tier: 'standard' });
      const isSent = async () => {
        const reply = await page.request.get(
          `/api/admin/mail?state=sent&search=${encodeURIComponent(operator.email)}`,
        );
        const { mails } = (await reply.json()) as { mails: { kind: string }[] };
        return mails.filter(({ kind }) => kind === 'welcome').length;
      };
      await expect.poll(isSent).toBe(1);
      giveUp(operator);

      await page.goto(language.path('/admin/mail'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'));
      const which = page.getByRole('combobox', { name: t('list.which') });
      await page.getByRole('searchbox').fill(operator.email);
      await expect(rowsOf(page)).toHaveCount(1);
      await expect(rowsOf(page)).toContainText(t('kinds.welcome'));
      await expect(rowsOf(page)).toContainText('550 mailbox unavailable');

      await rowsOf(page)
        .getByRole('button', { name: t('resend.dead') })
        .click();
      const question = page.getByRole('dialog', { name: proof('title') });
      await question.getByLabel(proof('totp.label')).fill(codeOf(operator.key, 0));
      await question.getByRole('button', { name: proof('submit'), exact: true }).click();
      await expect(page.getByText(t.count('resend.doneText', 1))).toBeVisible();
      await expect.poll(isSent).toBe(1);
      await which.selectOption('sent');
      // The proof of the address, too.
      await expect(rowsOf(page)).toHaveCount(2);
      await expect(page).toHaveURL(
        `${language.path('/admin/mail')}?search=${encodeURIComponent(operator.email)}&state=sent`,
      );
      await expect(rowsOf(page).getByRole('button')).toHaveCount(0);

      // Given up once more, then discarded; the step-up still holds.
      giveUp(operator);
      await which.selectOption('dead');
      await page.getByRole('button', { name: frame('refresh') }).click();
      await rowsOf(page)
        .getByRole('button', { name: t('discard.button') })
        .click();
      const sure = page.getByRole('dialog', { name: t('discard.title') });
      await expect(sure).toContainText(operator.email);
      await inspect(page, 'the question before a message is discarded');
      await sure.getByRole('button', { name: t('discard.button') }).click();
      await expect(page.getByText(t('discard.done'))).toBeVisible();
      await expect(page.getByText(t('list.none.title'))).toBeVisible();
      const log = await page.request.get('/api/admin/audit-log');
      expect(await log.text()).toContain('mail.discarded');
    },
  );
}
