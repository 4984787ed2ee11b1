// Money out: from the amount to the receipt that follows it, with an app and with a letter; and the operators who see it.

import type { Browser, Page } from 'playwright/test';
import type { PayoutAccount, WithdrawalReply, WithdrawalsPage } from '../../worker/contract/withdrawals.ts';
import { FACTOR_PROVES_AFTER_MS } from '../../worker/domain/withdrawals.ts';
import {
  adminProposalsWords,
  adminWithdrawalsWords,
  emailWords,
  problemsWords,
  titlesWords,
  transactionsWords,
  translator,
  withdrawalsWords,
} from '../support/words.ts';
import { complaintsOf } from './support/complaints.ts';
import { Dashboard, line } from './support/dashboard.ts';
import { change } from './support/database.ts';
import { addApp } from './support/factors.ts';
import { inspect, inspectAsWorn } from './support/inspect.ts';
import { LANGUAGES, type Language } from './support/language.ts';
import { proveInPage, signUpOperator } from './support/operators.ts';
import { Account, expect, type Person, test, testsOf } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

/** An account that the sandbox says is the customer's own. */
const addAccount = (account: Account): Promise<PayoutAccount> =>
  account.post('/api/payout-accounts', {
    method: 'pix',
    keyType: 'email',
    key: 'ana@onca.example',
  }) as Promise<PayoutAccount>;

/** As if the last proof were older than it holds. */
function forgetProof({ email }: Person): void {
  change((database) => {
    const forget =
      'UPDATE sessions SET stepped_up_at = NULL, stepped_up_by = NULL WHERE user_id = (SELECT id FROM users WHERE email = ?)';
    database.prepare(forget).run(email);
  });
}

/** As if the factors were no longer new, so that they prove a withdrawal alone. */
function ageFactors({ email }: Person): void {
  change((database) => {
    const age =
      'UPDATE totp_factors SET created_at = created_at - ? WHERE user_id = (SELECT id FROM users WHERE email = ?)';
    database.prepare(age).run(FACTOR_PROVES_AFTER_MS, email);
  });
}

/** The id of the newest withdrawal of who is signed in. */
async function newestOf(page: Page): Promise<string> {
  const { withdrawals } = (await (await page.request.get('/api/withdrawals')).json()) as WithdrawalsPage;
  return withdrawals[0]?.id ?? '';
}

const withdraw = (account: Account, payoutAccountId: string, amountCents: number) =>
  account.post('/api/withdrawals', { amountCents, payoutAccountId }) as Promise<WithdrawalReply>;

/** An operator at a device of their own rejects it. */
async function reject(browser: Browser, origin: string, { locale, path }: Language, id: string) {
  const t = translator(adminWithdrawalsWords, locale);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const operator = await signUpOperator(new Account(context, origin), {
    language: locale,
    roles: ['treasury'],
  });
  const page = await context.newPage();
  await page.goto(path('/admin/withdrawals'));
  const row = page.locator(`tr[data-withdrawal="${id}"]`);
  await expect(row).toContainText(t('flags.young-account.short'));
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: t('details.title') });
  await expect(dialog.getByText(t('flags.young-account.text'))).toBeVisible();
  await expect(dialog.getByText(t('moved.reserved'), { exact: false }).first()).toBeVisible();
  await dialog.getByRole('button', { name: t('decide.reject.action') }).click();
  await expect(dialog.getByText(t('decide.reasonMissing'))).toBeVisible();
  await dialog.getByLabel(t('decide.reason'), { exact: true }).fill('The customer asked us to.');
  await inspect(page, 'a withdrawal opened by an operator', { themes: false });
  await dialog.getByRole('button', { name: t('decide.reject.action') }).click();
  const question = page.getByRole('dialog', { name: t('decide.reject.title') });
  await question.getByRole('button', { name: t('decide.reject.action') }).click();
  await proveInPage(page, operator, locale);
  await expect(page.getByText(t('decide.reject.done'))).toBeVisible();
  await expect(dialog.getByText(t('moved.given'), { exact: false }).first()).toBeVisible();
  await context.close();
}

