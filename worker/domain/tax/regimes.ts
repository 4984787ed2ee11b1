// The three readings of Brazilian law under which metal of ours may fall, and an estimate of the tax under one of them. Which of
// them holds depends on who operates the site (domain/site-owner.ts), and counsel must say so: a customer chooses one to look at the
// year under it, and nothing is computed unless asked for.

import type { TradedMetal } from '../metals.ts';
import { mulDiv } from '../money.ts';
import { type Cost, sumOf } from './pools.ts';
import type { Month, TaxMethod } from './workbook.ts';

export const TAX_REGIMES = ['A', 'B', 'C'] as const;
/** A: gold as a financial asset, silver as goods. B: both are goods. C: a financial investment abroad. */
export type TaxRegime = (typeof TAX_REGIMES)[number];

/** Sales of gold in a month that are exempt where it is a financial asset (Law 11,033/2004, art. 3, I). */
export const FINANCIAL_GOLD_EXEMPT_CENTAVOS = 2_000_000;
/** Sales of goods of one kind in a month that are of small value (Law 9,250/1995, art. 22, II). */
export const SMALL_VALUE_EXEMPT_CENTAVOS = 3_500_000;
/** Of the gain, in all three as far as it is computed here (Laws 11,033/2004, art. 2; 8,981/1995, art. 21; 14,754/2023, art. 3). */
const RATE_PERCENT = 15;
/** Goods: above this gain the law has higher rates, up to 22.5 %, which are not computed here. */
export const FIRST_BRACKET_CENTAVOS = 500_000_000;

/** Where the text of a rule can be read; all of them were read on 24 November 2026. */
export type Source = { readonly name: string; readonly url: string };
export type TaxSource = keyof typeof TAX_SOURCES;

export const TAX_SOURCES = {
  conversion: {
    name: 'IN SRF 118/2000, art. 2',
    url: 'http://afiscom.com.br/site/Produto/ins11800.htm',
  },
  financialGold: {
    name: 'Lei 7.766/1989, art. 1',
    url: 'https://www.cosif.com.br/publica.asp?arquivo=lei7766-p',
  },
  goldExemption: {
    name: 'Lei 11.033/2004, art. 3, I',
    url: 'https://www.jusbrasil.com.br/topicos/10924918/artigo-3-da-lei-n-11033-de-21-de-dezembro-de-2004',
  },
  goldRates: { name: 'Lei 11.033/2004', url: 'https://www.ourocreddtvm.com.br/tributacaoouro.php' },
  smallValue: {
    name: 'Lei 9.250/1995, art. 22',
    url: 'http://sato.adm.br/_private/guiadp/LG_Lei/lg_lei_n_09250_261295art022.htm',
  },
  goodsRates: {
    name: 'Lei 8.981/1995, art. 21',
    url: 'https://www.legjur.com/legislacao/nivel/lei_00089811995/capitulo-ii-do-imposto-de-renda-das-pessoas-fisica-secao-iv-tributacao-dos-ganhos-de-capital-das-pessoas-fisica',
  },
  lapsedMeasure: {
    name: 'MP 1.303/2025',
    url: 'https://www.vbdlaw.com.br/publicacoes/medida-provisoria-1-303-2025-perda-de-eficacia',
  },
  abroad: {
    name: 'Lei 14.754/2023, arts. 2-3',
    url: 'https://www.legjur.com/legislacao/nivel/lei_00147542023/capitulo-i-da-tributacao-de-rendimentos-no-exteri-secao-ii-das-aplicacoes-financeiras-no-exterior',
  },
} as const satisfies Readonly<Record<string, Source>>;

/** The sum of a month up to which a regime has an exemption for a metal; null where it has none. */
export function exemptionOf(regime: TaxRegime, metal: TradedMetal): number | null {
  if (regime === 'C') return null;
  return regime === 'A' && metal === 'gold' ? FINANCIAL_GOLD_EXEMPT_CENTAVOS : SMALL_VALUE_EXEMPT_CENTAVOS;
}

export type EstimateLine = {
  /** `2026-03`, or the year where the law reckons by the year. */
  readonly period: string;
  /** Null: both together. */
  readonly metal: TradedMetal | null;
  readonly proceeds: Cost;
  readonly gain: Cost;
  readonly verdict: 'exempt' | 'no-gain' | 'taxed' | 'pending' | 'beyond';
  /** Null where it is pending or beyond what is computed here. */
  readonly tax: Cost;
};

/**
 * An estimate, for who asks for one. Losses of one month are not set off against gains of another, day trades are not told apart, and
 * nothing that was sold elsewhere is known here: the page says all three.
 */
export function estimateOf(months: readonly Month[], regime: TaxRegime, method: TaxMethod): EstimateLine[] {
  if (regime === 'C') return estimateOfYear(months, method);
  const lines: EstimateLine[] = [];
  for (const { month, metals } of months) {
    for (const { metal, disposals, proceeds, gain: gains } of metals) {
      if (disposals === 0) continue;
      const gain = gains[method];
      const exempt = exemptionOf(regime, metal);
      const isExempt = proceeds !== null && exempt !== null && proceeds <= exempt;
      const hasBrackets = regime === 'B' || metal === 'silver';
      const isBeyond = hasBrackets && (gain ?? 0) > FIRST_BRACKET_CENTAVOS;
      const read = isExempt ? ({ verdict: 'exempt', tax: 0 } as const) : taxOn(gain, isBeyond);
      lines.push({ period: month, metal, proceeds, gain, ...read });
    }
  }
  return lines;
}

function estimateOfYear(months: readonly Month[], method: TaxMethod): EstimateLine[] {
  const all = months.flatMap(({ metals }) => metals).filter(({ disposals }) => disposals > 0);
  const [first] = months;
  if (all.length === 0 || first === undefined) return [];
  const gain = sumOf(all.map((one) => one.gain[method]));
  const proceeds = sumOf(all.map((one) => one.proceeds));
  return [{ period: first.month.slice(0, 4), metal: null, proceeds, gain, ...taxOn(gain, false) }];
}

function taxOn(gain: Cost, isBeyond: boolean): Pick<EstimateLine, 'verdict' | 'tax'> {
  if (gain === null) return { verdict: 'pending', tax: null };
  if (gain <= 0) return { verdict: 'no-gain', tax: 0 };
  if (isBeyond) return { verdict: 'beyond', tax: null };
  return { verdict: 'taxed', tax: mulDiv(gain, RATE_PERCENT, 100, 'half-up') };
}
