// The gold, silver and pricing pages: their sections, figures and links, and what they say without prices.

import type { Locator, Page } from 'playwright/test';
import enGold from '../../locales/en/gold.json' with { type: 'json' };
import enMarket from '../../locales/en/market.json' with { type: 'json' };
import enPricing from '../../locales/en/pricing.json' with { type: 'json' };
import enSilver from '../../locales/en/silver.json' with { type: 'json' };
import ptGold from '../../locales/pt-BR/gold.json' with { type: 'json' };
import ptMarket from '../../locales/pt-BR/market.json' with { type: 'json' };
import ptPricing from '../../locales/pt-BR/pricing.json' with { type: 'json' };
import ptSilver from '../../locales/pt-BR/silver.json' with { type: 'json' };
import type { Metal } from '../../worker/domain/metals.ts';
import { expectInTime } from './support/clock.ts';
import { centsIn, ENGLISH, LANGUAGES, PORTUGUESE, say } from './support/language.ts';
import { expect, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';
import { bringIn } from './support/whole-page.ts';

const enAssets = enMarket.assets;
const enGoldMore = enGold.more;
const enPricingMore = enPricing.more;
const enSilverMore = enSilver.more;
const ptAssets = ptMarket.assets;
const ptGoldMore = ptGold.more;
const ptPricingMore = ptPricing.more;
const ptSilverMore = ptSilver.more;

const WORDS = {
  'pt-BR': {
    assets: ptAssets,
    gold: ptGold,
    goldMore: ptGoldMore,
    market: ptMarket,
    pricing: ptPricing,
    pricingMore: ptPricingMore,
    silver: ptSilver,
    silverMore: ptSilverMore,
  },
  en: {
    assets: enAssets,
    gold: enGold,
    goldMore: enGoldMore,
    market: enMarket,
    pricing: enPricing,
    pricingMore: enPricingMore,
    silver: enSilver,
    silverMore: enSilverMore,
  },
} as const;

for (const language of LANGUAGES) {
  const { locale, path, words } = language;
  const own = WORDS[locale];
  const main = (page: Page) => page.getByRole('main');
  const heading = (page: Page, name: string, level = 2) => main(page).getByRole('heading', { name, level });

  test(
    `gold, silver, pricing and the comparison of assets show what they should, in ${locale}`,
    deepIf(locale === 'en'),
    async ({ page }) => {
      await test.step(`/gold in ${locale}: live figures, demand to scale, central banks, cards to /learn, a call to /signup`, async () => {
        await openPriced(page, path('/gold'), 'gold');
        await expect(heading(page, own.gold.hero.title, 1)).toBeVisible();
        const stats = main(page).locator('#market');
        for (const label of [own.gold.stats.mined, own.gold.stats.worth, own.gold.stats.demand]) {
          await expect(stats).toContainText(label);
        }
        await expect(stat(stats, own.gold.stats.worth)).toContainText(/\d+[.,]\d/u);

        const demand = main(page).getByRole('table', { name: own.goldMore.demand.caption });
        await expect(demand.locator('tbody tr')).toHaveCount(6);
        const widths = await demand
          .locator('rect')
          .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('width')));
        expect(widths).toHaveLength(5);
        expect(widths[0]).toBe('100%');

        const banks = main(page).getByRole('table', { name: own.goldMore.reserves.caption });
        await expect(banks.locator('tbody tr')).toHaveCount(11);
        for (const column of [own.market.country, own.market.tonnes, own.goldMore.reserves.percent]) {
          await expect(banks.getByRole('columnheader', { name: column })).toBeVisible();
        }
        await expect(banks.getByRole('row', { name: own.market.countries.br })).toContainText(/172[.,]4/u);
        await expect(main(page).locator('#central-banks')).toContainText('World Gold Council');

        for (const card of ['purity', 'storage', 'certification'] as const) {
          await expectLeadsTo(page, own.goldMore.why[card].link, path('/learn'));
        }
        await expect(closing(page).getByRole('link')).toHaveAttribute('href', path('/signup'));
      });

      await test.step(`/silver in ${locale}: the ratio of the prices shown, uses, producers, gold beside silver, its links`, async () => {
        await openPriced(page, path('/silver'), 'silver');
        await expect(heading(page, own.silver.hero.title, 1)).toBeVisible();
        for (const use of ['solar', 'electronics', 'joining', 'health'] as const) {
          await expect(heading(page, own.silverMore.uses[use].title, 3)).toBeVisible();
        }
        const ratio = stat(main(page).locator('#market'), own.silver.stats.ratio);
        const { prices } = (await (await page.request.get('/api/prices')).json()) as {
          prices: readonly { metal: string; priceCents: number }[];
        };
        const cents = (metal: string) =>
          prices.find((price) => price.metal === metal)?.priceCents ?? Number.NaN;
        const expected = Math.round(cents('gold') / cents('silver'));
        // The simulated prices may move between the two readings.
        await expect
          .poll(async () => Math.abs(Number(await ratio.locator('.stat-figure').innerText()) - expected))
          .toBeLessThanOrEqual(1);

        const demand = main(page).getByRole('table', { name: own.silverMore.demand.caption });
        await expect(demand.locator('tbody tr')).toHaveCount(7);
        const producers = main(page).getByRole('table', { name: own.silverMore.producers.caption });
        await expect(producers.locator('tbody tr')).toHaveCount(9);
        await expect(producers.getByRole('row', { name: own.market.countries.mx })).toContainText(
          /6[.,]300/u,
        );
        const versus = main(page).getByRole('table', { name: own.silverMore.versus.caption });
        await bringIn(versus);
        await expect(
          versus.getByRole('row', {
            name: say(own.silverMore.versus.rows.buys.name, { amount: language.round(1_000) }),
          }),
        ).toContainText(locale === 'en' ? 'oz' : 'g');

        await expectLeadsTo(page, own.silverMore.why.quality.link, path('/learn'));
        await expectLeadsTo(page, own.silverMore.why.vault.link, path('/signup'));
        await expectLeadsTo(page, own.silverMore.why.authenticity.link, path('/tools'));
        await expect(closing(page).getByRole('link')).toHaveAttribute('href', path('/signup'));
      });

      await test.step(`/pricing in ${locale}: what it costs, four live prices, the fee table, funding, notes and lists`, async () => {
        await openPriced(page, path('/pricing'), 'palladium');
        await expect(heading(page, own.pricing.hero.title, 1)).toBeVisible();
        const costs = main(page).locator('.cost-card');
        await expect(costs).toContainText(locale === 'en' ? '0.5%' : '0,5%');
        await expect(costs).toContainText(own.pricing.costs.storage.figure);
        await expect(costs).toContainText(language.dollars(1));

        const board = main(page).locator('#spot');
        for (const metal of ['gold', 'silver', 'platinum', 'palladium'] as const) {
          await expect(board.locator(`[data-boot-price^="${metal}"]`)).toHaveText(/\d/u);
          await expect(board).toContainText(words.common.metals[metal]);
        }

        const fees = main(page).locator('#fees .fee-table tbody tr');
        await expect(fees).toHaveCount(4);
        for (const [row, [amount, ours, example]] of [
          [1_000, 5, 35],
          [5_000, 25, 175],
          [10_000, 50, 350],
          [50_000, 250, 1_750],
        ].entries()) {
          for (const figure of [amount, ours, example]) {
            await expect(fees.nth(row)).toContainText(language.round(figure ?? Number.NaN));
          }
        }
        await expect(main(page).locator('#fees')).toContainText(language.amount(100_500));

        for (const [section, { name }] of [
          ...Object.values(own.pricingMore.funding.methods).map((method) => ['#funding', method] as const),
          ...Object.values(own.pricingMore.withdrawals.methods).map(
            (method) => ['#withdrawals', method] as const,
          ),
        ]) {
          await expect(
            main(page).locator(section).getByRole('heading', { name, level: 3, exact: true }),
          ).toBeVisible();
        }
        await expect(main(page).locator('#funding')).toContainText(language.amount(102_500));
        await expect(main(page).locator('#withdrawals')).toContainText(own.pricingMore.withdrawals.delivery);
        await expect(heading(page, own.pricingMore.lists.included.title, 3)).toBeVisible();
        await expect(heading(page, own.pricingMore.lists.never.title, 3)).toBeVisible();
        await expectLeadsTo(page, own.pricingMore.close.tools, path('/tools'));
        await expect(closing(page).getByRole('link').first()).toHaveAttribute('href', path('/signup'));
      });

      await test.step("home compares assets in the reader's currency, and the other one at a click", async () => {
        const { assets } = own;
        const [first, second] = locale === 'en' ? (['USD', 'BRL'] as const) : (['BRL', 'USD'] as const);
        await page.goto(path('/'));
        const control = page.getByRole('radiogroup', { name: assets.currency });
        await bringIn(control);
        await expect(page.getByRole('table', { name: assets.caption[first] })).toBeVisible();
        await control.getByRole('radio', { name: assets.currencies[second] }).click();
        await expect(page.getByRole('table', { name: assets.caption[second] })).toBeVisible();
        await expect(
          page
            .getByRole('table', { name: assets.caption.BRL })
            .or(page.getByRole('table', { name: assets.caption.USD })),
        ).toHaveCount(1);
      });
    },
  );
}

