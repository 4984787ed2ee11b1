// An estimate under one of the three readings of the law, at the bounds of their exemptions; and the text for the tax return.

import { describe, expect, test } from 'vitest';
import { assetParagraph } from '../../../worker/domain/tax/paragraph.ts';
import {
  estimateOf,
  exemptionOf,
  FINANCIAL_GOLD_EXEMPT_CENTAVOS,
  FIRST_BRACKET_CENTAVOS,
  SMALL_VALUE_EXEMPT_CENTAVOS,
  TAX_SOURCES,
  type TaxRegime,
} from '../../../worker/domain/tax/regimes.ts';
import type { Month, MonthOfMetal } from '../../../worker/domain/tax/workbook.ts';

type Sold = { readonly proceeds: number | null; readonly gain: number | null };
const ofMetal = (metal: 'gold' | 'silver', sold: Sold | null): MonthOfMetal => ({
  metal,
  disposals: sold === null ? 0 : 1,
  ouncesE4: 1,
  proceeds: sold === null ? 0 : sold.proceeds,
  gain: {
    average: sold === null ? 0 : sold.gain,
    fifo: sold === null || sold.gain === null ? null : sold.gain + 100,
  },
  undone: { disposals: 0, proceeds: 0 },
});
const month = (name: string, gold: Sold | null, silver: Sold | null = null): Month => ({
  month: name,
  metals: [ofMetal('gold', gold), ofMetal('silver', silver)],
});
const taxes = (months: readonly Month[], regime: TaxRegime) =>
  estimateOf(months, regime, 'average').map(({ verdict, tax }) => [verdict, tax]);

const GOLD = FINANCIAL_GOLD_EXEMPT_CENTAVOS;
const SMALL = SMALL_VALUE_EXEMPT_CENTAVOS;

describe('exemptions', () => {
  test('are R$ 20,000 a month for gold as a financial asset, R$ 35,000 for goods, and none abroad', () => {
    expect([exemptionOf('A', 'gold'), exemptionOf('A', 'silver')]).toEqual([2_000_000, 3_500_000]);
    expect([exemptionOf('B', 'gold'), exemptionOf('B', 'silver')]).toEqual([3_500_000, 3_500_000]);
    expect([exemptionOf('C', 'gold'), exemptionOf('C', 'silver')]).toEqual([null, null]);
  });

  test.each([
    ['A', month('2026-03', { proceeds: GOLD, gain: 500_000 }), [['exempt', 0]]],
    ['A', month('2026-03', { proceeds: GOLD + 1, gain: 500_000 }), [['taxed', 75_000]]],
    ['A', month('2026-03', null, { proceeds: SMALL, gain: 500_000 }), [['exempt', 0]]],
    ['B', month('2026-03', { proceeds: SMALL, gain: 500_000 }), [['exempt', 0]]],
    ['B', month('2026-03', { proceeds: SMALL + 1, gain: 500_000 }), [['taxed', 75_000]]],
    ['C', month('2026-03', { proceeds: 100, gain: 50 }), [['taxed', 8]]],
  ] as const)('%s: %j', (regime, one, expected) => {
    expect(taxes([one], regime)).toEqual(expected);
  });

  test('each metal has its own sum: gold and silver that are both small are both exempt', () => {
    const one = month('2026-03', { proceeds: SMALL, gain: 900 }, { proceeds: SMALL, gain: 900 });
    expect(taxes([one], 'B')).toEqual([
      ['exempt', 0],
      ['exempt', 0],
    ]);
  });
});

