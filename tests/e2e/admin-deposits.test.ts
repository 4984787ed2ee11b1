// A deposit that waits is found, credited by two operators with evidence, and taken back when the bank does; the customer reads both. Reais
// that nobody is known for go back.

import { receiptCode } from '../../worker/domain/receipt-code.ts';
import { change } from './support/database.ts';
import { expectNoSidewaysScroll, inspect } from './support/inspect.ts';
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
const ANNOUNCED_CENTS = 30_013;
const ARRIVED_CENTS = 28_513;

/** Two payments for one deposit, as a gateway would have told of them. */
function arrive(depositId: string): void {
  change((database) => {
    const add = database.prepare(
      'INSERT INTO stray_payments (id, deposit_id, reference, cents, at) VALUES (?, ?, ?, ?, ?)',
    );
    add.run(`${depositId}:1`, depositId, 'WIRE-1', ARRIVED_CENTS, Date.now() - 1_000);
    add.run(`${depositId}:2`, depositId, 'WIRE-2', 500, Date.now());
  });
}

/** A payment on its way back that its bank has refused, which no bank of the sandbox does. */
function refuse(brlCents: number): void {
  change((database) => {
    const { id, gateway } = database
      .prepare(`SELECT id, gateway FROM brl_payments WHERE brl_cents = ? AND state = 'unknown'`)
      .get(brlCents) as { id: string; gateway: string };
    const operation = crypto.randomUUID();
    database
      .prepare(
        `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
         SELECT ?, max(seq) + 1, 'house:pix', 'house', ?, 'h', 'reais', ? FROM operations`,
      )
      .run(operation, `back:${gateway}:${id}`, Date.now());
    const entry = database.prepare(`INSERT INTO entries VALUES (?, ?, ?, 'brl', ?)`);
    entry.run(operation, 1, 'house:pix-waiting', -brlCents);
    entry.run(operation, 2, 'house:pix-refunds', brlCents);
    database
      .prepare(
        `UPDATE brl_payments SET state = 'refunding', reason = 'operators', refused_at = ?, next_try_at = ? WHERE id = ? AND gateway = ?`,
      )
      .run(Date.now(), Date.now() + 86_400_000, id, gateway);
  });
}