test('without prices nothing is made up, and /pricing offers a retry, which brings them', async ({
  page,
}) => {
  const network = await withoutPrices(page);

  await test.step('without prices the ratio is a dash and never a constant, and high and low are not made up', async () => {
    await page.goto(ENGLISH.path('/silver'));
    const stats = page.getByRole('main').locator('#market');
    const ratio = stat(stats, enSilver.stats.ratio).locator('.stat-figure');
    await expectInTime(page, (quick) => expect(ratio).toHaveText('–', quick));
    for (const label of ['High', 'Low']) {
      await expect(stat(stats, label).locator('.stat-figure')).not.toContainText(/\d/u);
    }
  });

  await test.step('without prices /pricing says so and offers a retry, which brings them', async () => {
    await page.goto(PORTUGUESE.path('/pricing'));
    const trouble = page.getByRole('main').getByRole('alert');
    await expectInTime(page, (quick) =>
      expect(trouble).toContainText('Não foi possível carregar os preços', quick),
    );
    await network.mend();
    await trouble.getByRole('button', { name: PORTUGUESE.words.common.retry }).click();
    await expect(page.getByRole('main').locator('#spot [data-boot-price^="gold"]')).toHaveText(/\d/u);
    await expect(trouble).toBeHidden();
  });
});

