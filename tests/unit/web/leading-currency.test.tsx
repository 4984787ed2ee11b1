// With reais chosen, reais lead on every surface that shows the customer's money or a price, and dollars only stand beside
// them (P49); a price per gram is never under the words of the ounce (P50). Portuguese chooses both by default.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { AlertForm } from '../../../web/features/account/alert-form.tsx';
import { AlertRow } from '../../../web/features/account/alert-row.tsx';
import { LivePanel } from '../../../web/features/prices/live-panel.tsx';
import { PriceCard } from '../../../web/features/prices/price-card.tsx';
import { PriceLine } from '../../../web/features/prices/price-line.tsx';
import { FeeTable } from '../../../web/features/prices/fee-table.tsx';
import { SpotCard } from '../../../web/features/prices/spot-card.tsx';
import { SpotStats } from '../../../web/features/prices/spot-stats.tsx';
import { AllocationAnalyzer } from '../../../web/features/site/calculators/allocation-analyzer.tsx';
import { DcaCalculator } from '../../../web/features/site/calculators/dca-calculator.tsx';
import { InvestmentCalculator } from '../../../web/features/site/calculators/investment-calculator.tsx';
import { PriceCalculator } from '../../../web/features/site/calculators/price-calculator.tsx';
import { RetirementCalculator } from '../../../web/features/site/calculators/retirement-calculator.tsx';
import { AllocationCard } from '../../../web/features/trading/allocation-card.tsx';
import { QuotePanel } from '../../../web/features/trading/cost-panel.tsx';
import { HoldingsCard } from '../../../web/features/trading/holdings-card.tsx';
import { LOADING_PORTFOLIO } from '../../../web/features/trading/live-portfolio.ts';
import { MetricCards } from '../../../web/features/trading/metric-cards.tsx';
import { OrderSummary } from '../../../web/features/trading/order-summary.tsx';
import { Receipt } from '../../../web/features/trading/receipt.tsx';
import { rangeOf, rateAt } from '../../../web/features/trading/receipt-rate.ts';
import { TransactionsCard } from '../../../web/features/trading/transactions-card.tsx';
import { transactionsQuery } from '../../../web/features/trading/transactions-query.ts';
import { revalue } from '../../../web/features/trading/revalue.ts';
import { ShownCurrency } from '../../../web/i18n/currency.ts';
import type { Currency } from '../../../web/i18n/format.ts';
import { RateContext } from '../../../web/i18n/display.ts';
import { rateHistoryQuery } from '../../../web/live/history-query.ts';
import { pricesQuery } from '../../../web/live/prices-query.ts';
import type { FxHistory } from '../../../worker/contract/prices.ts';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import { NO_MARKS, valuePortfolio } from '../../../worker/domain/portfolio.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { Value } from '../../../web/ui/value.tsx';
import { aSnapshot, SNAPSHOT_AT } from '../../support/snapshots.ts';

const SNAPSHOT = aSnapshot();
const RATE = SNAPSHOT.fx;
const nothing = () => undefined;

function clientAt(rate: typeof RATE | undefined): QueryClient {
  const client = new QueryClient();
  client.setQueryData(pricesQuery.queryKey, { ...SNAPSHOT, fx: rate ?? null });
  return client;
}

function draw(part: ReactNode, rate: typeof RATE | undefined = RATE, client = clientAt(rate)): string {
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/dashboard']}>
      <QueryClientProvider client={client}>
        <RateContext value={rate}>{part}</RateContext>
      </QueryClientProvider>
    </MemoryRouter>,
  ).replaceAll('\u00a0', ' ');
}

const LIVE = revalue(
  valuePortfolio(
    {
      cashCents: 30_000,
      pendingCashCents: 5_000,
      bonusClaimed: true,
      holdings: [
        {
          metal: 'gold',
          ouncesE4: 1_450,
          heldOuncesE4: 0,
          costBasisCents: 64_000,
          realisedGainCents: 120,
          boughtCents: 64_000,
        },
      ],
    },
    NO_MARKS,
  ),
  SNAPSHOT,
);
const STATE = { ...LOADING_PORTFOLIO, live: LIVE };
const POSITION = { cashCents: 300_000, ouncesE4: 20_000, heldOuncesE4: 0, costBasisCents: 0 };

const QUOTE = {
  quote: 'signed',
  side: 'buy',
  metal: 'gold',
  ouncesE4: 322,
  priceCents: 438_938,
  subtotalCents: 14_134,
  feeCents: 71,
  totalCents: 14_205,
  priceAsOf: SNAPSHOT_AT,
  issuedAt: SNAPSHOT_AT,
  expiresAt: SNAPSHOT_AT,
} as const;

