// The returns of asset classes for the comparison on the home page. Dollars and reais are two lists with different measures
// and are never ranked together: the dollar list uses year-end closes with income, the list in reais the changes of
// December's averages, so that metal in reais and Brazilian rates are comparable.

import type { FactSource } from './facts.ts';

export const RETURN_CURRENCIES = ['BRL', 'USD'] as const;
export type ReturnCurrency = (typeof RETURN_CURRENCIES)[number];

export type Level = 'low' | 'medium' | 'high';
export type Hedge = 'excellent' | 'good' | 'poor';

export type AssetId =
  | 'gold'
  | 'silver'
  | 'stocks'
  | 'bonds'
  | 'property'
  | 'bitcoin'
  | 'cash'
  | 'dollar'
  | 'cdi'
  | 'ibovespa';

export type AssetReturns = {
  readonly id: AssetId;
  /** Percent over the whole span to the end of 2025; null without a readable source. */
  readonly years1: number | null;
  readonly years5: number | null;
  readonly years10: number | null;
  /**
   * Sample deviation of the ten yearly returns 2016-2025 in points, if all ten are available; it then decides the class
   * of volatility. Otherwise the kind of asset decides it.
   */
  readonly deviation: number | null;
  readonly judged: Level;
  readonly liquidity: Level;
  /** By the asset's link to prices, not by its past; null where its history is too short. */
  readonly hedge: Hedge | null;
  readonly source: FactSource;
};

/** Under 5 points the value hardly changes from year to year, over 25 it changes by a quarter. */
const DEVIATION_LOW = 5;
const DEVIATION_HIGH = 25;

export function volatilityOf({ deviation, judged }: Pick<AssetReturns, 'deviation' | 'judged'>): Level {
  if (deviation === null) return judged;
  if (deviation < DEVIATION_LOW) return 'low';
  return deviation > DEVIATION_HIGH ? 'high' : 'medium';
}

/** Sample standard deviation, the formula of `deviation` above. */
export function sampleDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

const YEAR_END = '2025-12-31';
const closes = (name: string, url: string): FactSource => ({ name, url, asOf: YEAR_END });
const fund = (name: string, ticker: string) =>
  closes(name, `https://finance.yahoo.com/quote/${ticker}/history`);

const AVERAGES: FactSource = {
  name: 'World Bank, Commodity Price Data; US Federal Reserve, H.10',
  url: 'https://www.worldbank.org/en/research/commodity-markets',
  asOf: '2025-12',
};

/** December's average of 2025 compared with that of 2015, in percent. */
export const TEN_YEAR_CHANGE = {
  BRL: { gold: 463.1, silver: 520.4 },
  USD: { gold: 300.6, silver: 341.3 },
  source: AVERAGES,
} as const;

const USD: readonly AssetReturns[] = [
  {
    id: 'gold',
    years1: 63.7,
    years5: 122.2,
    years10: 290.6,
    deviation: 19.9,
    judged: 'medium',
    liquidity: 'high',
    hedge: 'good',
    source: fund('SPDR Gold Shares (GLD)', 'GLD'),
  },
  {
    id: 'silver',
    years1: 144.7,
    years5: 162.2,
    years10: 388.4,
    deviation: 33.9,
    judged: 'high',
    liquidity: 'high',
    hedge: 'good',
    source: fund('iShares Silver Trust (SLV)', 'SLV'),
  },
  {
    id: 'stocks',
    years1: 17.9,
    years5: 96.2,
    years10: 298.3,
    deviation: 15.7,
    judged: 'medium',
    liquidity: 'high',
    hedge: 'good',
    source: closes('S&P Dow Jones Indices (S&P 500)', 'https://www.slickcharts.com/sp500/returns'),
  },
  {
    id: 'bonds',
    years1: 7.2,
    years5: -2,
    years10: 21.6,
    deviation: null,
    judged: 'medium',
    liquidity: 'high',
    hedge: 'poor',
    source: fund('iShares Core US Aggregate Bond (AGG)', 'AGG'),
  },
  {
    id: 'property',
    years1: 3.3,
    years5: 25.5,
    years10: 65.1,
    deviation: null,
    judged: 'medium',
    liquidity: 'high',
    hedge: 'good',
    source: fund('Vanguard Real Estate (VNQ)', 'VNQ'),
  },
  {
    id: 'bitcoin',
    years1: -6.3,
    years5: 201.7,
    years10: 20_224.1,
    deviation: null,
    judged: 'high',
    liquidity: 'high',
    hedge: null,
    source: fund('BTC-USD', 'BTC-USD'),
  },
  {
    id: 'cash',
    years1: 4.2,
    years5: 16.5,
    years10: 22.4,
    deviation: null,
    judged: 'low',
    liquidity: 'high',
    hedge: 'good',
    source: fund('SPDR Bloomberg 1-3 Month T-Bill (BIL)', 'BIL'),
  },
];

const BRL: readonly AssetReturns[] = [
  {
    id: 'gold',
    years1: 45.5,
    years5: 145.9,
    years10: 463.1,
    deviation: 25.7,
    judged: 'high',
    liquidity: 'high',
    hedge: 'good',
    source: AVERAGES,
  },
  {
    id: 'silver',
    years1: 81.2,
    years5: 164.8,
    years10: 520.4,
    deviation: 36.2,
    judged: 'high',
    liquidity: 'high',
    hedge: 'good',
    source: AVERAGES,
  },
  {
    id: 'dollar',
    years1: -10.6,
    years5: 6,
    years10: 40.6,
    deviation: 14.5,
    judged: 'medium',
    liquidity: 'high',
    hedge: 'poor',
    source: AVERAGES,
  },
  {
    id: 'cdi',
    years1: 14.3,
    years5: 68.2,
    years10: null,
    deviation: null,
    judged: 'low',
    liquidity: 'medium',
    hedge: 'good',
    source: {
      name: 'B3 / Banco Central do Brasil (SGS 4391)',
      url: 'https://api.bcb.gov.br/dados/serie/bcdata.sgs.4391/dados?formato=json',
      asOf: YEAR_END,
    },
  },
  {
    id: 'ibovespa',
    years1: 33.95,
    years5: 35.4,
    years10: null,
    deviation: null,
    judged: 'medium',
    liquidity: 'high',
    hedge: 'good',
    source: closes('B3 (Ibovespa)', 'https://bolsodoinvestidor.com/?p=6987'),
  },
];

export const RETURNS: Readonly<Record<ReturnCurrency, readonly AssetReturns[]>> = { BRL, USD };