test('on a phone each row of a table is a card whose cells carry their headings, and a long one is folded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/gold');
  const banks = page.getByRole('main').locator('#central-banks table');
  const cell = banks.locator('tbody tr').first().locator('td').first();
  await bringIn(cell);
  await expect
    .poll(() => cell.evaluate((element) => getComputedStyle(element, '::before').content))
    .toBe(`"${ptMarket.tonnes}"`);
  await expect(async () => {
    const [row, table] = [await banks.locator('tbody tr').first().boundingBox(), await banks.boundingBox()];
    expect(row?.width).toBeGreaterThan(0);
    expect(row?.width).toBeCloseTo(table?.width ?? 0, 0);
  }).toPass();
  // The first five, and Brazil's; all of them at a press.
  const rows = banks.locator('tbody tr').filter({ visible: true });
  await expect(rows).toHaveCount(6);
  await expect(rows.last()).toContainText(ptMarket.countries.br);
  await page.getByRole('main').locator('#central-banks').getByRole('button').click();
  await expect(rows).toHaveCount(11);
});

function stat(stats: Locator, label: string): Locator {
  return stats.locator('.stat').filter({ has: stats.page().getByText(label, { exact: true }) });
}

function closing(page: Page): Locator {
  return page.getByRole('main').locator('section').last();
}

/** One name, one action: every link of that name leads there. */
async function expectLeadsTo(page: Page, name: string, href: string): Promise<void> {
  const links = page.getByRole('main').getByRole('link', { name });
  await expect
    .poll(async () => [
      ...new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))),
    ])
    .toEqual([href]);
}

/** Opens a page and finds today's price in its document. */
async function openPriced(page: Page, address: string, metal: Metal): Promise<void> {
  const reply = await page.goto(address);
  await test.step(`today's price is in the document of ${address}`, async () => {
    const html = (await reply?.text()) ?? '';
    const shown = new RegExp(`data-boot-price="${metal}(?:-BRL)?"[^>]*>([^<]*)<`, 'u').exec(html)?.[1] ?? '';
    expect(centsIn(shown), `${address} ${metal}`).toBeGreaterThan(0);
  });
}

/** Pages as sent when the hub has no price and the API is unreachable. */
async function withoutPrices(page: Page): Promise<{ mend: () => Promise<void> }> {
  await page.route(/\/(?:silver|pricing)$/u, async (route) => {
    const reply = await route.fetch();
    const html = await reply.text();
    await route.fulfill({
      response: reply,
      body: html
        .replace(/(<script id="boot"[^>]*>)[^<]*/u, '$1{"prices":null}')
        .replaceAll(/(data-boot-price="[^"]*"[^>]*>)[^<]*/gu, '$1–'),
    });
  });
  await page.route('**/api/prices', (route) => route.abort('connectionreset'));
  await page.routeWebSocket(/\/api\/prices\/stream$/u, (socket) => void socket.close());
  await page.clock.install();
  return { mend: () => page.unroute('**/api/prices') };
}
