// The dashboard beyond today's figures: the portfolio over time, the reading of the market and the links to other
// pages, in both languages.

import type { Locator, Page, Response } from 'playwright/test';
import type { PriceHistory } from '../../worker/contract/prices.ts';
import { complaintsOf } from './support/complaints.ts';
import { Dashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';
import { anyOf, type Language, LANGUAGES } from './support/language.ts';
import { type Account, expect, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';

const DESKTOP = { width: 1280, height: 900 };

test.use({ viewport: DESKTOP, contextOptions: { reducedMotion: 'reduce' } });

/** Amounts in dollars alone, so that a sentence is known to the cent. */
async function investorInDollars(account: Account, language: Language): Promise<void> {
  await account.signUpInvestor(language.locale);
  await account.setCurrency('USD');
}

for (const language of LANGUAGES) {
  const { charts, common, dashboard: words, deposit, insight, portfolio, portfolioChart } = language.words;

  test(
    `an investor has the portfolio over time, the reading of the market and the ways on, in ${language.locale}`,
    deepIf(language.locale === 'en'),
    async ({ page, account }) => {
      await investorInDollars(account, language);
      let broken = true;
      const breaks = /\/api\/(?:portfolio\/history|prices\/(?:gold|silver)\/history\?range=1Y)/u;
      await page.route(breaks, (route) =>
        broken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
      );
      const dashboard = new Dashboard(page, language);
      await dashboard.open();
      const { chart } = dashboard;
      const reading = dashboard.card(insight.title);

      await test.step('a chart and a reading that cannot be loaded say so, and come with another try', async () => {
        const parts = [
          [chart, portfolioChart.error.title],
          [reading, insight.error.title],
        ] as const;
        for (const [part, title] of parts) {
          await part.scrollIntoViewIfNeeded();
          await expect(part.getByRole('alert')).toContainText(title);
        }
        await inspect(page, `dashboard without chart and reading in ${language.locale}`);
        broken = false;
        for (const [part] of parts) {
          await part.getByRole('button', { name: common.retry }).click();
          await expect(part.getByRole('alert')).toHaveCount(0);
        }
        await expect(chart).toContainText(anyOf(portfolioChart.summary.plain));
        await expect(reading).toContainText(anyOf(insight.ratio));
      });

      await page.unrouteAll();
      const complaints = complaintsOf(page);

      await test.step('the phone shows the chart without sideways scroll and its ranges by touch', async () => {
        await page.setViewportSize({ width: 360, height: 780 });
        await dashboard.open();
        await chart.scrollIntoViewIfNeeded();
        await expect(chart.locator('.chart')).toHaveAttribute('data-drawn', 'true');
        await chart.getByRole('radio', { name: charts.ranges.ALL.long }).check();
        await expect(chart).toContainText(anyOf(portfolioChart.summary.plain));
        const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(sideways).toBeLessThanOrEqual(0);
      });

      await test.step("on the phone a list's search and its choices are as wide as its card, and what stands right ends at one edge", async () => {
        const edges = (place: Locator) =>
          place.evaluateAll((elements) =>
            elements.map((element) => {
              const { left, right } = element.getBoundingClientRect();
              const card = element.closest('.card')?.getBoundingClientRect();
              return card === undefined ? [] : [left - card.left, card.right - right].map(Math.round);
            }),
          );
        await expect(dashboard.movements).not.toHaveCount(0);
        const { transactions } = dashboard;
        for (const part of ['.transactions-filters .input', '.transactions-filters .segmented'])
          expect(await edges(transactions.locator(part))).toEqual([[17, 17]]);
        const ends = await edges(transactions.locator('.transaction-total, .transaction-status .badge'));
        expect(new Set(ends.map(([, right]) => right))).toEqual(new Set([17]));
      });

      await test.step("the phone begins with the customer's own figures; the prices are a line that opens", async () => {
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        await expect(dashboard.figure('total')).toBeInViewport();
        const top = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN;
        expect(await top(dashboard.metric('total'))).toBeLessThan(await top(dashboard.prices));
        const line = dashboard.prices.getByRole('button');
        await expect(line).toContainText(/\d/u);
        await expect(dashboard.priceRow('gold')).toBeHidden();
        await line.click();
        await expect(line).toHaveAttribute('aria-expanded', 'true');
        await expect(dashboard.priceRow('gold')).toBeVisible();
      });

      await page.setViewportSize(DESKTOP);
      const told = historiesOf(page);
      await dashboard.open();

      await test.step('the portfolio over time is drawn, summed up, shown as a table and hidden', async () => {
        await chart.scrollIntoViewIfNeeded();
        await expect(chart.locator('.chart')).toHaveAttribute('data-drawn', 'true');
        await expect(chart).toContainText(anyOf(portfolioChart.summary.plain));
        await expect(chart).toContainText(language.money(500_000));
        await expect(chart).toContainText(portfolioChart.legend.simulated);

        // The socket announces a deposit on another device; it is not a gain.
        await account.deposit(123_400);
        await expect(chart).toContainText(anyOf(portfolioChart.summary.deposits));
        await expect(chart).toContainText(language.money(123_400));

        const plot = chart.getByRole('application', { name: portfolioChart.label });
        await plot.focus();
        await page.keyboard.press('Home');
        await expect(chart.getByRole('status').first()).toContainText(language.money(500_000));

        await chart.getByRole('button', { name: charts.table.open }).click();
        const table = chart.getByRole('table', { name: portfolioChart.label });
        await expect(table.getByRole('row').last()).toContainText(language.amount(500_000));
        await inspect(page, `dashboard with the chart as a table in ${language.locale}`);

        await dashboard.button(words.hide).click();
        await expect(table).toHaveCount(0);
        await expect(chart).toContainText(portfolioChart.masked);
        await expect(chart.getByRole('button', { name: charts.table.open })).toBeDisabled();
        await plot.focus();
        await page.keyboard.press('End');
        await expect(chart.getByRole('status').first()).toContainText(portfolioChart.hidden);
        await expect(chart).not.toContainText(/\d[.,]\d{2}(?!\d)/u);
        await dashboard.button(words.show).click();
      });

      await test.step('the reading of the market says what the charts of thirty days say', async () => {
        await reading.scrollIntoViewIfNeeded();
        await expect(reading).toContainText(insight.caution);
        const [gold, silver] = percentsIn(await reading.innerText(), insight.month.USD, insight.moved.down);
        // The live price moves the last decimals, and the price of another day would move more.
        expect(Math.abs((gold ?? Number.NaN) - monthOf(await told('gold')))).toBeLessThan(0.4);
        expect(Math.abs((silver ?? Number.NaN) - monthOf(await told('silver')))).toBeLessThan(0.6);
        await expect(reading).toContainText(anyOf(insight.ratio));
        await expect(reading).toContainText(anyOf(insight.asOf));
        await expect(reading).toContainText(insight.simulated);
      });

      await test.step('every way on leads somewhere', async () => {
        const ways = [
          [dashboard.card(words.links.title), words.links.storage, '/security'],
          [dashboard.card(words.links.title), words.links.prices, '/pricing'],
          [dashboard.card(words.links.title), words.links.tools, '/tools'],
          [dashboard.card(words.links.title), words.links.learn, '/learn'],
          [dashboard.card(words.links.title), words.links.profile, '/profile'],
          [dashboard.card(words.alerts.title), words.alerts.action, '/profile/alerts'],
          [dashboard.allocation, portfolio.allocation.rebalance, '/tools'],
          [reading, insight.learn, '/learn'],
          [page.getByRole('main'), words.settings, '/profile'],
        ] as const;
        for (const [where, name, path] of ways) {
          const link = where.getByRole('link', { name, exact: true });
          await expect(link).toHaveAttribute('href', language.path(path));
          expect((await page.request.get(language.path(path))).status()).toBe(200);
        }
        await dashboard.card(words.alerts.title).getByRole('link', { name: words.alerts.action }).click();
        await expect(page).toHaveURL(language.path('/profile/alerts'));
      });
      expect(complaints).toEqual([]);
    },
  );

  test(
    `a new customer is shown where the chart begins, in ${language.locale}`,
    deepIf(language.locale === 'en'),
    async ({ page, account }) => {
      await account.signUp(language.locale);
      await account.setCurrency('USD');
      const dashboard = new Dashboard(page, language);
      await dashboard.open();
      // The first steps are above it.
      await dashboard.chart.scrollIntoViewIfNeeded();
      await expect(dashboard.chart).toContainText(portfolioChart.empty.movements.title);
      await expect(dashboard.chart.getByRole('radio')).toHaveCount(0);
      await dashboard.chart.getByRole('button', { name: portfolioChart.empty.movements.action }).click();
      await expect(dashboard.dialog(deposit.title)).toBeVisible();
      await page.keyboard.press('Escape');
      await account.deposit(150_000);
      await expect(dashboard.chart).toContainText(language.amount(150_000));
      await expect(dashboard.chart.getByRole('radio', { name: charts.ranges['1M'].long })).toBeChecked();
    },
  );
}

/** The thirty days of prices that the page was told last. */
function historiesOf(page: Page): (metal: string) => Promise<PriceHistory> {
  const replies = new Map<string, Response>();
  page.on('response', (reply) => {
    const metal = /\/prices\/(\w+)\/history\?range=1M/u.exec(reply.url())?.[1];
    if (metal !== undefined) replies.set(metal, reply);
  });
  return (metal) => replies.get(metal)?.json() ?? Promise.reject(new Error(`no history of ${metal}`));
}

/** The change over the range, computed here from the stored prices. */
function monthOf({ points }: PriceHistory): number {
  const [start, end] = [points[0], points.at(-1)];
  if (start === undefined || end === undefined) throw new Error('no prices are stored');
  return (end.priceCents / start.priceCents - 1) * 100;
}

/** The percentages of a sentence with two of them, with their signs. */
function percentsIn(text: string, template: string, down: string): number[] {
  const [before = '', between = ''] = template.split(/\{\{\w+\}\}/u);
  const first = text.slice(text.indexOf(before) + before.length);
  const second = first.slice(first.indexOf(between) + between.length);
  const [falls = ''] = down.split('{{');
  return [first, second].map((part) => {
    const [, figure = ''] = /^\D*(\d+[.,]\d)/u.exec(part) ?? [];
    return Number(figure.replace(',', '.')) * (part.startsWith(falls) ? -1 : 1);
  });
}
