// Reais into the account, the whole way: a code whose picture is read back from a screenshot, a bank that pays too little, from another
// CPF, then twice, and contests it; a TED; a rate that runs out. The bank is that of /dev/bank, whose buttons are pressed.

import type { Locator, Page } from 'playwright/test';
import enBank from '../../locales/en/bank.json' with { type: 'json' };
import enReais from '../../locales/en/reais.json' with { type: 'json' };
import ptBank from '../../locales/pt-BR/bank.json' with { type: 'json' };
import ptReais from '../../locales/pt-BR/reais.json' with { type: 'json' };
import { readBrCode } from '../support/br-code.ts';
import { freshCpf } from '../support/fresh.ts';
import { violationsIn } from './support/axe.ts';
import { complaintsOf } from './support/complaints.ts';
import { Dashboard, inUnit, line } from './support/dashboard.ts';
import { expectNoSidewaysScroll, inspect } from './support/inspect.ts';
import { anyOf, centsIn, type Language, LANGUAGES, say } from './support/language.ts';
import { textOfCode } from './support/qr.ts';
import { type Account, expect, type Person, test, testsOf } from './support/test.ts';

const REAIS = { 'pt-BR': ptReais, en: enReais };
const BANK = { 'pt-BR': ptBank, en: enBank };
const PHONE = { width: 320, height: 700 };

/** A customer of level 1, whose number the bank knows. */
async function signUpWithCpf(account: Account, language: Language): Promise<Person> {
  const person = await account.signUp(language.locale, { level: 0 });
  await account.post('/api/identity', {
    kind: 'cpf',
    country: 'BR',
    number: freshCpf('09'),
    fullName: 'Ana Souza',
    birthDate: '1990-05-17',
  });
  return person;
}

/** The bank of the sandbox in a tab of its own, with the codes of one customer. */
async function bankOf(page: Page, language: Language, email: string): Promise<Page> {
  const bank = await page.context().newPage();
  await bank.goto(language.path(`/dev/bank?to=${encodeURIComponent(email)}`));
  await expect(bank.getByRole('heading', { level: 1 })).toHaveText(BANK[language.locale].title);
  return bank;
}

async function centsOf(scope: Locator, label: string): Promise<number> {
  return centsIn(await line(scope, label).innerText());
}