const TRADE: Transaction = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  type: 'buy',
  metal: 'gold',
  ouncesE4: 322,
  priceCents: 438_938,
  subtotalCents: 14_134,
  feeCents: 71,
  totalCents: 14_205,
  realisedGainCents: null,
  status: 'completed',
  method: null,
  gateway: null,
  notes: null,
  createdAt: SNAPSHOT_AT,
  settledAt: null,
};

const ALERT = {
  id: 'one',
  metal: 'gold',
  direction: 'above',
  targetPriceCents: 450_000,
  isActive: true,
  state: 'armed',
  rearmPriceCents: 448_875,
  createdAt: SNAPSHOT_AT,
  lastFiredAt: null,
} as const;

const SURFACES: Readonly<Record<string, ReactNode>> = {
  'the price card': <PriceCard />,
  'the live panel': <LivePanel />,
  'the card of a metal': <SpotCard metal="gold" />,
  'the figures of a metal': <SpotStats metal="gold" />,
  "the footer's prices": <PriceLine />,
  'the metric cards': <MetricCards state={STATE} masked={false} />,
  'the holdings': <HoldingsCard state={STATE} masked={false} />,
  'the allocation': <AllocationCard state={STATE} masked={false} />,
  'the quote': (
    <QuotePanel
      held={{ quote: QUOTE, deadline: Date.now() + 20_000, rate: RATE }}
      position={POSITION}
      retries={null}
      onTimeUp={nothing}
      onConfirm={nothing}
      onBack={nothing}
    />
  ),
  'the order': <OrderSummary order={QUOTE} position={POSITION} />,
  'a receipt': <Receipt transaction={TRADE} portfolio={null} replayed={false} rate={RATE} actions={null} />,
};

