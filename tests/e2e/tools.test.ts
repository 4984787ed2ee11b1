// The tools page: live figures, sliders by keyboard and by typed number, the ages' message, the three verdicts on a
// portfolio, and what past prices would have made of a plan.

import type { Locator, Page } from 'playwright/test';
import enAll from '../../locales/en/calculators.json' with { type: 'json' };
import enUi from '../../locales/en/ui.json' with { type: 'json' };
import enTools from '../../locales/en/tools.json' with { type: 'json' };
import ptAll from '../../locales/pt-BR/calculators.json' with { type: 'json' };
import ptUi from '../../locales/pt-BR/ui.json' with { type: 'json' };
import ptTools from '../../locales/pt-BR/tools.json' with { type: 'json' };
import { expectInTime } from './support/clock.ts';
import { inspect } from './support/inspect.ts';
import { anyOf, centsIn, LANGUAGES, say } from './support/language.ts';
import { expect, test } from './support/test.ts';
import { bringIn } from './support/whole-page.ts';
import { deepIf } from './support/tier.ts';

const enAllocation = enAll.allocation;
const enAveraging = enAll.averaging;
const enBacktest = enAll.backtest;
const enInvestment = enAll.investment;
const enPrice = enAll.price;
const enRetirement = enAll.retirement;
const enSlider = enUi.slider;
const enMore = enTools.more;
const ptAllocation = ptAll.allocation;
const ptAveraging = ptAll.averaging;
const ptBacktest = ptAll.backtest;
const ptInvestment = ptAll.investment;
const ptPrice = ptAll.price;
const ptRetirement = ptAll.retirement;
const ptSlider = ptUi.slider;
const ptMore = ptTools.more;

const WORDS = {
  'pt-BR': {
    all: ptAll,
    allocation: ptAllocation,
    averaging: ptAveraging,
    backtest: ptBacktest,
    investment: ptInvestment,
    more: ptMore,
    price: ptPrice,
    retirement: ptRetirement,
    slider: ptSlider,
    tools: ptTools,
  },
  en: {
    all: enAll,
    allocation: enAllocation,
    averaging: enAveraging,
    backtest: enBacktest,
    investment: enInvestment,
    more: enMore,
    price: enPrice,
    retirement: enRetirement,
    slider: enSlider,
    tools: enTools,
  },
} as const;

const SECTIONS = ['market', 'retirement', 'averaging', 'investment', 'allocation'] as const;

/** Scrolls a section into view and waits until its code has hydrated it. */
async function reach(page: Page, id: (typeof SECTIONS)[number]): Promise<Locator> {
  const section = page.locator(`#${id}`);
  await bringIn(section.locator('.calc input').first());
  return section;
}

const slider = (section: Locator, name: string) => section.getByRole('slider', { name, exact: true });
const number = (section: Locator, name: string) => section.getByRole('textbox', { name, exact: true });
const choose = (section: Locator, name: string) => section.getByRole('radio', { name, exact: true }).check();
const figure = (section: Locator) => section.locator('.calc-figure');
const row = (section: Locator, label: string) =>
  section.locator('.rows > div').filter({ has: section.page().getByText(label, { exact: true }) });