for (const language of LANGUAGES) {
  const { locale, words } = language;
  const { inPortuguese, inEnglish } = testsOf(locale);
  const reais = REAIS[locale];
  const bankWords = BANK[locale];

  inPortuguese(
    `a PIX on a phone: the picture is read back, what is wrong goes back, the payment arrives once and is contested, in ${locale}`,
    async ({ page, account, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const complaints = complaintsOf(page);
      const { email } = await signUpWithCpf(account, language);
      const dashboard = new Dashboard(page, language);
      await page.setViewportSize(PHONE);
      await dashboard.open('?deposit=1');
      const form = dashboard.dialog(words.deposit.title);
      await form.getByRole('radio', { name: words.deposit.methods.pix.name }).check();
      await inUnit(form, 'R$');
      await form.getByRole('textbox', { name: words.deposit.amount }).fill(language.typed(100_000, 2));
      await expect(line(form, reais.rows.toPay)).toContainText(/\d/u);
      expect(await centsOf(form, reais.rows.toPay)).toBeLessThanOrEqual(100_000);
      await inspect(page, `a deposit by PIX as typed, ${locale}`, { resize: false });
      await form.getByRole('button', { name: words.deposit.makeCode }).click();

      const dialog = dashboard.dialog(reais.titles.pix);
      await expect(dialog.getByRole('timer')).toBeVisible();
      const brlCents = await centsOf(dialog, reais.rows.toPay);
      const usdCents = await centsOf(dialog, reais.rows.credited);
      // Never more than was typed, and less than one cent of a dollar below it.
      expect(brlCents).toBeLessThanOrEqual(100_000);
      expect(brlCents).toBeGreaterThan(100_000 - 20);

      await test.step('the picture, the text and the clipboard are one code, of exactly this sum', async () => {
        const payload = await dialog.locator('code').innerText();
        const picture = dialog.getByRole('img', { name: reais.code.picture });
        expect(await textOfCode(page, picture)).toBe(payload);
        expect(readBrCode(payload)).toMatchObject({ brlCents });
        await dialog.getByRole('button', { name: reais.code.copy }).click();
        await expect(dialog.getByRole('button', { name: reais.code.copied })).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(payload);
        await inspect(page, `a code to pay, ${locale}`, { resize: false });
        await expectNoSidewaysScroll(page, 'a code to pay on a phone');
      });

      const bank = await bankOf(page, language, email);
      const press = (button: string) => bank.getByRole('button', { name: button, exact: true }).click();

      await test.step('the bank is labelled, and can be read on any screen', async () => {
        await expect(bank.getByText(bankWords.lead)).toBeVisible();
        await bank.setViewportSize(PHONE);
        await expectNoSidewaysScroll(bank, 'the bank on a phone');
        expect(await violationsIn(bank)).toEqual([]);
      });

      await test.step('one real less goes back, and the code can still be paid', async () => {
        await press(bankWords.do['pay-less']);
        await expect(bank.getByRole('status')).toBeVisible();
        await expect(dialog.getByText(reais.refunds.reasons['wrong-amount'])).toBeVisible();
        await expect(dialog.getByRole('timer')).toBeVisible();
        expect((await account.portfolio()).cashCents).toBe(0);
      });

      await test.step('what another CPF pays goes back', async () => {
        await press(bankWords.do['pay-other']);
        await expect(dialog.getByText(reais.refunds.reasons['other-payer'])).toBeVisible();
        await expect(dialog.getByRole('timer')).toBeVisible();
        expect((await account.portfolio()).cashCents).toBe(0);
      });

      const receipt = dashboard.dialog(words.receipt.title.deposit);
      await test.step('paid twice at once, it becomes a receipt by itself, with every line, and is credited once', async () => {
        await press(bankWords.do['pay-twice']);
        await expect(receipt).toBeVisible();
        expect(await centsOf(receipt, reais.rows.credited)).toBe(usdCents);
        expect(await centsOf(receipt, reais.rows.paid)).toBe(brlCents);
        await expect(line(receipt, say(reais.rows.spreadSimulated, { percent: '0%' }))).toContainText(
          /0[.,]00/u,
        );
        await expect(line(receipt, say(reais.rows.iofSimulated, { percent: '0%' }))).toContainText(
          /0[.,]00/u,
        );
        const identifier = line(receipt, reais.rows.endToEnd);
        await expect(identifier).toHaveText(/^[A-Za-z0-9]{32}$/u);
        // The receipt cuts off what is too wide: nothing would scroll.
        await identifier.scrollIntoViewIfNeeded();
        await expect(identifier).toBeInViewport({ ratio: 1 });
        await expect(receipt.getByText(words.receipt.sandboxNote)).toBeVisible();
        await expectNoSidewaysScroll(page, 'the receipt of a PIX');
        expect((await account.portfolio()).cashCents).toBe(usdCents);
        await receipt.getByRole('button', { name: words.deposit.done }).click();
      });

      await test.step('whatever else is paid to the same code goes back, and the receipt says so', async () => {
        await press(bankWords.do.pay);
        await expect(bank.getByText(new RegExp(bankWords.reasons.twice, 'u'))).toHaveCount(2);
        expect((await account.portfolio()).cashCents).toBe(usdCents);
        await dashboard.receiptsOf('deposit').first().click();
        await expect(receipt.getByText(reais.refunds.reasons.twice)).toHaveCount(2);
        await expect(line(receipt, words.receipt.method)).toHaveText('PIX');
      });

      await test.step('contested, it stays in the account, and the open receipt says what it is good for', async () => {
        await press(bankWords.do.contest);
        await expect(bank.getByText(bankWords.states.contested)).toBeVisible();
        await expect(receipt.getByText(reais.contested)).toBeVisible();
        expect((await account.portfolio()).cashCents).toBe(usdCents);
      });
      expect(complaints).toEqual([]);
    },
  );

  inEnglish(
    `a TED says that its rate is open and arrives; a PIX whose time is up is taken away, in ${locale}`,
    async ({ page, account }) => {
      const complaints = complaintsOf(page);
      const { email } = await signUpWithCpf(account, language);
      await page.clock.install();
      const dashboard = new Dashboard(page, language);
      await dashboard.open('?deposit=1');
      const form = dashboard.dialog(words.deposit.title);
      await form.getByRole('radio', { name: words.deposit.methods.ted.name }).check();
      await expect(form.getByText(reais.rate.ted)).toBeVisible();
      await form.getByRole('button', { name: words.deposit.showAccount }).click();
      const ted = dashboard.dialog(reais.titles.ted);
      await expect(ted.getByText(reais.ted.rateTitle)).toBeVisible();
      await expect(line(ted, reais.ted.reference)).toContainText(/ONCA/u);
      await inspect(page, `the account of a TED, ${locale}`);
      await ted.getByRole('button', { name: reais.ted.back }).click();

      await test.step('what the bank takes arrives at the rate of its posting', async () => {
        const bank = await bankOf(page, language, email);
        await bank.getByLabel(bankWords.amount).fill('1.326,58');
        await bank.getByRole('button', { name: bankWords.do.ted, exact: true }).click();
        await expect(bank.getByText(anyOf(bankWords.told))).toBeVisible();
        await bank.close();
        await expect.poll(async () => (await account.portfolio()).cashCents).toBeGreaterThan(10_000);
      });

      await test.step('after fifteen minutes the code is gone, and what is under way has its sentence', async () => {
        await form.getByRole('radio', { name: words.deposit.methods.pix.name }).check();
        await inUnit(form, 'US$');
        await form.getByRole('textbox', { name: words.deposit.amount }).fill(language.typed(25_000, 2));
        await form.getByRole('button', { name: words.deposit.makeCode }).click();
        const dialog = dashboard.dialog(reais.titles.pix);
        await expect(dialog.getByRole('timer')).toBeVisible();
        expect(await centsOf(dialog, reais.rows.credited)).toBe(25_000);
        await inspect(page, `a code to pay, ${locale}`);
        await page.clock.fastForward('15:01');
        await expect(dialog.getByText(reais.ended.title)).toBeVisible();
        await expect(dialog.getByRole('timer')).toHaveCount(0);
        await expect(dialog.locator('code')).toHaveCount(0);
        await dialog.getByRole('button', { name: reais.ended.again }).click();
        await expect(form.getByRole('textbox', { name: words.deposit.amount })).toHaveValue(
          language.typed(25_000, 2),
        );
      });
      expect(complaints).toEqual([]);
    },
  );
}