describe('with reais chosen', () => {
  test.each(Object.entries(SURFACES))('reais lead on %s, and dollars stand beside them', (_, part) => {
    const html = draw(part);
    expect(html).toMatch(/R\$(?:<\/span>|\s)/u);
    // Each figure in dollars is inside what stands beside: nowhere does it lead.
    const dollars = [...html.matchAll(/<span class="money[^"]*"><span class="money-currency">US\$/gu)];
    expect(dollars.length).toBeGreaterThan(0);
    for (const { index } of dollars) {
      expect(html.slice(Math.max(0, index - 120), index)).toMatch(/beside/u);
    }
  });

  test.each(Object.entries(SURFACES))('without a rate %s shows the dollars that are known', (_, part) => {
    const html = draw(part, null);
    expect(html).toMatch(/US\$<\/span>|US\$ \d/u);
  });

  test('a fee is worked out on round reais, with the dollars of the trade beside them', () => {
    const html = draw(<FeeTable />);
    expect(html).toContain('R$ 1.000');
    expect(html).toContain('US$ 187,26');
    expect(html).toContain('R$ 50');
    expect(draw(<FeeTable />, null)).toContain('R$ 1.000');
  });

  test('an alert names its price in reais per gram, and the dollars per ounce that are kept', () => {
    const row = draw(<AlertRow alert={ALERT} onGone={nothing} />);
    // 4,500.00 dollars at 5.34 are 24,030.00 reais, over 31.1034768 g.
    expect(row).toContain('R$ 772,58/g (US$ 4.500,00/oz)');
    const form = draw(<AlertForm alerts={[]} />);
    expect(form).toContain('Preço-alvo por grama');
    expect(form).not.toContain('onça troy');
  });
});

describe('a calculator', () => {
  const CALCULATORS: Readonly<Record<string, ReactNode>> = {
    'of an investment': <InvestmentCalculator />,
    'of regular purchases': <DcaCalculator />,
    'of retirement': <RetirementCalculator />,
    'of an allocation': <AllocationAnalyzer />,
    'of a price': <PriceCalculator />,
  };
  /** The figures on the screen, in the order in which they are read. */
  const amounts = (part: ReactNode) =>
    draw(part)
      .replaceAll(/<[^>]*>/gu, '')
      .match(/(?:US|R)\$\s?\d[\d.,]*/gu) ?? [];

  test.each(Object.entries(CALCULATORS))('%s leads with reais where they are chosen', (_, part) => {
    const all = amounts(part);
    expect(all[0]).toMatch(/^R\$/u);
    const reais = all.filter((one) => one.startsWith('R$'));
    expect(reais.length).toBeGreaterThanOrEqual(all.length - reais.length);
  });

  test.each(Object.entries(CALCULATORS))('%s leads with dollars where they are', (_, part) => {
    expect(amounts(<ShownCurrency value="USD">{part}</ShownCurrency>)[0]).toMatch(/^US\$/u);
  });
});

describe('with grams chosen', () => {
  test.each(['the price card', 'the live panel', 'the card of a metal'])(
    'the price per gram on %s names its unit, and no words of the ounce stand over it',
    (name) => {
      const html = draw(SURFACES[name]);
      expect(html).toMatch(/data-unit="g".*?\/g</u);
      expect(html).toContain('/oz');
      expect(html).not.toMatch(/por onça troy/iu);
    },
  );

  test('weights are in grams, and papers show the ounces too', () => {
    expect(draw(SURFACES['the holdings'])).toContain('4,5100 g');
    const receipt = draw(SURFACES['a receipt']);
    expect(receipt).toContain('1,0015 g');
    expect(receipt).toContain('0,0322 oz = 1,0015 g');
  });
});

test.each([
  [-639, '−R$34,12−US$6,39'],
  [639, '+R$34,12+US$6,39'],
  [0, 'R$0,00US$0,00'],
])('the sign of %i cents stands before both currencies, as in sentences', (cents, text) => {
  expect(draw(<Value cents={cents} sign="always" />).replaceAll(/<[^>]*>/gu, '')).toBe(text);
});

describe('the list of transactions', () => {
  /** A purchase in the list, with the rates that are stored around its time. */
  function list(points: FxHistory['points'], currency: Currency = 'BRL'): string {
    const query = transactionsQuery({ status: 'all', search: '', terms: [], cents: null });
    const page = { transactions: [TRADE], total: 1, nextCursor: null };
    const client = clientAt(RATE);
    client.setQueryData(query.queryKey, { pages: [page], pageParams: [null] });
    for (const range of ['7D', '1M', '1Y', 'ALL'] as const) {
      client.setQueryData(rateHistoryQuery(range).queryKey, { points } as FxHistory);
    }
    const card = (
      <ShownCurrency value={currency}>
        <TransactionsCard masked={false} onOpen={nothing} />
      </ShownCurrency>
    );
    return draw(card, RATE, client).replaceAll(/<[^>]*>/gu, '');
  }
  const EARLIER = { at: new Date(Date.parse(SNAPSHOT_AT) - DAY_MS).toISOString(), rateE4: 50_000 };
  const AFTER = { at: new Date(Date.parse(SNAPSHOT_AT) + 1).toISOString(), rateE4: 60_000 };

  test('leads with reais at the rate of the time of each, like its receipt, and says so', () => {
    const text = list([EARLIER, { at: SNAPSHOT_AT, rateE4: 53_000 }, AFTER]);
    // 142.05 dollars at 5.30, and not at the live 5.34.
    expect(text).toContain('−R$752,87−US$142,05');
    expect(text).toContain('Em reais, ao câmbio do momento de cada movimentação.');
  });

  test('shows the dollars alone, and no rate, to who has chosen dollars', () => {
    const text = list([EARLIER], 'USD');
    expect(text).toContain('−US$142,05');
    expect(text).not.toMatch(/R\$|câmbio/u);
  });

  test('leads with dollars where no rate of that time is stored', () => {
    expect(list([AFTER])).toContain('−US$142,05R$–');
  });
});

describe('the rate of a receipt', () => {
  const now = Date.parse(SNAPSHOT_AT);
  test.each([
    [0, '7D'],
    [6.9, '7D'],
    [7, '1M'],
    [29.9, '1M'],
    [30, '1Y'],
    [365, 'ALL'],
  ] as const)('%d days old is looked up in %s', (days, range) => {
    expect(rangeOf(now - days * DAY_MS, now)).toBe(range);
  });

  test('is the last one stored at its time, and none before the first', () => {
    const points = [
      { at: '2026-11-20T10:00:00.000Z', rateE4: 53_000 },
      { at: '2026-11-20T11:00:00.000Z', rateE4: 53_100 },
    ];
    expect(rateAt({ points }, Date.parse('2026-11-20T11:59:00.000Z'))).toEqual({
      usdBrlE4: 53_100,
      asOf: '2026-11-20T11:00:00.000Z',
    });
    expect(rateAt({ points }, Date.parse('2026-11-20T10:30:00.000Z'))?.usdBrlE4).toBe(53_000);
    expect(rateAt({ points }, Date.parse('2026-11-20T09:59:00.000Z'))).toBeNull();
  });
});
