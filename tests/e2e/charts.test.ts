// Charts: what the page shows before any script, when the canvas loads, and the cursor by mouse, keyboard and touch.

import type { Locator, Page } from 'playwright/test';
import enCharts from '../../locales/en/charts.json' with { type: 'json' };
import ptCharts from '../../locales/pt-BR/charts.json' with { type: 'json' };
import { COLOUR_RULES, violationsIn } from './support/axe.ts';
import { complaintsOf } from './support/complaints.ts';
import { THEMES } from './support/inspect.ts';
import { anyOf, centsIn, PORTUGUESE } from './support/language.ts';
import { expect, test } from './support/test.ts';
import { DEEP } from './support/tier.ts';

test.use({ viewport: { width: 1280, height: 900 }, timezoneId: 'America/Sao_Paulo' });

const chartOf = (page: Page, title: string): Locator =>
  page.locator('.price-chart').filter({ has: page.getByRole('heading', { name: title }) });

/** Scrolls until the chart's code has loaded and its line is drawn. */
async function drawn(page: Page, title: string): Promise<Locator> {
  const chart = chartOf(page, title);
  // A late section is replaced when its code loads: the position is read again until the line is drawn.
  await expect(async () => {
    await chart.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect(chart.locator('.chart')).toHaveAttribute('data-drawn', 'true', { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  return chart;
}

/** The currency of the reader, as another tab would change it. */
async function choose(page: Page, currency: 'USD' | 'BRL'): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('currency', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'currency' }));
  }, currency);
}

const plotOf = (chart: Locator) => chart.getByRole('application');
const readOut = (chart: Locator) => chart.locator('.chart-readout');
const range = (chart: Locator, name: string) => chart.getByRole('radio', { name, exact: true });

/** The high that the sentence of an English chart in dollars names, in cents. */
async function highOf(chart: Locator): Promise<number> {
  const [, high = ''] =
    /The high was (US\$[\d,.]+\d)/u.exec(await chart.locator('.chart-summary').innerText()) ?? [];
  return centsIn(high);
}