for (const language of LANGUAGES) {
  const { locale, path, money } = language;
  const { inPortuguese, inEnglish } = testsOf(locale);
  const t = translator(withdrawalsWords, locale);
  const states = translator(transactionsWords, locale);
  const next = (page: Page) => page.getByRole('dialog').getByRole('button', { name: t('amount.continue') });

  inPortuguese(
    `a withdrawal is planned, asked for with a code, cancelled, and rejected by an operator while its owner looks (${locale})`,
    async ({ page, account, browser, baseURL }) => {
      const person = await account.signUpIdentified(locale);
      const { key } = await addApp(account, person);
      ageFactors(person);
      await account.inDollarsAndOunces();
      await account.deposit(500_000);
      await account.deposit(30_000, 'debit_card');
      const complaints = complaintsOf(page);
      const dashboard = new Dashboard(page, language);
      const dialog = page.getByRole('dialog');

      await test.step('the amount says why it is less than the cash', async () => {
        await dashboard.open();
        await page.getByRole('button', { name: language.words.portfolio.metrics.withdraw }).click();
        await expect(line(dialog, t('amount.withdrawable'))).toContainText(language.amount(500_000));
        await expect(dialog.getByText(t('amount.why'))).toBeVisible();
        const amount = dialog.getByLabel(t('amount.label'), { exact: true });
        await amount.fill(language.typed(500_001, 2));
        await next(page).click();
        await expect(
          dialog.getByText(t('amount.errors.NotWithdrawable', { most: money(500_000) })),
        ).toBeVisible();
        await amount.fill(language.typed(20_000, 2));
        await inspect(page, 'the amount of a withdrawal', { themes: false });
        await next(page).click();
      });

      await test.step('an account is added once the bank has said that it is the own one', async () => {
        const field = dialog.getByLabel(t('form.fields.cpf'), { exact: true });
        await field.fill('111.111.111-11');
        const submit = dialog.getByRole('button', { name: t('form.submit') });
        await submit.click();
        await expect(field).toBeFocused();
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await dialog.getByLabel(t('form.keyType'), { exact: true }).selectOption('random');
        const random = dialog.getByLabel(t('form.fields.random'), { exact: true });
        await random.fill('123e4567-e89b-12d3-a456-426655440099');
        await inspect(page, 'an account for withdrawals', { themes: false });
        await submit.click();
        await expect(
          dialog.getByText(translator(problemsWords, locale)('PayoutNotOwner.what')),
        ).toBeVisible();
        await random.fill('123e4567-e89b-12d3-a456-426655440011');
        await submit.click();
        await expect(dialog.getByText(t('form.done.active.title'))).toBeVisible();
      });

      await test.step('everything that decides is said before it is asked for', async () => {
        await next(page).click();
        await expect(dialog.getByText(t('holds.title'))).toBeVisible();
        for (const reason of ['new-payout-account', 'new-account'] as const)
          await expect(dialog.getByText(t(`holds.reasons.${reason}`), { exact: false })).toBeVisible();
        await expect(dialog.getByText(t('review.two.title'))).toBeVisible();
        await expect(dialog.getByText(t('sandbox'))).toBeVisible();
        await inspect(page, 'the review of a withdrawal');
        forgetProof(person);
        await dialog.getByRole('button', { name: t('review.confirm') }).click();
        await proveInPage(page, { ...person, key }, locale);
        await expect(dialog.getByText(states('withdrawalStates.held'), { exact: true })).toBeVisible();
        await inspect(page, 'the receipt of a withdrawal');
      });

      await test.step('cancelled, all of it is cash again, and the list says so', async () => {
        await dialog.getByRole('button', { name: t('receipt.cancel') }).click();
        await page
          .getByRole('dialog', { name: t('receipt.question.title') })
          .getByRole('button', { name: t('receipt.question.submit') })
          .click();
        await expect(dialog.getByText(t('steps.cancelled'))).toBeVisible();
        await dialog.getByRole('button', { name: t('receipt.done') }).click();
        await expect(dashboard.movements.first()).toContainText(states('withdrawalStates.cancelled'));
        await expect(dashboard.figure('cash')).toContainText(language.amount(530_000));
      });

      await test.step('an open receipt follows what operators do', async () => {
        const { accounts } = (await (await page.request.get('/api/payout-accounts')).json()) as {
          accounts: readonly PayoutAccount[];
        };
        const { withdrawal } = await withdraw(account, accounts[0]?.id ?? '', 2_000);
        await expect(dashboard.movements.first()).toContainText(states('withdrawalStates.held'));
        await dashboard.movements.first().getByRole('button').click();
        await expect(dialog.getByText(t('receipt.timeline'))).toBeVisible();
        await reject(browser, baseURL ?? '', language, withdrawal.id);
        await expect(dialog.getByText(t('steps.rejected'))).toBeVisible();
        await expect(dialog.getByRole('button', { name: t('receipt.cancel') })).toBeHidden();
      });
      // Refusals are answers of the server, which the console reports.
      expect(complaints.filter((one) => !/403|409|422/u.test(one))).toEqual([]);
    },
  );

  inEnglish(
    `without a second factor the link of a letter confirms it; accounts are listed and removed (${locale})`,
    async ({ page, account }) => {
      const email = translator(emailWords, locale);
      const person = await account.signUpIdentified(locale);
      await account.deposit(100_000);
      await account.post('/api/auth/step-up', { method: 'password', password: person.password });
      const { masked } = await addAccount(account);
      const dialog = page.getByRole('dialog');

      await test.step('asked for with the password, it waits for the letter', async () => {
        await page.goto(path('/dashboard?withdraw=1'));
        await dialog.getByLabel(t('amount.label'), { exact: true }).fill(language.typed(20_000, 2));
        await next(page).click();
        await expect(dialog.getByText(masked, { exact: false })).toBeVisible();
        await next(page).click();
        await expect(
          dialog.getByText(t('review.proof.mail', { minutes: 30 }), { exact: false }),
        ).toBeVisible();
        await dialog.getByRole('button', { name: t('review.confirm') }).click();
        await expect(dialog.getByText(t('steps.unconfirmed'))).toBeVisible();
      });

      await test.step('the page of the link does nothing before its button is pressed', async () => {
        const token = await account.linkToken(person.email, 'withdrawal-confirm');
        await page.goto(path('/confirm-withdrawal'));
        await expect(page.getByRole('alert')).toContainText(email('confirm.missing.title'));
        await expect(page.getByRole('button', { name: email('withdrawal.submit') })).toHaveCount(0);
        const link = path(`/confirm-withdrawal#token=${token}`);
        await page.goto(link);
        await inspectAsWorn(page, 'the page that confirms a withdrawal');
        await page.getByRole('button', { name: email('withdrawal.submit') }).click();
        await expect(page.getByText(email('withdrawal.done.title'))).toBeVisible();
        await page.getByRole('link', { name: email('withdrawal.done.action') }).click();
        const dashboard = new Dashboard(page, language);
        await expect(dashboard.movements.first()).toContainText(states('withdrawalStates.held'));
      });

      await test.step('the profile lists the account with its wait, and removes it', async () => {
        await page.goto(path('/profile/payouts'));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          translator(titlesWords, locale)('payouts.title'),
        );
        const row = page.getByRole('listitem').filter({ hasText: masked });
        await expect(row).toContainText(t('page.statuses.active'));
        await expect(row).toContainText(t('page.test'));
        await expect(page.getByText(t('page.holds'))).toBeVisible();
        await inspectAsWorn(page, 'the accounts for withdrawals');
        await row.getByRole('button').click();
        const question = page.getByRole('dialog', { name: t('page.question.title') });
        const remove = question.getByRole('button', { name: t('page.question.submit') });
        await remove.click();
        await expect(
          question.getByText(translator(problemsWords, locale)('PayoutAccountInUse.what')),
        ).toBeVisible();
        await account.post(`/api/withdrawals/${await newestOf(page)}/cancel`, {});
        await remove.click();
        await expect(page.getByText(t('page.removed'))).toBeVisible();
        await expect(page.getByText(t('page.empty'))).toBeVisible();
      });
    },
  );
}

