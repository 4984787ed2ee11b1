// The market facts of the public pages, each with its source and date (P11). Single values are quoted with attribution; no
// publisher's table is copied. A value without all of this is not in this file, and one that cannot be stated without an
// excuse is not shown. Notes of the research, for who renews the figures:
// - World Silver Survey 2026: two independent transcriptions of its table agree on mine production, industry, coins and bars,
//   and the total.
// - Reserves by country, Brazil's purchases and the producers of silver: read in publications that quote the named one.
// - The bars' fineness: the rules' own text, and two refiners' summaries of it.

export type FactSource = {
  readonly name: string;
  readonly url: string;
  /** The period of the figure: `2025`, `2026-07`, `2025-12-31`. Null for a rule, a definition or a law: the name dates it. */
  readonly asOf: string | null;
};
export type Fact = { readonly value: number; readonly source: FactSource };

const WGC_DEMAND =
  'https://www.gold.org/goldhub/research/gold-demand-trends/gold-demand-trends-full-year-2025';

export const SOURCES = {
  goldDemand: {
    name: 'World Gold Council, Gold Demand Trends Full Year 2025',
    url: WGC_DEMAND,
    asOf: '2025',
  },
  goldSupply: {
    name: 'World Gold Council, Gold Demand Trends Full Year 2025',
    url: `${WGC_DEMAND}/supply`,
    asOf: '2025',
  },
  goldMined: {
    name: 'World Gold Council, How much gold has been mined?',
    url: 'https://www.gold.org/about-gold/gold-supply/gold-mining/how-much-gold-has-been-mined',
    asOf: '2025-12-31',
  },
  reserves: {
    name: 'World Gold Council / IMF International Financial Statistics',
    url: 'https://www.gold.org/goldhub/data/gold-reserves-by-country',
    asOf: '2026-09',
  },
  silverDemand: {
    name: 'The Silver Institute / Metals Focus, World Silver Survey 2026',
    url: 'https://silverinstitute.org/wp-content/uploads/2026/04/World-Silver-Survey-2026.pdf',
    asOf: '2025',
  },
  silverMines: {
    name: 'US Geological Survey, Mineral Commodity Summaries 2026',
    url: 'https://pubs.usgs.gov/periodicals/mcs2026/mcs2026-silver.pdf',
    asOf: '2025',
  },
  monthlyAverages: {
    name: 'World Bank, Commodity Price Data (The Pink Sheet)',
    url: 'https://www.worldbank.org/en/research/commodity-markets',
    asOf: '2026-06',
  },
  goodDelivery: {
    name: 'LBMA, Good Delivery Rules',
    url: 'https://www.lbma.org.uk/good-delivery-rules',
    asOf: null,
  },
} as const satisfies Readonly<Record<string, FactSource>>;

function fact(value: number, source: FactSource): Fact {
  return { value, source };
}

/** Tonnes, unless the name says otherwise. */
export const GOLD = {
  mined: fact(219_891, SOURCES.goldMined),
  demand: fact(5_002.3, SOURCES.goldSupply),
  mineProduction: fact(3_671.6, SOURCES.goldSupply),
  barsAndCoins: fact(1_374.1, { ...SOURCES.goldDemand, url: `${WGC_DEMAND}/investment` }),
  brazilBought: fact(42.79, {
    name: 'World Gold Council / IMF (Mitrade)',
    url: 'https://www.mitrade.com/insights/commodity-analysis/metal/cryptopolitan-XAUUSD-202601301416',
    asOf: '2025',
  }),
  reservesImf: fact(2_814.04, SOURCES.reserves),
  /** Largest fall of the monthly averages since 1971, January 1980 to July 1999, in percent. */
  largestFall: fact(-62.1, SOURCES.monthlyAverages),
  barFineness: fact(995, SOURCES.goodDelivery),
} as const;

/** Millions of ounces, unless the name says otherwise. */
export const SILVER = {
  demand: fact(1_130.6, SOURCES.silverDemand),
  /** Supply less demand: a deficit. */
  balance: fact(-40.3, SOURCES.silverDemand),
  /** The world's mine production in tonnes, to which the producers' shares refer. */
  producedTonnes: fact(26_000, SOURCES.silverMines),
  /** January 1980 to March 1993, in percent. */
  largestFall: fact(-90.6, SOURCES.monthlyAverages),
  barFineness: fact(999, SOURCES.goodDelivery),
} as const;

