// P11: a market figure is shown with its source and date, or not at all; and the tables' sums are what they say.

import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import en from '../../../locales/en/market.json' with { type: 'json' };
import { asOfText, distinctSources, FactSources } from '../../../web/features/prices/fact-sources.tsx';
import {
  CENTRAL_BANKS,
  type FactSource,
  GOLD,
  GOLD_DEMAND,
  SILVER,
  SILVER_DEMAND,
  SILVER_PRODUCERS,
  SOURCES,
} from '../../../web/features/prices/facts.ts';
import { partRows, sumOfParts } from '../../../web/features/prices/shares.ts';
import {
  RETURN_CURRENCIES,
  RETURNS,
  sampleDeviation,
  TEN_YEAR_CHANGE,
  volatilityOf,
} from '../../../web/features/prices/returns.ts';

const SOURCED: readonly (readonly [string, number, FactSource])[] = [
  ...[GOLD, SILVER].flatMap((metal) =>
    Object.entries(metal).map(([name, { value, source }]) => [name, value, source] as const),
  ),
  ...[...GOLD_DEMAND, ...SILVER_DEMAND].map(({ id, value, source }) => [id, value, source] as const),
  ...[...CENTRAL_BANKS, ...SILVER_PRODUCERS].map(
    ({ country, tonnes, source }) => [country, tonnes, source] as const,
  ),
  ...RETURN_CURRENCIES.flatMap((currency) =>
    RETURNS[currency].map(({ id, years1, source }) => [id, years1 ?? Number.NaN, source] as const),
  ),
  ['ten years', TEN_YEAR_CHANGE.USD.gold, TEN_YEAR_CHANGE.source],
];

describe('every fact', () => {
  test.each(SOURCED)('%s (%d) has a value, a named source, its address and its time', (_, value, source) => {
    expect(Number.isFinite(value)).toBe(true);
    expect(source.name.length).toBeGreaterThan(2);
    expect(() => new URL(source.url)).not.toThrow();
    expect(source.url).toMatch(/^https?:\/\//u);
    // A rule has no period: its name dates it.
    const period = source === SOURCES.goodDelivery ? /^null$/u : /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/u;
    expect(String(source.asOf)).toMatch(period);
  });

  test('is stated, or not shown: no page excuses its sources', () => {
    const excuses =
      /c[óo]pia sem data|n[ãa]o verificad|transcri(?:ção|ption)|undated|not verified|fonte n[ãa]o pudemos|source we could not/iu;
    const folder = resolve(import.meta.dirname, '../../../locales');
    const files = globSync('*/*.json', { cwd: folder }).filter((name) => !name.includes('operators'));
    expect(files.length).toBeGreaterThan(60);
    for (const name of files) {
      expect.soft(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(excuses);
    }
  });

  test.each([
    ['2025', 'Survey 2026, dados de 2025.'],
    ['2026-07', 'Survey 2026, julho de 2026.'],
    [null, 'Survey 2026.'],
  ])('of the period %s is cited as "%s"', (asOf, cited) => {
    const source = { name: 'Survey 2026', url: 'https://onca.example/', asOf };
    const html = renderToStaticMarkup(
      createElement(MemoryRouter, null, createElement(FactSources, { sources: [source] })),
    );
    expect(html.replaceAll(/<[^>]+>/gu, '')).toBe(`Fonte: ${cited}`);
  });

  test.each([
    ['2025', '2025', '2025'],
    ['2026-07', 'julho de 2026', 'July 2026'],
    ['2025-12-31', '31 de dezembro de 2025', 'December 31, 2025'],
  ])('the time %s reads %s and %s', (asOf, portuguese, english) => {
    expect(asOfText('pt-BR', asOf)).toBe(portuguese);
    expect(asOfText('en', asOf)).toBe(english);
  });
});

describe('sums', () => {
  test('the parts of gold demand add up to the published total', () => {
    expect(sumOfParts(GOLD_DEMAND)).toBeCloseTo(GOLD.demand.value, 6);
  });

  test('the parts of silver demand add up to 1,130.7, one tenth over the printed total, as the page says', () => {
    expect(sumOfParts(SILVER_DEMAND)).toBeCloseTo(1_130.7, 6);
    expect(SILVER.demand.value).toBe(1_130.6);
  });

  test('central banks and producers stand in descending order, Brazil last', () => {
    const tonnes = CENTRAL_BANKS.map((holding) => holding.tonnes);
    expect(tonnes).toEqual(tonnes.toSorted((a, b) => b - a));
    expect(CENTRAL_BANKS.at(-1)?.country).toBe('br');
    const mined = SILVER_PRODUCERS.map((producer) => producer.tonnes);
    expect(mined).toEqual(mined.toSorted((a, b) => b - a));
    expect(mined.reduce((sum, one) => sum + one, 0)).toBeLessThan(SILVER.producedTonnes.value);
  });

  test('every country and sector has a name', () => {
    const countries = [...CENTRAL_BANKS, ...SILVER_PRODUCERS].map(({ country }) => country);
    expect(Object.keys(en.countries)).toEqual(expect.arrayContaining(countries));
    expect(Object.keys(en.gold)).toEqual(expect.arrayContaining(GOLD_DEMAND.map(({ id }) => id)));
    expect(Object.keys(en.silver)).toEqual(expect.arrayContaining(SILVER_DEMAND.map(({ id }) => id)));
  });
});

describe('bars and shares', () => {
  const source = GOLD.demand.source;

  test('are of the total and of the widest part', () => {
    const rows = partRows(
      [
        { id: 'a', value: 30, source },
        { id: 'b', value: 60, source },
      ],
      100,
    );
    expect(rows.map(({ percent, scale }) => [percent, scale])).toEqual([
      [30, 50],
      [60, 100],
    ]);
  });

  test('keep every bar between nothing and the whole, the largest at the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 12 }), (values) => {
        const parts = values.map((value, i) => ({ id: String(i), value, source }));
        const rows = partRows(parts, sumOfParts(parts));
        expect(Math.max(...rows.map(({ scale }) => scale))).toBe(100);
        expect(rows.every(({ scale }) => scale > 0)).toBe(true);
        expect(rows.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 6);
      }),
    );
  });

  test('a source shared by rows is named once', () => {
    const other = { ...source, asOf: '2024' };
    expect(distinctSources([source, { ...source }, other])).toEqual([source, other]);
  });
});