for (const language of LANGUAGES) {
  const { locale, path, round, money } = language;
  const w = WORDS[locale];

  test(
    `the sections of /tools, its live prices and its two ways on, in ${locale}`,
    deepIf(locale === 'en'),
    async ({ page, account }) => {
      await page.addInitScript(() => {
        localStorage.setItem('currency', 'USD');
        localStorage.setItem('weightUnit', 'oz');
      });
      await page.goto(path('/tools'));

      await test.step('the sections of /tools and its two ways on', async () => {
        await expect(page.getByRole('heading', { level: 1, name: w.tools.hero.title })).toBeVisible();
        for (const id of SECTIONS) {
          await expect(page.getByRole('heading', { level: 2, name: w.more[id].title })).toBeVisible();
          await expect(page.locator(`.tools-index a[href="#${id}"]`)).toHaveText(w.tools.index[id]);
        }
        const closing = page.locator('.closing');
        await expect(closing.getByRole('link', { name: w.more.close.open })).toHaveAttribute(
          'href',
          path('/signup'),
        );
        await expect(closing.getByRole('link', { name: w.more.close.learn })).toHaveAttribute(
          'href',
          path('/learn'),
        );
      });

      await test.step('live gold, silver and their ratio, and dollars to ounces and back', async () => {
        const market = await reach(page, 'market');
        const widget = market.locator('.tools-widget li');
        const cents = async (i: number) => centsIn(await widget.nth(i).locator('.money').first().innerText());
        await expect(widget.nth(2)).toContainText(/\d+/u);
        const ratio = Number(/\d+/u.exec(await widget.nth(2).locator('.num').first().innerText())?.[0]);
        expect(Math.abs(ratio - (await cents(0)) / (await cents(1)))).toBeLessThan(1.5);

        const price = async () => centsIn(await row(market, w.price.price).locator('dd').innerText());
        await expect(figure(market)).toContainText(/0[.,]\d{4}/u);
        const ounces = Number(
          (await figure(market).innerText()).replace(',', '.').replaceAll(/[^\d.]/gu, ''),
        );
        // The price may tick between the two readings.
        expect(ounces / (100_000 / (await price()))).toBeCloseTo(1, 2);
        await expect(
          row(market, say(w.price.fee, { tradeFee: locale === 'en' ? '0.5%' : '0,5%' })),
        ).toContainText(language.amount(500));
        await expect(row(market, w.price.total)).toContainText(language.amount(100_500));
        const order = (amount: string, name: string) =>
          market.getByRole('link', { name: say(w.all.order.amount, { amount, metal: name.toLowerCase() }) });
        const { gold } = language.words.common.metals;
        const ticket = path('/dashboard?trade=buy&metal=gold');
        await expect(order(money(100_500), gold)).toHaveAttribute('href', `${ticket}&totalCents=100500`);

        await choose(market, 'R$');
        await expect(row(market, w.price.total)).not.toContainText(language.amount(100_500));
        await choose(market, w.price.directions['ounces-to-usd']);
        await number(market, w.price.amount['ounces-to-usd']).fill(locale === 'en' ? '0.5' : '0,5');
        const half = async () => centsIn(await figure(market).innerText()) / (await price());
        expect(await half()).toBeCloseTo(0.5, 2);
        await expect(order(locale === 'en' ? '0.5000 oz' : '0,5000 oz', gold)).toHaveAttribute(
          'href',
          `${ticket}&ouncesE4=5000`,
        );
        // In grams at the field: the fewest steps of the ledger that hold ten.
        await choose(market, 'g');
        await number(market, w.price.amount['ounces-to-usd']).fill('10');
        await expect(order(locale === 'en' ? '0.3216 oz' : '0,3216 oz', gold)).toHaveAttribute(
          'href',
          `${ticket}&ouncesE4=3216`,
        );
        await choose(market, 'oz');
        // Text that is not a number counts as zero.
        await number(market, w.price.amount['ounces-to-usd']).fill('abc');
        await expect(row(market, w.price.total)).toContainText(language.amount(0));
        await expect(
          market.getByRole('link', { name: say(w.all.order.plain, { metal: gold.toLowerCase() }) }),
        ).toHaveAttribute('href', ticket);
      });

      await test.step('what was worked out is in the ticket after the sign-up', async () => {
        const averaging = await reach(page, 'averaging');
        await number(averaging, w.averaging.amount).fill('300');
        await averaging
          .getByRole('link', {
            name: say(w.all.order.amount, {
              amount: money(30_000),
              metal: language.words.common.metals.gold.toLowerCase(),
            }),
          })
          .click();
        await expect(page).toHaveURL(new RegExp(`${path('/login')}\\?next=`, 'u'));
        await account.signUp(locale);
        await account.inDollarsAndOunces();
        await page.reload();
        await expect(page).toHaveURL(path('/dashboard?trade=buy&metal=gold&totalCents=30000'));
        const dialog = page.getByRole('dialog', { name: language.words.trade.title.buy.gold });
        await expect(dialog.getByRole('textbox', { name: language.words.trade.howMuch })).toHaveValue(
          language.typed(30_000, 2),
        );
      });
    },
  );

  const hold = async (section: Locator, ...amounts: [string, string, string, string]) => {
    for (const [i, asset] of (['gold', 'silver', 'stocks', 'bonds'] as const).entries()) {
      await number(section, w.allocation.assets[asset]).fill(amounts[i] ?? '');
    }
  };

  test(
    `the calculators answer to keys, typed numbers and past prices, in ${locale}`,
    deepIf(locale === 'en'),
    async ({ page }) => {
      await page.route('**/api/prices/*/history?range=ALL', (route) => route.abort());
      await page.clock.install();
      await page.goto(path('/tools'));

      await test.step('past prices that do not load are said so', async () => {
        const section = await reach(page, 'averaging');
        await choose(section, w.all.mode.past);
        await expectInTime(page, (quick) =>
          expect(section.getByText(w.all.unavailable.title)).toBeVisible(quick),
        );
        await page.unroute('**/api/prices/*/history?range=ALL');
        await section.getByRole('button', { name: language.words.common.retry }).click();
        await expect(section.locator('.backtest-cases > li')).toHaveCount(4);
      });

      if (locale === 'pt-BR') {
        await test.step('in Portuguese the plan is in reais, with the total in dollars at the rate of now', async () => {
          const section = await reach(page, 'investment');
          await expect(figure(section)).toContainText('R$');
          await expect(section.locator('.calc-reais')).toContainText(/US\$\s[\d.]+/u);
        });
      }

      for (const id of ['averaging', 'investment'] as const) {
        await test.step(`what past prices would have made of it: ${id}`, async () => {
          const section = await reach(page, id);
          await choose(section, w.all.mode.past);
          const cases = section.locator('.backtest-cases > li');
          await expect(cases).toHaveCount(4);
          const results = async () => {
            const figures = await cases.locator('.money').allInnerTexts();
            return figures.map((text) => centsIn(text));
          };
          for (const [i, name] of (['worst', 'median', 'best'] as const).entries()) {
            await expect(cases.nth(i)).toContainText(w.backtest.cases[name]);
            await expect(cases.nth(i)).toContainText(/20\d\d.+20\d\d/u);
          }
          const [worst = 0, median = 0, best = 0] = await results();
          expect(worst).toBeLessThanOrEqual(median);
          expect(median).toBeLessThanOrEqual(best);
          // Local prices are simulated, and the page says so.
          await expect(section.getByText(w.backtest.simulated)).toBeVisible();

          // The local history is about six years long: thirty do not fit, and the longest that fits is shown instead.
          await number(section, w[id].years).fill('30');
          await expect(
            section.getByText(say(w.backtest.short.title, { years: say(w.all.years.other, { n: 30 }) })),
          ).toBeVisible();
          await number(section, w[id].years).fill('1');
          await expect(section.getByText(anyOf(w.backtest.short.title))).toBeHidden();
          const gold = await results();
          await choose(section, language.words.common.metals.silver);
          await expect.poll(results).not.toEqual(gold);

          await choose(section, w.all.mode.fixed);
          await expect(figure(section)).toBeVisible();
        });
      }

      await test.step('a slider by keyboard, and its number typed', async () => {
        const section = await reach(page, 'investment');
        const annual = slider(section, w.investment.annual);
        await annual.focus();
        await page.keyboard.press('ArrowRight');
        await expect(annual).toHaveAttribute('aria-valuetext', /6[.,]000$/u);
        await expect(number(section, w.investment.annual)).toHaveValue(locale === 'en' ? '6,000' : '6.000');
        await page.keyboard.press('Home');
        await expect(annual).toHaveAttribute('aria-valuetext', /1[.,]000$/u);

        // 12,000 a year, ten years, 6 %: 163,879 (worked out by hand in tests/fixtures/calculator-examples.ts).
        await number(section, w.investment.annual).fill(locale === 'en' ? '12,000' : '12.000');
        await number(section, w.investment.years).fill('10');
        await number(section, w.investment.return).fill('6');
        await expect(figure(section)).toContainText(/163[.,]879/u);
        await expect(row(section, w.investment.totalReturn)).toContainText(/36[.,]6%/u);
        await expect(
          section.getByRole('table', { name: w.investment.table }).locator('tbody tr'),
        ).toHaveCount(10);

        // A decimal in the reader's marks: 7,000 a year, 17 years, 12.5 %.
        await number(section, w.investment.annual).fill('7000');
        await number(section, w.investment.years).fill('17');
        await number(section, w.investment.return).fill(locale === 'en' ? '12.5' : '12,5');
        await expect(figure(section)).toContainText(/407[.,]757/u);

        // Out of range: a note while typing, and the nearest bound on blur.
        await number(section, w.investment.years).fill('31');
        await expect(section.getByText(anyOf(w.slider.range))).toBeVisible();
        await expect(figure(section)).toContainText(/407[.,]757/u);
        await page.keyboard.press('Enter');
        await expect(number(section, w.investment.years)).toHaveValue('30');
        await expect(section.getByText(anyOf(w.slider.range))).toBeHidden();
        // The result is announced once it settles.
        await expect(section.locator('output.visually-hidden')).toContainText(
          say(w.all.years.other, { n: 30 }),
        );
      });

      await test.step('retirement has to come after today', async () => {
        const section = await reach(page, 'retirement');
        await number(section, w.retirement.currentAge).fill('65');
        await expect(section.getByRole('alert')).toContainText(w.retirement.age.title);
        await expect(figure(section)).toHaveCount(0);
        await expect(section.getByText(w.retirement.age.short, { exact: true })).toBeVisible();
        await slider(section, w.retirement.retirementAge).focus();
        await page.keyboard.press('ArrowRight');
        await expect(section.getByRole('alert')).toHaveCount(0);
        // One year: 50,000 at 8.18 % and 6,000 at its end.
        await expect(figure(section)).toContainText(/60[.,]090/u);
        await expect(row(section, w.retirement.averageReturn)).toContainText(/8[.,]18%/u);
      });

      await test.step('the verdicts on a portfolio', async () => {
        const section = await reach(page, 'allocation');
        const verdict = section.locator('.note');
        await expect(verdict).toContainText(anyOf(w.allocation.verdict.above));
        await hold(section, '5000', '0', '95000', '0');
        await expect(verdict).toContainText(anyOf(w.allocation.verdict.within));
        await expect(figure(section)).toHaveText(locale === 'en' ? '5.0%' : '5,0%');
        await hold(section, '1000', '1000', '60000', '40000');
        await expect(verdict).toContainText(anyOf(w.allocation.verdict.below));
        await expect(verdict).toContainText(round(3_100));
        await expect(verdict).toContainText(language.amount(326_316));
        await hold(section, '0', '0', '0', '0');
        await expect(verdict).toContainText(w.allocation.verdict.empty);
        await expect(figure(section)).toHaveText('–');
      });

      await test.step('axe and sideways scroll with every message of the calculators out', async () => {
        const retirement = await reach(page, 'retirement');
        await number(retirement, w.retirement.currentAge).fill('70');
        const averaging = await reach(page, 'averaging');
        await choose(averaging, w.all.mode.past);
        await expect(averaging.locator('.backtest-cases > li')).toHaveCount(4);
        const investment = await reach(page, 'investment');
        await number(investment, w.investment.years).fill('99');
        const allocation = await reach(page, 'allocation');
        await hold(allocation, '0', '10000', '80000', '40000');
        await inspect(page, `calculators in ${locale}`);
      });
    },
  );
}

test('without scripts the examples of /tools are there to read', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  for (const { locale, path } of LANGUAGES) {
    const w = WORDS[locale];
    await page.goto(path('/tools'));
    await expect(figure(page.locator('#investment'))).toContainText(/30[.,]615/u);
    await expect(figure(page.locator('#retirement'))).toContainText(/1[.,]231[.,]460/u);
    await expect(figure(page.locator('#averaging'))).toContainText(/88[.,]159[.,]68/u);
    await expect(figure(page.locator('#allocation'))).toContainText(/33[.,]3%/u);
    // The Worker has written today's price.
    expect(
      centsIn(await row(page.locator('#market'), w.price.price).locator('dd').innerText()),
    ).toBeGreaterThan(0);
  }
  await context.close();
});