/** A slice of a whole; `of` names the slice it is part of, so that it is not counted twice. */
export type Part<Id extends string> = {
  readonly id: Id;
  readonly value: number;
  readonly source: FactSource;
  readonly of?: Id;
};

export type GoldSector = 'jewellery' | 'technology' | 'investment' | 'centralBanks' | 'rest';

/** Tonnes in 2025. The rest is the published total less the four sectors, so that the parts add up. */
export const GOLD_DEMAND: readonly Part<GoldSector>[] = [
  { id: 'investment', value: 2_175.3, source: { ...SOURCES.goldDemand, url: `${WGC_DEMAND}/investment` } },
  { id: 'jewellery', value: 1_542.3, source: { ...SOURCES.goldDemand, url: `${WGC_DEMAND}/jewellery` } },
  { id: 'centralBanks', value: 863.3, source: SOURCES.goldDemand },
  { id: 'technology', value: 322.8, source: { ...SOURCES.goldDemand, url: `${WGC_DEMAND}/technology` } },
  { id: 'rest', value: 98.6, source: SOURCES.goldDemand },
];

export type SilverSector =
  | 'industrial'
  | 'photovoltaics'
  | 'coinBar'
  | 'jewellery'
  | 'silverware'
  | 'photography';

/** Millions of ounces in 2025. The parts add up to 1,130.7: the survey rounds each line. */
export const SILVER_DEMAND: readonly Part<SilverSector>[] = [
  { id: 'industrial', value: 657.4, source: SOURCES.silverDemand },
  { id: 'photovoltaics', value: 186.6, source: SOURCES.silverDemand, of: 'industrial' },
  { id: 'coinBar', value: 217.7, source: SOURCES.silverDemand },
  { id: 'jewellery', value: 189.3, source: SOURCES.silverDemand },
  { id: 'silverware', value: 42.1, source: SOURCES.silverDemand },
  { id: 'photography', value: 24.2, source: SOURCES.silverDemand },
];

export type Country =
  | 'us'
  | 'de'
  | 'it'
  | 'fr'
  | 'cn'
  | 'ru'
  | 'ch'
  | 'in'
  | 'jp'
  | 'pl'
  | 'br'
  | 'mx'
  | 'pe'
  | 'bo'
  | 'cl';

export type Holding = {
  readonly country: Country;
  readonly tonnes: number;
  /** Gold in the country's total reserves, at the market price. */
  readonly percentOfReserves: number;
  readonly source: FactSource & { readonly asOf: string };
};

function holding(country: Country, tonnes: number, percentOfReserves: number, asOf: string): Holding {
  return { country, tonnes, percentOfReserves, source: { ...SOURCES.reserves, asOf } };
}

/** The ten largest official holdings among countries, and Brazil's. */
export const CENTRAL_BANKS: readonly Holding[] = [
  holding('us', 8_133.46, 81.41, '2026-07'),
  holding('de', 3_349.48, 81, '2026-04'),
  holding('it', 2_451.84, 77.06, '2026-07'),
  holding('fr', 2_436.97, 78.54, '2026-04'),
  holding('cn', 2_366.33, 8.08, '2026-07'),
  holding('ru', 2_276.76, 41.31, '2026-07'),
  holding('ch', 1_039.94, 12.38, '2026-06'),
  holding('in', 880.51, 16.24, '2026-07'),
  holding('jp', 845.97, 8.51, '2026-06'),
  holding('pl', 640.21, 28.17, '2026-07'),
  holding('br', 172.44, 6.07, '2026-06'),
];

export type Producer = { readonly country: Country; readonly tonnes: number; readonly source: FactSource };

/** The eight largest silver-mining countries, tonnes in 2025, estimated by the source. */
export const SILVER_PRODUCERS: readonly Producer[] = (
  [
    ['mx', 6_300],
    ['pe', 3_600],
    ['cn', 3_400],
    ['bo', 1_500],
    ['cl', 1_400],
    ['pl', 1_300],
    ['ru', 1_200],
    ['us', 1_100],
  ] as const
).map(([country, tonnes]) => ({ country, tonnes, source: SOURCES.silverMines }));