describe('an estimate', () => {
  test('sets losses off within the year abroad, and nowhere else', () => {
    const months = [
      month('2026-01', { proceeds: 9_000_000, gain: -300_000 }),
      month('2026-02', { proceeds: 9_000_000, gain: 400_001 }),
    ];
    expect(taxes(months, 'A')).toEqual([
      ['no-gain', 0],
      ['taxed', 60_000],
    ]);
    expect(estimateOf(months, 'C', 'average')).toEqual([
      { period: '2026', metal: null, proceeds: 18_000_000, gain: 100_001, verdict: 'taxed', tax: 15_000 },
    ]);
    expect(estimateOf(months, 'C', 'fifo')[0]?.gain).toBe(100_201);
  });

  test('is pending where a rate is missing: neither exempt nor zero', () => {
    expect(taxes([month('2026-01', { proceeds: null, gain: null })], 'B')).toEqual([['pending', null]]);
    expect(taxes([month('2026-01', { proceeds: SMALL + 1, gain: null })], 'B')).toEqual([['pending', null]]);
    expect(taxes([month('2026-01', { proceeds: null, gain: null })], 'C')).toEqual([['pending', null]]);
  });

  test('stops where the law has higher rates, but not for what has one rate', () => {
    const much = month('2026-01', { proceeds: 900_000_000, gain: FIRST_BRACKET_CENTAVOS + 1 });
    expect(taxes([much], 'B')).toEqual([['beyond', null]]);
    expect(taxes([much], 'A')).toEqual([['taxed', 75_000_000]]);
    const silver = month('2026-01', null, { proceeds: 900_000_000, gain: FIRST_BRACKET_CENTAVOS + 1 });
    expect(taxes([silver], 'A')).toEqual([['beyond', null]]);
    const just = month('2026-01', { proceeds: 900_000_000, gain: FIRST_BRACKET_CENTAVOS });
    expect(taxes([just], 'B')).toEqual([['taxed', 75_000_000]]);
  });

  test('is nothing where nothing was gained', () => {
    expect(taxes([month('2026-01', { proceeds: SMALL + 1, gain: 0 })], 'B')).toEqual([['no-gain', 0]]);
    expect(taxes([month('2026-01', { proceeds: 9_000_000, gain: 1 })], 'A')).toEqual([['taxed', 0]]);
  });

  test('says nothing of a year without a sale', () => {
    expect(estimateOf([month('2026-01', null)], 'B', 'average')).toEqual([]);
    expect(estimateOf([month('2026-01', null)], 'C', 'average')).toEqual([]);
    expect(estimateOf([], 'C', 'average')).toEqual([]);
  });
});

test('every rule names where its text can be read', () => {
  for (const { name, url } of Object.values(TAX_SOURCES)) {
    expect(name).toMatch(/^(?:Lei|IN|MP) /u);
    expect(new URL(url).pathname.length).toBeGreaterThan(1);
  }
});

describe('the text for Bens e Direitos', () => {
  const position = (ouncesE4: number, average: number | null) => ({
    metal: 'gold' as const,
    ouncesE4,
    heldE4: 0,
    cost: { average, fifo: 1 },
  });
  const about = { year: 2026, method: 'average', isOver: true, day: '2026-12-31' } as const;

  test('has weight, cost, method and both ends of the year, and no code', () => {
    const text = assetParagraph([position(0, 0), position(12_500, 3_517_138)], about);
    expect(text).toBe(
      'Ouro: 1,2500 onças troy (38,8793 g) em 31/12/2026, sob custódia da Onça em conta no nome do declarante. ' +
        'Custo de aquisição pela média ponderada, com a tarifa, convertido pela PTAX de venda do dia de cada pagamento (IN SRF 118/2000, art. 2º). ' +
        'Situação em 31/12/2025: R$ 0,00. Situação em 31/12/2026: R$ 35.171,38.',
    );
    expect(text).not.toMatch(/c[óo]digo|grupo/iu);
  });

  test('of a year that goes on names the day; what is pending says so; nothing is said of nothing', () => {
    const running = { ...about, isOver: false, day: '2026-11-24' };
    const text = assetParagraph([position(10, 100), position(10, null)], running);
    expect(text).toContain('em 24/11/2026');
    expect(text).toContain('Situação em 24/11/2026: pendente de cotação.');
    expect(assetParagraph([position(0, 0), position(0, 0)], about)).toBeNull();
    expect(assetParagraph([position(5, 100), position(0, 0)], about)).toContain('0,0000 onças troy');
  });
});
