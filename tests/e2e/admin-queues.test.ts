// Today, treasury and reconciliation: an operator begins with what waits, takes what cannot, records what treasury did at the bank, loads
// a file of it, and explains what does not fit; in both languages.

import type { Page } from 'playwright/test';
import { decimalInputText } from '../../web/i18n/parse-decimal.ts';
import {
  adminFiguresWords,
  adminFrameWords,
  adminProblemsWords,
  adminReconciliationWords,
  adminTodayWords,
  adminTreasuryWords,
  titlesWords,
  translator,
} from '../support/words.ts';
import { change } from './support/database.ts';
import { inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { signUpOperator } from './support/operators.ts';
import { Account, expect, test, testsOf } from './support/test.ts';
import { FIGURE_CHARTS, type FiguresReport } from '../../worker/contract/operators/figures.ts';
import { MINUTE_MS } from '../../worker/domain/time.ts';

/** No cron runs beside browser tests: an hour as the server says it, which worker/scheduled reads from the server itself. */
function hourOf(now: number): FiguresReport {
  const points = Array.from({ length: 60 }, (_, minute) => ({
    at: new Date(now - (59 - minute) * MINUTE_MS).toISOString(),
    value: (minute * 7) % 11,
  }));
  return {
    asOf: new Date(now).toISOString(),
    charts: FIGURE_CHARTS.map((chart) => ({ chart, points: chart === 'price-age' ? [] : points })),
    refusals: [{ code: 'InvalidAmount', count: 1_234 }],
  };
}

for (const language of LANGUAGES) {
  const { locale, path } = language;
  const { inEnglish } = testsOf(locale);
  const [frame, system, day, figures, banks, titles] = [
    translator(adminFrameWords, locale),
    translator(adminFiguresWords, locale),
    translator(adminTodayWords, locale),
    translator(adminTreasuryWords, locale),
    translator(adminReconciliationWords, locale),
    translator(titlesWords, locale),
  ];

  inEnglish(
    `what waits, the house's money and a file of the bank (${locale})`,
    async ({ page, account, browser, baseURL }) => {
      const operator = await signUpOperator(account, { language: locale, roles: ['treasury'], proved: true });
      // Of another year, so that its day is told with the year.
      const began = Date.UTC(2024, 0, 18, 12);
      change((database) => {
        const add = `INSERT INTO operator_alerts (id, kind, subject, figure, began_at) VALUES (?, 'gateway-unreachable', ?, 3, ?)`;
        database.prepare(add).run(`alert ${locale}`, locale, began);
      });
      await page.goto(path('/admin'));
      const heading = page.getByRole('heading', { level: 1 });
      // Who may not open the customers begins with what waits.
      await expect(heading).toHaveText(titles('today.title'));
      await expect(page.locator('tr[data-waits="deposits"]')).toContainText(day('waiting.kinds.deposits'));
      const alert = page.locator('tr[data-alert]');
      const sign = page.locator('.alerts-bell');
      await expect(alert).toContainText('2024');
      await expect(alert).toContainText(day('alerts.nobody'));
      await expect(alert).toContainText('.github/runbooks/gateway-unreachable.md');
      await expect(sign).toHaveAccessibleName(
        `${frame('alerts.one', { n: '1' })}, ${frame('alertsNobody.one', { n: '1' })}`,
      );
      await inspect(page, `today (${locale})`);
      await alert.getByRole('button', { name: day('alerts.take') }).click();
      await expect(alert).toContainText(day('alerts.you'));
      await expect(sign).toHaveAccessibleName(
        `${frame('alerts.one', { n: '1' })}, ${frame('alertsTaken', { who: operator.email })}`,
      );
      await alert.getByRole('button', { name: day('alerts.release') }).click();
      await expect(alert).toContainText(day('alerts.nobody'));
      change((database) =>
        database.exec(`UPDATE operator_alerts SET ended_at = ${began} WHERE id = 'alert ${locale}'`),
      );
      await page.getByRole('button', { name: frame('refresh'), exact: true }).click();
      await expect(sign).toHaveCount(0);

      await test.step('how the system runs is a page of charts, each a table too', async () => {
        await page.locator('.rail-nav [href$="/admin/figures"]').click();
        const trades = page.locator('[data-figure="trades"]');
        await expect(heading).toHaveText(titles('figures.title'));
        await expect(page.getByRole('heading', { name: system('refusals.title') })).toBeVisible();
        // Of the server: a refresh before its reply would wait for it, and ask nothing.
        await expect(trades).toContainText(system('empty.title'));
        await page.route('**/api/admin/figures*', (route) => route.fulfill({ json: hourOf(Date.now()) }));
        await page.getByRole('button', { name: frame('refresh'), exact: true }).click();
        await expect(trades.locator('.chart')).toHaveAttribute('data-drawn', 'true');
        await expect(page.locator('[data-figure="price-age"]')).toContainText(system('empty.title'));
        await expect(page.getByRole('row', { name: /InvalidAmount/u })).toContainText(/1[.,]234/u);
        await trades.getByRole('button').click();
        await expect(trades.getByRole('row')).toHaveCount(13);
        await page.getByRole('radio', { name: system('period.24h') }).check();
        await expect(trades).toContainText(system('step.24h'));
        await inspect(page, `figures (${locale})`);
        await page.unroute('**/api/admin/figures*');
      });

      await page.locator('.rail-nav [href$="/admin/treasury"]').click();
      await expect(page.getByText(figures('owed.cashNote'))).toBeVisible();
      await expect(page.getByText(figures('owed.off.title'))).toHaveCount(0);
      // Each column of the ledger sums to nothing.
      const sums = page.locator('tfoot tr').last().locator('td');
      await expect(sums).toHaveText([/^0[.,]00$/u, /^0[.,]00$/u, /^0[.,]0000$/u, /^0[.,]0000$/u]);

      const context = await browser.newContext({ baseURL: baseURL ?? '' });
      await signUpOperator(new Account(context, baseURL ?? ''), {
        language: locale,
        roles: ['treasury'],
        proved: true,
      });
      const other = await context.newPage();
      await test.step('dollars that were bought are recorded by one operator and booked by another', async () => {
        const card = page.getByRole('region', { name: figures('orders.title') });
        await card.getByRole('button', { name: figures('orders.propose.begin') }).click();
        const send = card.getByRole('button', { name: figures('orders.propose.submit'), exact: true });
        await send.click();
        await expect(card.getByText(figures('orders.propose.referenceMissing'))).toBeVisible();
        await expect(card.getByText(figures('orders.propose.reasonMissing'))).toBeVisible();
        const typed = (cents: number) => decimalInputText(locale, cents, 2, 2);
        await card.getByLabel(figures('orders.propose.usd')).fill(typed(10_000));
        const reais = card.getByLabel(figures('orders.propose.brl'));
        await reais.fill(typed(530_000));
        const reference = `Contract ${crypto.randomUUID()}`;
        await card.getByLabel(figures('orders.reference')).fill(reference);
        await card.getByLabel(figures('orders.reason')).fill('Page 1 of the contract');
        await send.click();
        // A digit too many is no exchange, and what was typed stays.
        await expect(card.getByText(adminProblemsWords.say(locale, 'RateFarOff.what'))).toBeVisible();
        await reais.fill(typed(53_000));
        await expect(card.getByText(/5[.,]3/u)).toBeVisible();
        await inspect(page, `an order of treasury (${locale})`);
        await send.click();
        const row = (of: Page) => of.locator('[data-proposed]', { hasText: reference });
        await expect(row(page)).toContainText(figures('orders.states.open'));
        await expect(row(page).getByRole('button', { name: figures('orders.book.button') })).toHaveCount(0);

        await other.goto(path('/admin/treasury'));
        await row(other)
          .getByRole('button', { name: figures('orders.book.button'), exact: true })
          .click();
        const question = other.getByRole('dialog', { name: figures('orders.book.title') });
        await expect(question).toContainText(reference);
        await question.getByRole('button', { name: figures('orders.book.submit'), exact: true }).click();
        await expect(row(other)).toContainText(figures('orders.states.approved'));
        await expect(other.getByText(figures('cash.treasury')).first()).toBeVisible();

        // It was a mistake after all.
        await page.reload();
        await row(page)
          .getByRole('button', { name: figures('orders.undo.button'), exact: false })
          .click();
        const undo = page.getByRole('dialog', { name: figures('orders.undo.title') });
        await undo.getByRole('button', { name: figures('orders.undo.submit'), exact: true }).click();
        await expect(undo.getByLabel(figures('orders.undo.reason'))).toBeFocused();
        await undo.getByLabel(figures('orders.undo.reason')).fill('Typed twice');
        await undo.getByRole('button', { name: figures('orders.undo.submit'), exact: true }).click();
        await expect(row(page).first()).toContainText(figures('orders.states.open'));
        await inspect(page, `an order that takes another back (${locale})`);
        await other.reload();
        await row(other)
          .first()
          .getByRole('button', { name: figures('orders.book.button'), exact: true })
          .click();
        await question.getByRole('button', { name: figures('orders.book.submit'), exact: true }).click();
        await expect(row(other).filter({ hasText: figures('orders.states.undone') })).toHaveCount(1);
      });

      await page.locator('.rail-nav [href$="/admin/reconciliation"]').click();
      const file = page.locator('input[type="file"]');
      const csv = (text: string) => ({
        name: `${locale}.csv`,
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      });
      await file.setInputFiles(csv('date,amount\n2026-02-30,1.00\n'));
      await expect(
        page.getByText(banks('faults.inLine', { line: '2', fault: banks('faults.day') })),
      ).toBeVisible();
      // The same database may have the other language's file: each has a day, and a balance that nothing explains, of its own.
      const [on, there] = locale === 'en' ? ['2001-01-03', '900.00'] : ['2001-01-02', '700.00'];
      await file.setInputFiles(csv(`date,amount,reference,balance\n${on},-12.90,${locale} fee,${there}\n`));
      await expect(page.getByText(banks('load.done.one', { n: '1' }))).toBeVisible();
      await expect(page.locator('tr[data-source="dollars"]')).toContainText(banks('overview.unexplained'));
      // The longer words.
      if (locale === 'pt-BR') await inspect(page, 'a closing balance that does not add up');
      for (const [kind, text] of [
        ['theirs-alone', `${locale} fee`],
        ['balance-differs', `${locale}.csv`],
      ] as const) {
        const row = page.locator(`tr[data-kind="${kind}"]`, { hasText: text });
        await row.getByRole('button', { name: banks('breaks.resolve') }).click();
        const question = page.getByRole('dialog', { name: banks('resolve.title') });
        await question.getByLabel(banks('resolve.reason')).fill('The bank’s monthly fee');
        if (kind === 'theirs-alone') await inspect(page, `a break that is being resolved (${locale})`);
        await question.getByRole('button', { name: banks('resolve.submit'), exact: true }).click();
        await expect(row).toHaveCount(0);
      }

      await test.step('a wrong file is set aside by two, and its lines stay readable', async () => {
        const name = `${locale}.csv`;
        const row = (of: Page) => of.locator('tr[data-file]', { hasText: name });
        // Of one day and with one line, and said so.
        await expect(row(page)).toContainText(banks('files.lines.one', { n: '1', repeated: '0' }));
        expect((await row(page).innerText()).match(/2001/gu)).toHaveLength(1);
        await row(page)
          .getByRole('button', { name: banks('files.proposeNamed', { file: name }) })
          .click();
        const propose = page.getByRole('dialog', { name: banks('setAside.propose.title') });
        await propose.getByLabel(banks('setAside.reason')).fill('Of another account');
        await propose.getByRole('button', { name: banks('setAside.propose.submit'), exact: true }).click();
        await expect(row(page)).toContainText(banks('files.waits'));
        await other.goto(path('/admin/reconciliation'));
        await row(other)
          .getByRole('button', { name: banks('files.approveNamed', { file: name }) })
          .click();
        const approve = other.getByRole('dialog', { name: banks('setAside.approve.title') });
        await approve.getByRole('button', { name: banks('setAside.approve.submit'), exact: true }).click();
        await expect(row(other)).toContainText(banks('files.aside'));
        await row(other)
          .getByRole('button', { name: banks('files.viewNamed', { file: name }) })
          .click();
        const lines = other.getByRole('dialog', { name: banks('fileLines.title') });
        await expect(lines.locator('tr[data-line]')).toContainText(`${locale} fee`);
        await inspect(other, `a file that is set aside (${locale})`);
      });
      await context.close();
    },
  );
}
