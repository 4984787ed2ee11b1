// The sources of the learning page's figures: by article, by date of the timeline, and for the questions. A text with a
// figure but without a source here is not published (tests/unit/web/reading.test.ts).

import { type FactSource, SOURCES } from '../features/prices/facts.ts';

function source(name: string, url: string, asOf: string | null): FactSource {
  return { name, url, asOf };
}

/** The official text of a Brazilian law. */
const law = (name: string, path: string): FactSource =>
  source(name, `https://www.planalto.gov.br/ccivil_03/${path}`, null);

/** Monthly averages; `asOf` is the last month that the sentence mentions. */
const averages = (asOf: string): FactSource => ({ ...SOURCES.monthlyAverages, asOf });

const OUNCE = source('ISO 31-3', 'http://semanticconcepts.nl/browser.php?ConceptID=15792', null);
const FINE_BAR = source('Vaulted', 'https://vaulted.com/faq/', null);
const HOURS = source(
  'CME Group, Gold futures contract specifications',
  'https://www.cmegroup.com/trading/metals/precious/gold_contractSpecs_futures.html',
  null,
);
const GOLD_FUND = source(
  'SPDR Gold Shares (GLD), Yahoo Finance',
  'https://finance.yahoo.com/quote/GLD/history',
  '2025-12-31',
);
const SP500 = source(
  'S&P Dow Jones Indices, S&P 500',
  'https://www.slickcharts.com/sp500/returns',
  '2025-12-31',
);
const REAIS = source('US Federal Reserve, H.10', 'https://github.com/datasets/exchange-rates', '2025-12');

export const ARTICLE_SOURCES: Readonly<Record<string, readonly FactSource[]>> = {
  basics: [OUNCE, SOURCES.goodDelivery, FINE_BAR, HOURS],
  why: [SOURCES.goldMined, SOURCES.goldSupply, SOURCES.goldDemand, averages('2006-05')],
  how: [],
  portfolio: [averages('2025-12'), REAIS],
  versus: [GOLD_FUND, SP500, SOURCES.silverDemand, averages('1999-07')],
  timing: [averages('2020-07'), averages('2026-07')],
};

/** The four ways of owning metal: LBMA's description of accounts. */
export const TYPE_SOURCES: readonly FactSource[] = [
  source(
    'LBMA, The OTC Guide: precious metal accounts',
    'https://www.lbma.org.uk/publications/the-otc-guide/precious-metal-accounts',
    null,
  ),
];

const LBMA_RECORD = source(
  'LBMA',
  'https://www.lbma.org.uk/articles/record-lbma-gold-price-as-it-smashes-2-000-ceiling',
  '2020-08-05',
);

export const EVENT_SOURCES: Readonly<Record<string, readonly FactSource[]>> = {
  '550bc': [
    source(
      'British Museum, Gold coin of Croesus',
      'http://web.archive.org/web/20151018120458/http:/www.britishmuseum.org/explore/highlights/highlight_objects/cm/g/gold_croesid_coin.aspx',
      '2015-10-18',
    ),
  ],
  '1792': [
    source(
      'Coinage Act of 1792',
      'https://www.liquisearch.com/coinage_act_of_1792/authorization_and_free_coinage',
      null,
    ),
  ],
  '1933': [
    source(
      'Executive Order 6102, Wikisource',
      'https://en.wikisource.org/wiki/Executive_Order_6102',
      '1933-04-05',
    ),
  ],
  '1971': [
    source('ProCon.org', 'https://gold-standard.procon.org/view.resource.php?resourceID=005901', null),
  ],
  '1980': [
    source(
      'Numismatic News, What is the gold record?',
      'https://www.numismaticnews.net/archive/what-is-the-gold-record',
      null,
    ),
  ],
  '2008': [LBMA_RECORD, averages('2008-11')],
  '2011': [
    source(
      'Chards, Record gold price',
      'https://www.chards.co.uk/blog/record-gold-price-and-all-time-price-highs/612',
      null,
    ),
  ],
  '2020': [LBMA_RECORD],
  '2024': [
    source(
      'World Gold Council, Gold Demand Trends Full Year 2024',
      'https://www.owmarkets.com/market-analysis/71/world-gold-council-report-explained-gold-demand-overview-in-2024',
      '2024',
    ),
  ],
};

export const QUESTION_SOURCES: readonly FactSource[] = [
  averages('2025-12'),
  law('Lei 7.766/1989, art. 4º', 'leis/l7766.htm'),
  law('Lei 11.033/2004, art. 3º', '_ato2004-2006/2004/lei/l11033.htm'),
  source('Ourocred DTVM', 'https://www.ourocreddtvm.com.br/tributacaoouro.php', null),
  law('Lei 13.259/2016', '_ato2015-2018/2016/lei/l13259.htm'),
  law('Lei 14.754/2023, arts. 2º e 3º', '_ato2023-2026/2023/lei/l14754.htm'),
];