describe('the comparison of assets', () => {
  test('keeps dollars and reais apart, each with gold and silver first', () => {
    for (const currency of RETURN_CURRENCIES) {
      expect(RETURNS[currency].slice(0, 2).map(({ id }) => id)).toEqual(['gold', 'silver']);
    }
    const dollars = RETURNS.USD.map(({ id }) => id);
    expect(dollars).not.toContain('cdi');
    expect(dollars).not.toContain('ibovespa');
  });

  test('leaves out the horizons that no stored source shows', () => {
    const missing = RETURN_CURRENCIES.flatMap((currency) =>
      RETURNS[currency].filter(({ years10 }) => years10 === null).map(({ id }) => id),
    );
    expect(missing).toEqual(['cdi', 'ibovespa']);
  });

  test.each([
    [4.9, 'low'],
    [5, 'medium'],
    [25, 'medium'],
    [25.1, 'high'],
  ] as const)('a deviation of %d is %s, whatever was judged', (deviation, level) => {
    expect(volatilityOf({ deviation, judged: 'low' })).toBe(level);
  });

  test('without ten years of figures the class is the judged one', () => {
    expect(volatilityOf({ deviation: null, judged: 'low' })).toBe('low');
  });

  /** December averages 2015 to 2025: World Bank Pink Sheet and US Federal Reserve H.10, public domain. */
  test.each([
    [
      'gold in dollars',
      19.9,
      [1075.74, 1157.36, 1264.45, 1250.4, 1479.13, 1858.42, 1790.43, 1797.55, 2026.18, 2648.01, 4309.23],
    ],
    [
      'silver in dollars',
      33.9,
      [14.13, 16.43, 16.16, 14.77, 17.14, 24.97, 22.53, 23.33, 23.88, 30.76, 62.34],
    ],
    [
      'gold in reais',
      25.7,
      [134.22, 124.8, 133.95, 156.12, 195.19, 307.39, 325.52, 303.15, 319.19, 519.41, 755.86],
    ],
    ['silver in reais', 36.2, [1.763, 1.772, 1.712, 1.844, 2.262, 4.13, 4.096, 3.934, 3.762, 6.034, 10.935]],
    [
      'the dollar in reais',
      14.5,
      [3.8808, 3.354, 3.295, 3.8834, 4.1045, 5.1447, 5.6549, 5.2454, 4.8998, 6.101, 5.4557],
    ],
  ])('the deviation of %s is %d points', (_, points, levels) => {
    const changes = levels.slice(1).map((level, i) => (level / (levels[i] ?? Number.NaN) - 1) * 100);
    expect(sampleDeviation(changes)).toBeCloseTo(points, 1);
  });
});
