// A deposit that waits is found, credited by two operators with evidence, and taken back when the bank does; the customer reads both. Reais
// that nobody is known for go back.

import { receiptCode } from '../../worker/domain/receipt-code.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { signUpOperator } from './support/operators.ts';
import { Account, expect, test, testsOf } from './support/test.ts';
import {
  adminDepositsWords,
  adminFrameWords,
  adminProposalsWords,
  receiptWords,
  titlesWords,
  translator,
} from '../support/words.ts';

const CENTS = 20_013;

for (const { locale, path, amount } of LANGUAGES) {
  const { inPortuguese } = testsOf(locale);
  const t = translator(adminDepositsWords, locale);
  const p = translator(adminProposalsWords, locale);
  const frame = translator(adminFrameWords, locale);

  inPortuguese(
    `a deposit that waits is credited by two operators, and taken back by two (${locale})`,
    async ({ page, account, browser, baseURL }) => {
      const origin = baseURL ?? '';
      const [contextOfOther, contextOfCustomer] = [
        await browser.newContext({ baseURL: origin }),
        await browser.newContext({ baseURL: origin }),
      ];
      await signUpOperator(account, { language: locale, roles: ['treasury'], proved: true });
      const second = new Account(contextOfOther, origin);
      await signUpOperator(second, { language: locale, roles: ['compliance'], proved: true });
      const customer = new Account(contextOfCustomer, origin);
      const person = await customer.signUp(locale);
      const { transaction } = await customer.deposit(CENTS);

      const dialog = page.getByRole('dialog', { name: t('one.title') });
      const propose = async (kind: 'deposit-settle' | 'charge-back', reference: string, part?: string) => {
        await dialog.getByRole('button', { name: t('propose.begin'), exact: true }).click();
        await dialog.getByRole('button', { name: t('propose.submit'), exact: true }).click();
        await expect(dialog.getByText(t('propose.referenceMissing'), { exact: true })).toBeVisible();
        await expect(dialog.getByText(t(`kinds.${kind}.text`), { exact: true })).toBeVisible();
        await dialog.getByLabel(t(part === undefined ? 'propose.reference' : 'propose.case')).fill(reference);
        if (part !== undefined) await dialog.getByLabel(t('propose.amount')).fill(part);
        await dialog.getByLabel(t('propose.reason')).fill('Line 14 of the statement');
        await inspect(page, 'a proposal about a deposit', { phone: true });
        await dialog.getByRole('button', { name: t('propose.submit'), exact: true }).click();
        await expect(dialog.getByText(t('proposals.evidence', { reference }))).toBeVisible();
      };
      const other = await contextOfOther.newPage();
      const approve = async (kind: string) => {
        await other.goto(path('/admin/deposits'));
        const tabs = other.getByRole('navigation', { name: frame('nav') });
        await expect(tabs.locator(`[href="${path('/admin/deposits')}"]`)).toContainText(/\d/u);
        const what = `${kind}, ${person.fullName}`;
        await other.getByRole('button', { name: p('approveNamed', { what }) }).click();
        const question = other.getByRole('dialog', { name: p('decide.approve.title') });
        await expect(question).toContainText(person.fullName);
        await question.getByRole('button', { name: p('decide.approve.submit'), exact: true }).click();
        await expect(other.getByText(p('decide.approve.done'))).toBeVisible();
      };

      await test.step('reais that nobody is known for are sent back, with a reason', async () => {
        // An amount by which this payment is told from those of other tests.
        const brlCents = 1_000_000 + (crypto.getRandomValues(new Uint16Array(1))[0] ?? 0);
        await account.post('/api/dev/bank', { do: 'pay-unknown', brlCents });
        await page.goto(path('/admin/today'));
        await page.locator('tr[data-waits="unknown-reais"]').getByRole('link').click();
        const row = page.locator('tr[data-payment]', { hasText: amount(brlCents) });
        await expect(row).toContainText(t('reais.states.unknown'));
        await inspect(page, `reais that nobody is known for (${locale})`, { phone: true });
        await row.getByRole('button', { name: t('reais.sendBack') }).click();
        const question = page.getByRole('dialog', { name: t('refund.sendBack.title') });
        await question.getByLabel(t('refund.sendBack.reason')).fill('The bank names nobody');
        await question.getByRole('button', { name: t('refund.sendBack.submit'), exact: true }).click();
        await expect(page.getByText(t('refund.sendBack.done'), { exact: true })).toBeVisible();
        // It is on its way, or the bank has confirmed it.
        await expect(row.getByRole('button', { name: t('reais.sendBack') })).toHaveCount(0);
      });

      await test.step('it is found by the customer, with its age and reference', async () => {
        await page.goto(path('/admin/deposits'));
        const title = page.getByRole('heading', { level: 1 });
        await expect(title).toHaveText(titlesWords.say(locale, 'deposits.title'));
        await page.getByRole('searchbox', { name: t('list.searchLabel') }).fill(person.email);
        const row = page.locator(`[data-deposit="${transaction.id}"]`);
        await expect(row).toContainText('sandbox-');
        await expect(page).toHaveURL(/search=/u);
        await row.getByRole('button').first().click();
        await expect(dialog).toContainText(transaction.id);
        await expect(dialog).toContainText(t('one.noEntries'));
      });

      await test.step('one proposes with evidence, the other approves', async () => {
        await propose('deposit-settle', 'ST-14');
        await approve(t('kinds.deposit-settle.name'));
      });

      await test.step('what the bank takes back goes, and the customer reads it', async () => {
        await page.reload();
        await expect(dialog).toContainText(t('operations.settlement'));
        // A part of it, under a case of its own.
        const caseNumber = `CB-${transaction.id}`;
        await propose('charge-back', caseNumber, '150');
        await approve(t('kinds.charge-back.name'));
        await page.reload();
        await expect(dialog.locator('[data-dispute]')).toContainText(caseNumber);
        await inspect(page, 'a deposit with a charge-back', { phone: true });
        const own = await contextOfCustomer.newPage();
        await own.goto(path('/dashboard'));
        await own.locator('[data-type="charge-back"] button').first().click();
        const receipt = own.getByRole('dialog');
        await expect(receipt).toContainText(receiptWords.say(locale, 'chargeBack.charge-back'));
        await expect(receipt).toContainText(receiptCode(transaction.id));
        await expect(receipt).toContainText(receiptWords.say(locale, 'chargeBack.part'));
        await inspect(own, 'the receipt of a charge-back', { phone: true });
      });
      await contextOfOther.close();
      await contextOfCustomer.close();
    },
  );
}