/** The bank sent what had gone back by hand as well, which no bank of the sandbox does. */
function sendTwice(brlCents: number): void {
  change((database) => {
    database
      .prepare(
        'UPDATE hand_refunds SET bank_said_at = ? WHERE payment_id = (SELECT id FROM brl_payments WHERE brl_cents = ?)',
      )
      .run(Date.now(), brlCents);
  });
}

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
      const inspected = new Set<string>();
      const propose = async (
        kind: 'deposit-settle' | 'deposit-arrived' | 'charge-back' | 'charge-back-won',
        reference: string,
        part?: string,
      ) => {
        await dialog.getByRole('button', { name: t('propose.begin'), exact: true }).click();
        await dialog.getByLabel(t('propose.what'), { exact: true }).selectOption(kind);
        await dialog.getByRole('button', { name: t('propose.submit'), exact: true }).click();
        await expect(dialog.getByText(t('propose.referenceMissing'), { exact: true })).toBeVisible();
        // The first field that is wrong has the focus.
        await expect(dialog.locator('[aria-invalid]').first()).toBeFocused();
        await expect(dialog.getByText(t(`kinds.${kind}.text`), { exact: true })).toBeVisible();
        await dialog.getByLabel(t(part === undefined ? 'propose.reference' : 'propose.case')).fill(reference);
        if (part !== undefined) await dialog.getByLabel(t('propose.amount')).fill(part);
        await dialog.getByLabel(t('propose.reason')).fill('Line 14 of the statement');
        const form =
          part === undefined ? 'a proposal about a deposit' : 'a proposal about a part of a deposit';
        if (!inspected.has(form)) await inspect(page, form);
        inspected.add(form);
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
        await inspect(page, `reais that nobody is known for (${locale})`);
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
        await inspect(page, 'a deposit with a charge-back');
        const own = await contextOfCustomer.newPage();
        await own.goto(path('/dashboard'));
        await own.locator('[data-type="charge-back"] button').first().click();
        const receipt = own.getByRole('dialog');
        await expect(receipt).toContainText(receiptWords.say(locale, 'chargeBack.charge-back'));
        await expect(receipt).toContainText(receiptCode(transaction.id));
        await expect(receipt).toContainText(receiptWords.say(locale, 'chargeBack.part'));
        await inspect(own, 'the receipt of a charge-back');
      });

      await test.step('what the bank gives up again is decided too', async () => {
        await propose('charge-back-won', `WON-${transaction.id}`);
        await approve(t('kinds.charge-back-won.name'));
        await page.reload();
        await expect(dialog.locator('[data-dispute]')).toContainText(t('disputes.won'));
      });

      await test.step('a transfer that arrived short is credited as what arrived, and the customer reads both', async () => {
        const short = await customer.deposit(ANNOUNCED_CENTS, 'wire');
        arrive(short.transaction.id);
        await page.goto(path(`/admin/deposits?state=stray&search=${encodeURIComponent(person.email)}`));
        await page.locator(`[data-deposit="${short.transaction.id}"]`).getByRole('button').first().click();
        await expect(dialog.locator('[data-stray]')).toHaveCount(2);
        await inspect(page, `payments that nothing credits (${locale})`);
        await propose('deposit-arrived', 'WIRE-1');
        await approve(t('kinds.deposit-arrived.name'));
        await page.reload();
        await expect(dialog.locator('[data-stray]').first()).toContainText(t('strays.outcomes.credited'));
        await expect(dialog.locator('[data-stray]').last()).toContainText(t('strays.waits'));
        const own = await contextOfCustomer.newPage();
        await own.goto(path('/dashboard'));
        const movement = own.locator('[data-type="deposit"]').first();
        await expect(movement).toContainText(/300[.,]13/u);
        await movement.getByRole('button').first().click();
        const receipt = own.getByRole('dialog');
        await expect(receipt).toContainText(receiptWords.say(locale, 'announced'));
        await expect(receipt).toContainText(/285[.,]13/u);
        await inspect(own, `the receipt of what arrived (${locale})`);
      });

      await test.step('reais that their bank refuses to send back are held, returned by hand and booked by another', async () => {
        const brlCents = 2_000_000 + (crypto.getRandomValues(new Uint16Array(1))[0] ?? 0);
        await account.post('/api/dev/bank', { do: 'pay-unknown', brlCents });
        refuse(brlCents);
        await page.goto(path('/admin/deposits'));
        const row = page.locator('tr[data-payment]', { hasText: amount(brlCents) });
        await row.getByRole('button', { name: t('reais.hold'), exact: false }).click();
        const question = page.getByRole('dialog', { name: t('refund.hold.title') });
        await question.getByLabel(t('refund.hold.reason')).fill('The account is closed');
        await question.getByRole('button', { name: t('refund.hold.submit'), exact: true }).click();
        await expect(page.getByText(t('refund.hold.done'), { exact: true })).toBeVisible();
        const card = page.getByRole('region', { name: t('byHand.title') });
        await card.getByRole('button', { name: t('byHand.propose.begin') }).click();
        await card.getByLabel(t('byHand.propose.reference')).fill('TED 4711');
        await card.getByLabel(t('byHand.reason')).fill('Receipt in the folder');
        await inspect(page, `a refund by hand (${locale})`);
        await card.getByRole('button', { name: t('byHand.propose.submit'), exact: true }).click();
        await expect(card.locator('[data-proposed="open"]', { hasText: amount(brlCents) })).toBeVisible();
        await other.goto(path('/admin/deposits'));
        const waits = other.locator('[data-proposed="open"]', { hasText: amount(brlCents) });
        await waits.getByRole('button', { name: t('byHand.book.button'), exact: true }).click();
        const book = other.getByRole('dialog', { name: t('byHand.book.title') });
        await book.getByRole('button', { name: t('byHand.book.submit'), exact: true }).click();
        const booked = other.locator('[data-proposed="approved"]', { hasText: amount(brlCents) });
        await expect(booked).toContainText(t('byHand.states.approved'));
        sendTwice(brlCents);
        await other.reload();
        await booked.getByRole('button', { name: t('byHand.answer'), exact: true }).click();
        const twice = other.getByRole('dialog', { name: t('refund.answer.title') });
        const wordWithoutEnd = 'W'.repeat(300);
        await twice.getByLabel(t('refund.answer.reason')).fill(wordWithoutEnd);
        await twice.getByRole('button', { name: t('refund.answer.submit'), exact: true }).click();
        await expect(booked).toContainText(wordWithoutEnd);
        await other.setViewportSize({ width: 360, height: 900 });
        await expectNoSidewaysScroll(other, 'what was done about a refund that went twice, on a phone');
      });
      await contextOfOther.close();
      await contextOfCustomer.close();
    },
  );
}