test('what the bank says by another way ends a withdrawal: one operator proposes with evidence, another decides', async ({
  page,
  account,
  browser,
  baseURL,
}) => {
  const t = translator(adminWithdrawalsWords, 'pt-BR');
  const p = translator(adminProposalsWords, 'pt-BR');
  const states = translator(transactionsWords, 'pt-BR');
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  await signUpOperator(account, { language: 'pt-BR', roles: ['treasury'], proved: true });
  await signUpOperator(new Account(context, baseURL ?? ''), {
    language: 'pt-BR',
    roles: ['compliance'],
    proved: true,
  });
  // The seed has one with the bank, of which the sandbox says nothing more.
  await page.goto('/admin/withdrawals?state=sending');
  const row = page.locator('tr[data-withdrawal]').first();
  const id = (await row.getAttribute('data-withdrawal')) ?? '';
  await row.getByRole('button').first().click();
  const dialog = page.getByRole('dialog', { name: t('details.title') });
  await dialog.getByRole('button', { name: t('propose.begin') }).click();
  const send = dialog.getByRole('button', { name: t('propose.submit'), exact: true });
  await send.click();
  await expect(dialog.getByLabel(t('propose.reference'))).toBeFocused();
  await dialog.getByLabel(t('propose.reference')).fill(`E-${id}`);
  await dialog.getByLabel(t('propose.reason')).fill('The bank said so on the telephone');
  await inspect(page, 'the end of a withdrawal, proposed');
  await send.click();
  await expect(dialog.getByText(t('ends.evidence', { reference: `E-${id}` }))).toBeVisible();

  const other = await context.newPage();
  await other.goto('/admin/withdrawals');
  const proposal = other.locator('tr[data-proposal]', { hasText: `E-${id}` });
  await proposal.getByRole('button', { name: p('approve'), exact: false }).click();
  const question = other.getByRole('dialog', { name: p('decide.approve.title') });
  await expect(question).toContainText(`E-${id}`);
  await expect(question).toContainText(t('ends.proposedIn', { state: states('withdrawalStates.sending') }));
  await question.getByRole('button', { name: p('decide.approve.submit'), exact: true }).click();
  await expect(other.getByText(p('decide.approve.done'))).toBeVisible();
  await page.reload();
  await expect(dialog).toContainText(states('withdrawalStates.paid'));
  await context.close();
});
