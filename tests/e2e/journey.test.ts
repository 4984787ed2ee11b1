// The main job, in both languages: from the sign-up form to the last receipt.

import type { Page } from 'playwright/test';
import type { DepositReply } from '../../worker/contract/deposits.ts';
import type { Quote } from '../../worker/contract/trades.ts';
import { breakEvenPriceCents, buyCost, depositFeeCents, sellCost } from '../../worker/domain/fees.ts';
import { receiptCode } from '../../worker/domain/receipt-code.ts';
import { basisRemovedCents } from '../../worker/domain/trades.ts';
import { complaintsOf } from './support/complaints.ts';
import { Dashboard, inUnit, line } from './support/dashboard.ts';
import { centsIn, ENGLISH, type Language, LANGUAGES, say } from './support/language.ts';
import { askForQuote, confirmAndCheckReceipt } from './support/orders.ts';
import { expect, newPerson, type Person, test } from './support/test.ts';
import { deepIf, inFirefoxToo } from './support/tier.ts';

for (const language of LANGUAGES) {
  const { words, amount } = language;

  test.describe(`in ${language.locale}`, deepIf(language.locale === 'en'), () => {
    test(
      'a visitor becomes a customer, funds the account, buys, sells and leaves',
      inFirefoxToo,
      async ({ page, account }) => {
        const complaints = complaintsOf(page);
        await page.goto(language.path('/signup'));
        const submit = page.getByRole('button', { name: words.signup.submit, exact: true });

        await test.step('the sign-up form names each broken rule at its field, in order, and the focus goes to the first', async () => {
          const { errors } = words.formErrors;
          const field = (name: 'fullName' | 'phone' | 'email' | 'password' | 'confirmPassword') =>
            page.getByRole('textbox', { name: words.signup[name], exact: true });

          await submit.click();
          const summary = page.getByRole('alert');
          await expect(summary).toContainText(say(words.common.fieldsToCorrect.other, { n: 5 }));
          await expect(summary.getByRole('button')).toHaveText([
            `${words.signup.fullName}: ${errors.fullNameRequired}`,
            `${words.signup.phone}: ${errors.phoneRequired}`,
            `${words.signup.email}: ${errors.invalidEmail}`,
            `${words.signup.password}: ${errors.passwordTooShort}`,
            `${words.signup.terms.field}: ${errors.termsRequired}`,
          ]);
          await expect(field('fullName')).toBeFocused();
          await expect(field('fullName')).toHaveAccessibleDescription(errors.fullNameRequired);

          for (const [name, typed, message] of [
            ['fullName', ' A ', errors.fullNameTooShort],
            ['fullName', 'a'.repeat(100), errors.fullNameTooLong],
            ['phone', '(11) 9876', errors.phoneTooShort],
            ['phone', '+55 (11) 98765-4321 99', errors.phoneTooLong],
            ['email', 'ana@onca', errors.invalidEmail],
            ['password', 'abc123', errors.passwordTooShort],
            ['password', 'onlyletters', errors.passwordNeedsLettersAndNumbers],
            ['password', 'password1', errors.passwordTooCommon],
            ['confirmPassword', 'another-1', errors.passwordMismatch],
          ] as const) {
            await field(name).fill(typed);
            await submit.click();
            await expect(field(name)).toHaveAccessibleDescription(message);
            await expect(field(name)).toHaveAttribute('aria-invalid', 'true');
          }
          await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(errors.termsRequired);

          // Ten digits are a landline in Brazil.
          await field('phone').fill('1134567890');
          await field('email').focus();
          await expect(field('phone')).toHaveValue(
            language.locale === 'en' ? '1134567890' : '(11) 3456-7890',
          );

          // The summary links to each field.
          await summary.getByRole('button', { name: words.signup.email }).click();
          await expect(field('email')).toBeFocused();
        });

        const person = newPerson();
        await fillSignUp(page, language, person);
        // With the last error.
        await expect(page.getByRole('alert')).toBeHidden();
        await submit.click();
        const dashboard = new Dashboard(page, language);
        await expect(page).toHaveURL(language.path('/dashboard'));
        await expectEmptyDashboard(page, language, person);

        await test.step('the link of the letter proves the address', async () => {
          const { submit: press, address } = words.email.confirm;
          const token = await account.linkToken(person.email, 'confirm-email');
          await page.goto(`${language.path('/confirm-email')}#token=${token}`);
          await page.getByRole('button', { name: press }).click();
          await page.getByRole('link', { name: address.action }).click();
          await expect(dashboard.firstSteps.first()).toContainText(words.dashboard.firstSteps.done);
        });

        await dashboard.firstSteps
          .getByRole('button', { name: words.dashboard.firstSteps.deposit.action })
          .click();
        const deposit = dashboard.dialog(words.deposit.title);
        await deposit.getByRole('radio', { name: words.deposit.methods.wire.name }).check();
        await inUnit(deposit, 'US$');
        await deposit.getByRole('button', { name: language.dollars(1_000), exact: true }).click();
        // All that an amount adds fits on a laptop's screen.
        const inSight = { ratio: 1 };
        await expect(deposit.getByText(words.deposit.sandbox)).toBeInViewport(inSight);
        await expect(deposit.getByRole('heading', { name: words.deposit.title })).toBeInViewport(inSight);
        await deposit.getByRole('button', { name: words.deposit.confirm }).click();
        await dashboard
          .dialog(words.receipt.title.deposit)
          .getByRole('button', { name: words.deposit.done })
          .click();
        await expect(dashboard.metric('cash')).toContainText(amount(100_000));
        const steps = dashboard.firstSteps;
        await expect(steps.nth(1)).toContainText(words.dashboard.firstSteps.done);
        await expect(steps.nth(2)).not.toContainText(words.dashboard.firstSteps.done);

        const bought = await buySilver(page, language, '500');
        await expect(dashboard.metric('cash')).toContainText(amount(100_000 - bought.totalCents));
        await expect(dashboard.holding('silver')).toContainText(language.weight(bought.ouncesE4));

        const sold = await sellHalfOfSilver(page, language, bought);
        const left = bought.ouncesE4 - sold.ouncesE4;
        await expect(dashboard.holding('silver')).toContainText(language.weight(left));
        await expect(dashboard.metric('cash')).toContainText(
          amount(100_000 - bought.totalCents + sold.totalCents),
        );

        await dashboard.receiptsOf('sell').click();
        const receipt = dashboard.dialog(words.receipt.title.sell);
        await expect(line(receipt, words.receipt.totalReceived)).toContainText(amount(sold.totalCents));
        await receipt.getByRole('button', { name: words.common.close, exact: true }).last().click();
        await expect(dashboard.dialog()).toBeHidden();

        await dashboard.search.fill(words.transactions.types.deposit);
        await expect(dashboard.movements).toHaveCount(1);
        await expect(dashboard.movements).toContainText(language.change(100_000));

        await test.step('the first steps go away when dismissed, and stay away', async () => {
          await expect(steps.nth(2)).toContainText(words.dashboard.firstSteps.done);
          await dashboard.button(words.dashboard.firstSteps.dismiss).click();
          await expect(steps).toHaveCount(0);
          await expect(page.getByRole('main')).toBeFocused();
          await dashboard.open();
          await expect(steps).toHaveCount(0);
        });

        await dashboard.button(words.dashboard.hide).click();
        await expect(dashboard.metric('cash')).toContainText(words.common.hidden);

        await dashboard.accountMenu(person.fullName).click();
        await page.getByRole('menuitem', { name: words.shell.account.signOut }).click();
        await expect(page).toHaveURL(language.path('/'));
        // Firefox says of code that was still loading when its page is left that it failed.
        await expect(page.getByRole('contentinfo')).toBeVisible();
        await page.goto(language.path('/dashboard'));
        await expect(page).toHaveURL(`${language.path('/login')}?next=/dashboard`);
        expect(complaints).toEqual([]);
      },
    );

    test('a deposit, a ticket, a purchase and a quote that runs out say every figure before and after', async ({
      page,
      account,
    }) => {
      await account.signUp(language.locale);
      await page.clock.install();
      const dashboard = new Dashboard(page, language);
      await dashboard.open();

      await test.step('a deposit says its bounds, its fee and what there is to pay before it is made', async () => {
        await dashboard.summary.getByRole('button', { name: words.portfolio.metrics.addFunds }).click();
        const dialog = dashboard.dialog(words.deposit.title);
        const field = dialog.getByRole('textbox', { name: words.deposit.amount });
        const confirm = dialog.getByRole('button', { name: words.deposit.confirm });
        await dialog.getByRole('radio', { name: words.deposit.methods.wire.name }).check();
        const bounds = { min: language.dollars(100), max: language.dollars(100_000) };
        await expect(field).toHaveAccessibleDescription(language.told(words.deposit.bounds, bounds));
        await inUnit(dialog, 'US$');
        await expect(confirm).toBeDisabled();

        for (const [typed, message] of [
          [
            language.typed(9_999, 2),
            language.told(words.deposit.errors.DepositBelowMinimum, { min: bounds.min }),
          ],
          [
            language.typed(10_000_001, 2),
            language.told(words.deposit.errors.DepositAboveMaximum, { max: bounds.max }),
          ],
          [language.typed(1_000_001, 3), words.deposit.errors.decimals],
          [
            'R$ 500',
            new RegExp(`^${words.deposit.errors.unit.USD.replaceAll(/[$().]/gu, String.raw`\$&`)}`, 'u'),
          ],
          ['mil', say(words.deposit.errors.format, { example: language.typed(25_050, 2) })],
        ] as const) {
          await field.fill(typed);
          await confirm.click();
          await expect(field).toHaveAccessibleDescription(message);
          await expect(field).toBeFocused();
        }
        await field.fill('R$ 5.304');
        await confirm.click();
        // The error says the field's currency, and offers the one that was typed.
        await dialog.getByRole('button', { name: say(words.common.moneyField.use, { unit: 'R$' }) }).click();
        await expect(dialog.getByRole('radio', { name: 'R$', exact: true })).toBeChecked();
        await field.fill(language.typed(530_400, 2));
        await expect(line(dialog, words.deposit.totalToPay)).toContainText(/US\$/u);
        await inUnit(dialog, 'US$');
        for (const whole of [100, 500, 5_000, 1_000]) {
          const quick = dialog.getByRole('button', { name: language.dollars(whole), exact: true });
          await quick.click();
          await expect(quick).toHaveAttribute('aria-pressed', 'true');
          await expect(field).toHaveValue(language.typed(whole * 100, 2));
          await expect(line(dialog, words.deposit.totalToPay)).toContainText(amount(whole * 100));
        }

        // On the screen of a small laptop the whole deposit is in sight.
        for (const part of [confirm, dialog.getByText(words.deposit.sandbox), field]) {
          await expect(part).toBeInViewport({ ratio: 1 });
        }

        const { name } = words.deposit.methods.debit_card;
        await dialog.getByRole('radio', { name }).check();
        const feeCents = depositFeeCents(100_000, 'debit_card');
        expect(feeCents).toBe(2_500);
        await expect(line(dialog, words.deposit.credited)).toContainText(amount(100_000));
        await expect(line(dialog, words.deposit.fee)).toContainText(amount(feeCents));
        await expect(line(dialog, words.deposit.totalToPay)).toContainText(amount(102_500));

        const replied = page.waitForResponse((reply) => reply.url().endsWith('/api/deposits'));
        await confirm.click();
        const { transaction } = (await (await replied).json()) as DepositReply;
        expect(transaction).toMatchObject({ totalCents: 100_000, feeCents, status: 'completed' });
        const receipt = dashboard.dialog(words.receipt.title.deposit);
        await expect(line(receipt, words.receipt.method)).toHaveText(name);
        await expect(line(receipt, words.receipt.credited)).toContainText(amount(100_000));
        await expect(line(receipt, words.receipt.fee)).toContainText(amount(feeCents));
        await expect(line(receipt, words.receipt.totalPaid)).toContainText(amount(102_500));
        await expect(line(receipt, words.receipt.cash)).toContainText(amount(100_000));
        await expect(receipt).toContainText(words.receipt.sandboxNote);
        await receipt.getByRole('button', { name: words.deposit.buyNow }).click();
        await expect(dashboard.dialog(words.trade.title.buy.gold)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dashboard.metric('cash')).toContainText(amount(100_000));
      });

      await test.step('the ticket fills in shares and the maximum, by weight and by money', async () => {
        await dashboard.buyMetals.click();
        const ticket = dashboard.dialog(words.trade.title.buy.gold);
        await ticket.getByRole('radio', { name: words.common.metals.silver }).check();
        const silver = dashboard.dialog(words.trade.title.buy.silver);
        const field = silver.getByRole('textbox', { name: words.trade.howMuch });
        const ask = silver.getByRole('button', { name: words.trade.ask });
        await expect(field).toHaveAccessibleDescription(
          words.trade.hintEmpty[language.locale === 'en' ? 'oz' : 'g'],
        );
        await expect(ask).toBeDisabled();

        await silver.getByRole('radio', { name: words.trade.money, exact: true }).check();
        await inUnit(silver, 'US$');
        for (const [percent, cents] of [
          [25, 25_000],
          [50, 50_000],
          [75, 75_000],
        ] as const) {
          const share = say(words.trade.share, { percent: `${percent}%` });
          await silver.getByRole('button', { name: share }).click();
          await expect(field).toHaveValue(language.typed(cents, 2));
        }
        await silver.getByRole('button', { name: words.trade.maxLabel }).click();
        await expect(silver.getByRole('button', { name: words.trade.maxLabel })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
        const most = centsIn(await field.inputValue());
        expect(most).toBeLessThanOrEqual(100_000);
        expect(most).toBeGreaterThan(99_900);

        // The maximum is the server's: the largest order whose rounded total fits.
        const quoted = page.waitForResponse((reply) => reply.url().endsWith('/api/quotes'));
        await ask.click();
        const quote = (await (await quoted).json()) as Quote;
        expect(quote.totalCents).toBeLessThanOrEqual(100_000);
        expect(buyCost(quote.ouncesE4 + 1, quote.priceCents).totalCents).toBeGreaterThan(100_000);
        await expect(line(silver, words.trade.cashAfter)).toContainText(amount(100_000 - quote.totalCents));
        await silver.getByRole('button', { name: words.trade.back }).click();

        for (const [typed, message] of [
          [language.typed(12_345, 3), words.trade.errors.decimalsMoney],
          [language.typed(100_001, 2), words.trade.errors.InsufficientFunds],
          [
            language.typed(50, 2),
            language.told(words.trade.errors.TradeBelowMinimum, { smallest: language.dollars(1) }),
          ],
          ['0', words.trade.errors.InvalidAmount],
          ['R$ 500', `${words.trade.errors.unit.USD} ${say(words.common.moneyField.use, { unit: 'R$' })}`],
          ['prata', say(words.trade.errors.format, { example: language.typed(125, 2) })],
        ] as const) {
          await field.fill(typed);
          await expect(field).toHaveAccessibleDescription(message);
          await expect(ask).toBeDisabled();
        }
      });

      await test.step('grams are ordered as steps of the ledger, reais as dollars, and the ticket says both', async () => {
        const ticket = dashboard.dialog();
        const field = ticket.getByRole('textbox', { name: words.trade.howMuch });
        await ticket.getByRole('radio', { name: words.trade.weight, exact: true }).check();
        await inUnit(ticket, 'g');
        await field.fill(language.typed(9_999, 4));
        await expect(field).toHaveAccessibleDescription(words.trade.errors.grams);
        await field.fill('10');
        const [ounces, grams, more] =
          language.locale === 'en' ? ['0.3216', '10.0029', '0.03'] : ['0,3216', '10,0029', '0,03'];
        await expect(field).toHaveAccessibleDescription(
          new RegExp(`^${ounces}\\soz = ${grams}\\sg \\(\\+${more}%\\), .*US\\$`, 'u'),
        );
        await ticket.getByRole('radio', { name: words.trade.money, exact: true }).check();
        await inUnit(ticket, 'R$');
        await field.fill('500');
        await expect(field).toHaveAccessibleDescription(/US\$/u);
        const asked = page.waitForRequest((request) => request.url().endsWith('/api/quotes'));
        await ticket.getByRole('button', { name: words.trade.ask }).click();
        const { totalCents } = (await asked).postDataJSON() as { totalCents: number };
        // Five hundred reais, at four to eight reais to the dollar.
        expect(totalCents).toBeGreaterThan(6_250);
        expect(totalCents).toBeLessThan(12_500);
        await ticket.getByRole('button', { name: words.trade.back }).click();
      });

      await test.step('a purchase by weight adds up to the cent', async () => {
        await dashboard.dialog().getByRole('radio', { name: words.trade.weight, exact: true }).check();
        await buySilverByWeight(page, language);
        await dashboard.dialog().getByRole('button', { name: words.trade.seePortfolio }).click();
        await expect(dashboard.dialog()).toBeHidden();
      });

      await test.step('a quote that runs out buys nothing and shows the new price beside the old one', async () => {
        const before = (await account.transactions()).length;
        await dashboard.buyMetals.click();
        const ticket = dashboard.dialog(words.trade.title.buy.gold);
        await ticket.getByRole('radio', { name: words.trade.money, exact: true }).check();
        await inUnit(ticket, 'US$');
        await ticket.getByRole('textbox', { name: words.trade.howMuch }).fill('300');
        const old = await askForQuote(page, language);
        const notice = ticket.getByRole('alert').filter({ hasText: words.trade.expired.buy });
        await page.clock.runFor(20_000);
        await expect(notice).toBeVisible();
        await expect(ticket.getByText(words.trade.oldPrice, { exact: true })).toBeVisible();
        await expect(ticket.getByText(words.trade.newPrice, { exact: true })).toBeVisible();
        await expect(ticket.getByText(amount(old.priceCents), { exact: true }).first()).toBeVisible();
        await expect(ticket.locator('.old-new')).toContainText(language.money(old.totalCents));
        expect(await account.transactions()).toHaveLength(before);

        const fresh = await askForQuote(page, language, words.trade.useNew);
        expect(fresh.quote).not.toBe(old.quote);
        await confirmAndCheckReceipt(page, language, fresh);
        const since = (await account.transactions()).slice(0, -before);
        expect(since.map(({ type }) => type)).toEqual(['buy']);
      });
    });

    test(
      'the dashboard follows the market, finds movements, and hides what is asked to be hidden',
      inFirefoxToo,
      async ({ page, account }) => {
        await account.signUpInvestor(language.locale);
        const [purchase] = await account.transactions();
        await account.deposit(20_013, 'debit_card');
        await account.trade({ side: 'sell', metal: 'silver', ouncesE4: 10_000 });
        const dashboard = new Dashboard(page, language);
        await dashboard.open();

        await test.step('a price moves on the page by itself, its row flashes, and the portfolio moves with it', async () => {
          await expect(dashboard.badge('live')).toBeVisible();
          await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
          const gold = dashboard.priceRow('gold');
          const price = gold.getByText(/^\d[\d.,]+$/u).first();
          const before = await price.innerText();
          const worth = await dashboard.figure('total').innerText();
          await expect(gold).toHaveAttribute('data-flash', /^[ab]$/u);
          await expect(price).not.toHaveText(before);
          await expect(dashboard.metric('total')).not.toHaveText(worth, { useInnerText: true });
          await expect(gold).not.toHaveAttribute('data-flash', /./u);
          expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
        });

        await test.step('movements are found by the words on the screen, amount, code and status, and say when nothing is found', async () => {
          await expect(dashboard.movements).toHaveCount(5);
          const { types, methods, statuses, none } = words.transactions;
          const withoutAccents = types.deposit.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
          for (const [typed, count, all] of [
            [words.common.metals.silver, 2, words.common.metals.silver],
            [types.sell, 1, types.sell],
            [withoutAccents, 2, types.deposit],
            [methods.debit_card, 1, methods.debit_card],
            [statuses.pending, 1, statuses.pending],
            [amount(20_013), 1, amount(20_013)],
            [receiptCode(purchase?.id ?? ''), 1, amount(purchase?.totalCents ?? 0)],
          ] as const) {
            await dashboard.search.fill(typed);
            await expect(dashboard.movements).toHaveCount(count);
            for (const row of await dashboard.movements.all()) await expect(row).toContainText(all);
          }

          await dashboard.search.fill('xyzzy');
          await expect(dashboard.transactions).toContainText(none.title);
          await dashboard.transactions.getByRole('button', { name: none.action }).click();
          await expect(dashboard.movements).toHaveCount(5);
          await expect(dashboard.search).toHaveValue('');

          await dashboard.status('pending').check();
          await expect(dashboard.movements).toHaveCount(1);
          await dashboard.status('completed').check();
          await expect(dashboard.movements).toHaveCount(4);
          await dashboard.status('failed').check();
          await expect(dashboard.transactions).toContainText(none.title);
          await dashboard.status('all').check();
          await expect(dashboard.movements).toHaveCount(5);
        });

        await test.step('hidden balances stay hidden after a reload, in every place that would tell them', async () => {
          const { cashCents: cash, holdings } = await account.portfolio();
          const ownFigures = [
            amount(cash),
            amount(purchase?.totalCents ?? 0),
            language.weight(purchase?.ouncesE4 ?? 0),
            ...holdings.map(({ ouncesE4 }) => language.weight(ouncesE4)),
          ];
          const main = page.getByRole('main');
          for (const figure of ownFigures) await expect(main).toContainText(figure);

          await dashboard.button(words.dashboard.hide).click();
          for (const figure of ownFigures) await expect(main).not.toContainText(figure);
          await page.reload();
          await expect(dashboard.metric('cash')).toContainText(words.common.hidden);
          for (const name of ['total', 'cash', 'gain'] as const) {
            await expect(dashboard.metric(name)).not.toContainText(/\d[.,]\d\d\b(?!\d*%)/u);
          }
          await expect(dashboard.movements).toHaveCount(5);
          for (const figure of ownFigures) await expect(main).not.toContainText(figure);
          // Prices are public.
          await expect(dashboard.priceRow('gold')).toContainText(/\d/u);

          await dashboard.button(words.dashboard.show).click();
          await expect(dashboard.metric('cash')).toContainText(amount(cash));
        });
      },
    );
  });
}

test('a purchase by weight takes the decimal mark of English and adds up to the cent', async ({
  page,
  account,
}) => {
  await account.signUp('en');
  await account.deposit(100_000);
  await new Dashboard(page, ENGLISH).open('?trade=buy&metal=silver');
  await buySilverByWeight(page, ENGLISH);
});

/** In a ticket for silver, by weight. */
async function buySilverByWeight(page: Page, language: Language): Promise<void> {
  const { words, amount } = language;
  const ticket = new Dashboard(page, language).dialog(words.trade.title.buy.silver);
  await inUnit(ticket, 'oz');
  await ticket.getByRole('textbox', { name: words.trade.howMuch }).fill(language.typed(12_500, 4));
  const quote = await askForQuote(page, language);
  expect(quote.ouncesE4).toBe(12_500);
  expect(quote).toMatchObject(buyCost(12_500, quote.priceCents));

  const order = say(words.trade.orderBuy.silver, { weight: language.weight(12_500) });
  await expect(ticket.getByText(order).first()).toBeVisible();
  await expect(ticket.getByRole('timer')).toContainText(/\d+\s*s/u);
  await expect(line(ticket, words.trade.totalPay)).toContainText(amount(quote.totalCents));
  await expect(line(ticket, words.trade.breakEven.silver)).toContainText(
    amount(breakEvenPriceCents(quote.ouncesE4, quote.totalCents)),
  );
  await confirmAndCheckReceipt(page, language, quote);
}

async function fillSignUp(page: Page, language: Language, person: Person): Promise<void> {
  const { signup } = language.words;
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  await field(signup.fullName).fill(person.fullName);
  await field(signup.phone).fill(person.phone);
  await field(signup.email).fill(person.email);
  await field(signup.password).fill(person.password);
  await field(signup.confirmPassword).fill(person.password);
  await page.getByRole('checkbox').check();
}

async function expectEmptyDashboard(page: Page, language: Language, person: Person): Promise<void> {
  const { words, amount } = language;
  const dashboard = new Dashboard(page, language);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`, ${person.fullName.split(' ')[0]}$`, 'u'),
  );
  await expect(dashboard.metric('total')).toContainText(amount(0));
  await expect(dashboard.metric('cash')).toContainText(amount(0));
  await expect(dashboard.metric('gain')).toContainText(words.portfolio.metrics.nothingInvested);
  await expect(dashboard.holdings).toContainText(words.portfolio.holdings.empty.title);
  await expect(dashboard.allocation).toContainText(words.portfolio.allocation.empty);
  await expect(dashboard.transactions).toContainText(words.transactions.empty.title);
  // It says what to do, and nothing on it looks like an error.
  const { confirm, deposit, buy, secondStep } = words.dashboard.firstSteps;
  await expect(dashboard.firstSteps).toHaveText([
    new RegExp(`^${confirm.title}`, 'u'),
    ...[deposit, buy, secondStep].map(({ title, action }) => new RegExp(`^${title}.*${action}$`, 'u')),
  ]);
  await expect(page.getByRole('main')).not.toContainText(words.common.unknown);
  await expect(dashboard.summary).not.toContainText('–');
}