/** Scrolls to a chart that has no line until it shows something else in its place. */
async function instead(chart: Locator, shown: Locator, text: string): Promise<void> {
  await expect(async () => {
    await chart.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect(shown).toContainText(text, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

test.describe('before any script', () => {
  test.use({ javaScriptEnabled: false });
  test('every built page has its lines, and without JavaScript the page says what is missing', async ({
    page,
  }) => {
    await test.step('every built page has a line wherever its markup asks for one', async () => {
      const names: string[] = [];
      for (const address of ['/', '/en', '/gold', '/en/gold', '/silver', '/en/silver', '/tools']) {
        const html = await (await page.request.get(address)).text();
        const lines = [
          ...html.matchAll(
            /data-boot-line="([^"]+)"[^>]* d="([^"]*)"|d="([^"]*)"[^>]*data-boot-line="([^"]+)"/gu,
          ),
        ];
        for (const [, name = '', line = ''] of lines) {
          expect(line, `${name} of ${address}`).toMatch(/^M-24 /u);
          names.push(`${address} ${name}`);
        }
      }
      expect(names).toContain('/ gold-7D');
      expect(names).toContain('/gold gold-1M-BRL');
      expect(names).toContain('/en/gold gold-1M');
      expect(names).toContain('/silver silver-1M-BRL');
    });

    await test.step('without JavaScript the line is in its box and the page says what is missing', async () => {
      await page.goto('/gold');
      const chart = chartOf(page, ptCharts.title.gold);
      await expect(chart.locator('path.boot-line')).toHaveAttribute('d', /^M-24 /u);
      // Playwright's text search skips the content of <noscript>.
      const lacks = chart.locator('noscript p');
      await expect(lacks).toBeVisible();
      expect(await lacks.textContent()).toBe(ptCharts.noScript);
    });
  });
});

test('the chart of gold is drawn late and in its place, and is read by mouse, as a table and in both currencies', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const canvases: string[] = [];
  page.on('request', (request) => {
    if (/line-canvas|echarts/u.test(request.url())) canvases.push(request.url());
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/gold');
  const chart = chartOf(page, ptCharts.title.gold);

  await test.step('echarts is not asked for before its box nears the viewport, and nothing moves when it draws', async () => {
    await page.waitForLoadState('networkidle').catch(() => undefined);
    expect(canvases).toEqual([]);
    await drawn(page, ptCharts.title.gold);
    expect(canvases).toHaveLength(1);
    await expect(chart.locator('canvas')).toBeVisible();
    const shifted = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
    );
    expect(shifted).toBeLessThan(0.01);
    expect(await page.locator('style').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  await page.setViewportSize({ width: 1280, height: 900 });
  await drawn(page, ptCharts.title.gold);

  await test.step('hovering shows price and time; leaving clears them', async () => {
    const box = await plotOf(chart).boundingBox();
    if (box === null) throw new Error('the plot has no box');
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
    await expect(readOut(chart)).toContainText(/R\$\s[\d.]+,\d{2}/u);
    const third = await readOut(chart).textContent();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(readOut(chart)).not.toHaveText(third ?? '');
    await page.mouse.move(box.x + box.width / 2, box.y - 60);
    await expect(readOut(chart)).toHaveCount(0);
  });

  const openTable = chart.getByRole('button', { name: ptCharts.table.open });

  await test.step('the same values as a table, a page at a time, and closed again', async () => {
    const wayUp = page.getByRole('button', { name: PORTUGUESE.words.notices.top });
    await expect(wayUp).toBeVisible();
    await openTable.click();
    // It would lie on the last column.
    await expect(wayUp).toBeHidden();
    const table = chart.getByRole('table', { name: ptCharts.label.gold });
    // The headings, twelve values, and the highest and the lowest of all.
    await expect(table.getByRole('row')).toHaveCount(15);
    await expect(table.getByRole('row').nth(13)).toContainText(anyOf(ptCharts.table.high.closes));
    await expect(table.getByRole('row').last()).toContainText(anyOf(ptCharts.table.low.closes));
    await expect(table.getByRole('columnheader')).toHaveText([
      ptCharts.table.time,
      ptCharts.table.BRL,
      ptCharts.table.USD,
    ]);
    const newest = await table.getByRole('rowheader').first().textContent();
    await expect(chart.getByRole('button', { name: ptCharts.table.newer })).toBeDisabled();
    await chart.getByRole('button', { name: ptCharts.table.older }).click();
    await expect(table.getByRole('rowheader').first()).not.toHaveText(newest ?? '');
    await chart.getByRole('button', { name: ptCharts.table.close }).click();
    await expect(table).toHaveCount(0);
  });

  await test.step('in reais or in dollars, as the reader chose, and the axis says which', async () => {
    await expect(chart.locator('.chart-unit')).toHaveText(ptCharts.unit.BRL);
    await expect(chart.locator('.chart-legend')).toContainText('ao câmbio de cada dia');
    await choose(page, 'USD');
    await expect(chart.locator('.chart-unit')).toHaveText(ptCharts.unit.USD);
    await expect(chart.locator('.chart-summary')).toContainText('US$');
    await expect(chart.locator('.chart-legend')).toContainText('em dólares por onça troy');
    await choose(page, 'BRL');
    await expect(chart.locator('.chart-unit')).toHaveText(ptCharts.unit.BRL);
    await drawn(page, ptCharts.title.gold);
  });

  await test.step('with reduced motion nothing fades, and the chart is accessible', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const fade = await chart
      .locator('.chart-canvas')
      .evaluate((element) => getComputedStyle(element).transitionDuration);
    expect(fade).toBe('0s');
    await openTable.click();
    await plotOf(chart).focus();
    await page.keyboard.press('ArrowLeft');
    for (const [i, [platform, mode]] of THEMES.entries()) {
      await page.evaluate((theme) => void Object.assign(document.documentElement.dataset, theme), {
        platform,
        mode,
      });
      const rules = i === 0 || DEEP ? {} : { rules: COLOUR_RULES };
      const found = await violationsIn(page, { include: '.price-chart', ...rules });
      expect.soft(found, `${platform} ${mode}`).toEqual([]);
    }
  });
});

test('a history that does not come, or is empty, is said in the box of the line, which is read by keyboard', async ({
  page,
}) => {
  const history = '**/api/prices/gold/history*';
  const chart = chartOf(page, enCharts.title.gold);

  await test.step('a history that does not come is said in the same box, and comes with another try', async () => {
    await page.route(history, (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.goto('/en/gold');
    await instead(chart, chart.getByRole('alert'), enCharts.error.title);
    const height = (await chart.locator('.chart').boundingBox())?.height;
    await page.unroute(history);
    await chart.getByRole('alert').getByRole('button').click();
    await expect(chart.locator('.chart')).toHaveAttribute('data-drawn', 'true');
    expect((await chart.locator('.chart').boundingBox())?.height).toBe(height);
  });

  await test.step('arrow keys move the cursor, the read-out is said politely, Escape puts it away', async () => {
    const plot = plotOf(chart);
    await expect(plot).toHaveAccessibleDescription(enCharts.help);
    await plot.focus();
    await expect(readOut(chart)).toHaveCount(0);
    const said = async (key: string) => {
      await page.keyboard.press(key);
      await expect(readOut(chart)).toContainText(/US\$\d,\d{3}\.\d{2}/u);
      return (await readOut(chart).textContent()) ?? '';
    };
    const newest = await said('ArrowLeft');
    const before = await said('ArrowLeft');
    expect(before).not.toBe(newest);
    const oldest = await said('Home');
    await expect(chart.getByRole('status').first()).toHaveText(/^US\$[\d,.]+, \w{3} \d+/u);
    expect(await said('PageUp')).not.toBe(oldest);
    expect(await said('PageDown')).toBe(oldest);
    await said('End');
    await page.keyboard.press('Escape');
    await expect(readOut(chart)).toHaveCount(0);
    await expect(chart.getByRole('status').first()).toHaveText('');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Tab');
    await expect(readOut(chart)).toHaveCount(0);
  });

  await test.step('a range with nothing stored says so', async () => {
    await page.route(history, async (route) => {
      const reply = await route.fetch();
      const stored = (await reply.json()) as object;
      await route.fulfill({ response: reply, json: { ...stored, resolution: null, points: [] } });
    });
    await page.reload();
    await instead(chart, chart, enCharts.empty.title);
  });
});

test('the charts of silver: another range is summed up anew, and the ratio is in ounces of silver', async ({
  page,
}) => {
  await page.goto('/en/silver');

  await test.step('another range reloads the history and is summed up anew', async () => {
    const chart = await drawn(page, enCharts.title.silver);
    await expect(range(chart, enCharts.ranges['1M'].long)).toBeChecked();
    await expect(chart.locator('.chart-summary')).toContainText('Over 30 days, silver went from US$');
    const highs = new Map([['1M', await highOf(chart)]]);
    for (const [name, url] of [
      ['7D', '7D'],
      ['1Y', '1Y'],
      ['ALL', 'ALL'],
    ] as const) {
      const asked = page.waitForRequest((request) => request.url().endsWith(`/silver/history?range=${url}`));
      await range(chart, enCharts.ranges[name].long).check({ force: true });
      await asked;
      await expect(chart.locator('.chart')).toHaveAttribute('data-drawn', 'true');
      await expect(chart.locator('.chart-summary')).toContainText(
        name === 'ALL' ? 'Since ' : enCharts.ranges[name].sentence,
      );
      highs.set(name, await highOf(chart));
    }
    const ascending = ['7D', '1M', '1Y', 'ALL'].map((name) => highs.get(name) ?? 0);
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
    await range(chart, enCharts.ranges.ALL.long).press('ArrowLeft');
    await expect(range(chart, enCharts.ranges['1Y'].long)).toBeChecked();
  });

  await test.step('the ratio has a chart of its own, in ounces of silver', async () => {
    const chart = await drawn(page, enCharts.title.ratio);
    await plotOf(chart).focus();
    await page.keyboard.press('End');
    await expect(readOut(chart)).toContainText(/\d+\.\d{2} oz of silver/u);
    await expect(chart.locator('.chart-summary')).toContainText('ounces of silver');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });
  test('it is drawn again with three lines and four labels, and a touch reads it', async ({ page }) => {
    await page.goto('/gold');
    const chart = await drawn(page, ptCharts.title.gold);
    const plot = plotOf(chart);
    await expect(plot).toHaveAttribute('data-drawing', 'phone');
    expect(Number(await plot.getAttribute('data-lines'))).toBeLessThanOrEqual(3);
    await expect(plot).toHaveAttribute('data-labels', '4');
    expect((await plot.boundingBox())?.height).toBe(248);
    // Chart, table button, sentence and legend follow each other without a hole.
    const parts = [plot, chart.getByRole('button', { name: ptCharts.table.open })];
    const below = [...parts, chart.locator('.chart-summary'), chart.locator('.chart-legend')];
    const boxes = await Promise.all(below.map((part) => part.boundingBox()));
    for (const [i, box] of boxes.slice(1).entries()) {
      const above = boxes[i];
      expect((box?.y ?? Number.NaN) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThanOrEqual(
        i === 0 ? 50 : 16,
      );
    }
    await plot.tap();
    await expect(readOut(chart)).toContainText('R$');
  });
});