type Traded = { readonly ouncesE4: number; readonly totalCents: number };

async function buySilver(page: Page, language: Language, dollars: string): Promise<Traded> {
  const { words } = language;
  const dashboard = new Dashboard(page, language);
  await dashboard.buyMetals.click();
  await dashboard.dialog().getByRole('radio', { name: words.common.metals.silver }).check();
  await dashboard.dialog().getByRole('radio', { name: words.trade.money, exact: true }).check();
  await inUnit(dashboard.dialog(), 'US$');
  await dashboard.dialog().getByRole('textbox', { name: words.trade.howMuch }).fill(dollars);
  const quote = await askForQuote(page, language);
  await confirmAndCheckReceipt(page, language, quote);
  await dashboard.dialog().getByRole('button', { name: words.trade.seePortfolio }).click();
  await expect(dashboard.dialog()).toBeHidden();
  return quote;
}

async function sellHalfOfSilver(page: Page, language: Language, owned: Traded): Promise<Traded> {
  const { words } = language;
  const dashboard = new Dashboard(page, language);
  const sell = say(words.portfolio.holdings.sellOf, { metal: words.common.metals.silver });
  await dashboard.button(sell).click();
  const ticket = dashboard.dialog(words.trade.title.sell.silver);
  await inUnit(ticket, 'oz');
  await ticket.getByRole('button', { name: say(words.trade.share, { percent: '50%' }) }).click();
  const half = Math.floor(owned.ouncesE4 / 2);
  await expect(ticket.getByRole('textbox', { name: words.trade.howMuch })).toHaveValue(
    language.typed(half, 4),
  );
  const quote = await askForQuote(page, language);
  expect(quote).toMatchObject({ ouncesE4: half, ...sellCost(half, quote.priceCents) });
  await confirmAndCheckReceipt(page, language, quote);
  const gain = quote.totalCents - basisRemovedCents(owned.totalCents, owned.ouncesE4, half);
  const receipt = dashboard.dialog(words.receipt.title.sell);
  const label = gain < 0 ? words.receipt.realisedLoss : words.receipt.realised;
  await expect(line(receipt, label)).toContainText(language.change(gain));
  await receipt.getByRole('button', { name: words.trade.seePortfolio }).click();
  await expect(dashboard.dialog()).toBeHidden();
  const realised = dashboard
    .metric('gain')
    .locator('div', { hasText: new RegExp(`^${words.portfolio.metrics.realised}`, 'u') });
  await expect(realised).toContainText(language.change(gain));
  return quote;
}
