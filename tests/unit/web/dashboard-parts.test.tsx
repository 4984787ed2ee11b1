// Parts of the dashboard and of its dialogs, drawn from their data.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { RateContext } from '../../../web/i18n/display.ts';
import { BonusCard } from '../../../web/features/account/bonus-card.tsx';
import { AllocationCard } from '../../../web/features/trading/allocation-card.tsx';
import { PortfolioChart } from '../../../web/features/trading/portfolio-chart.tsx';
import { QuotePanel } from '../../../web/features/trading/cost-panel.tsx';
import { CostRows } from '../../../web/features/trading/cost-rows.tsx';
import { BonusTerms } from '../../../web/features/trading/deposit-form.tsx';
import { HoldingsCard } from '../../../web/features/trading/holdings-card.tsx';
import { LOADING_PORTFOLIO, type PortfolioState } from '../../../web/features/trading/live-portfolio.ts';
import { Available } from '../../../web/features/trading/order-form.tsx';
import type { CostedPosition } from '../../../web/features/trading/order.ts';
import { revalue } from '../../../web/features/trading/revalue.ts';
import type { HeldQuote } from '../../../web/features/trading/ticket.ts';
import { TicketBody } from '../../../web/features/trading/trade-dialog.tsx';
import { TransactionsCard } from '../../../web/features/trading/transactions-card.tsx';
import { transactionsQuery } from '../../../web/features/trading/transactions-query.ts';
import type { TradeTicket } from '../../../web/features/trading/use-ticket.ts';
import { pricesQuery } from '../../../web/live/prices-query.ts';
import type { Transaction, TransactionsPage } from '../../../worker/contract/transactions.ts';
import { NO_MARKS, valuePortfolio } from '../../../worker/domain/portfolio.ts';
import dashboardWords from '#messages/dashboard.json' with { type: 'json' };
import words from '#messages/orders.json' with { type: 'json' };
import listWords from '#messages/transactions.json' with { type: 'json' };
import { aSnapshot } from '../../support/snapshots.ts';

const { deposit, trade } = words;
const bonusWords = dashboardWords.bonus;
const nothing = () => undefined;

const draw = (part: ReactNode): string =>
  renderToStaticMarkup(<MemoryRouter initialEntries={['/dashboard']}>{part}</MemoryRouter>)
    .replaceAll(/&#x27;/gu, "'")
    .replaceAll('\u00a0', ' ');

/** What a screen reader reads. */
const read = (html: string): string =>
  html.replaceAll(/<(\w+)[^>]*aria-hidden="true".*?<\/\1>/gu, '').replaceAll(/<[^>]+>/gu, ' ');

const HELD_RATE = { usdBrlE4: 53_000, asOf: '2026-11-21T12:00:00.000Z' };

const POSITION: CostedPosition = {
  cashCents: 584_012,
  ouncesE4: 20_000,
  heldOuncesE4: 20_000,
  costBasisCents: 0,
};

const HELD: HeldQuote = {
  deadline: Date.now() + 20_000,
  rate: HELD_RATE,
  quote: {
    quote: 'signed',
    side: 'buy',
    metal: 'gold',
    ouncesE4: 5_000,
    priceCents: 438_938,
    subtotalCents: 219_469,
    feeCents: 1_098,
    totalCents: 220_567,
    priceAsOf: '2026-11-21T12:00:00.000Z',
    issuedAt: '2026-11-21T12:00:01.000Z',
    expiresAt: '2026-11-21T12:00:21.000Z',
  },
};

const DRAFT = {
  side: 'buy',
  metal: 'gold',
  by: 'weight',
  units: { currency: 'BRL', weight: 'oz' },
  text: '0,5',
  max: false,
} as const;

const ACTIONS = {
  edit: nothing,
  ask: nothing,
  timeUp: nothing,
  back: nothing,
  confirm: nothing,
  sendAgain: nothing,
  startOver: nothing,
};

/** Two ounces of silver from the bonus, and 640 dollars of gold. */
const STATE: PortfolioState = {
  ...LOADING_PORTFOLIO,
  live: revalue(
    valuePortfolio(
      {
        cashCents: 30_000,
        pendingCashCents: 0,
        bonusClaimed: true,
        bonusClock: { netPurchasesCents: 64_000, bonusSince: null },
        holdings: [
          {
            metal: 'gold',
            ouncesE4: 1_450,
            heldOuncesE4: 0,
            costBasisCents: 64_000,
            realisedGainCents: 0,
            boughtCents: 64_000,
          },
          {
            metal: 'silver',
            ouncesE4: 20_000,
            heldOuncesE4: 20_000,
            costBasisCents: 0,
            realisedGainCents: 0,
            boughtCents: 0,
          },
        ],
      },
      NO_MARKS,
    ),
    aSnapshot(),
  ),
};

test('the portfolio’s chart has the shape of a chart before anything is known', () => {
  const html = draw(
    <QueryClientProvider client={new QueryClient()}>
      <PortfolioChart live={undefined} masked={false} waiting />
    </QueryClientProvider>,
  );
  expect(html).toContain('class="chart-shape"');
});

describe('the money of an order', () => {
  const empty = { side: 'buy', metal: 'gold', order: null, position: POSITION } as const;

  test('says once what it waits for while nothing is typed, and reads no dashes', () => {
    const spoken = read(draw(<CostRows {...empty} priceCents={438_938} />));
    expect(spoken.trim()).toBe(trade.figuresLater);
  });

  test('says that there is no price where there is none', () => {
    expect(read(draw(<CostRows {...empty} priceCents={null} />)).trim()).toBe(trade.errors.NoPrice);
  });

  test('of a held quote is in reais at the rate at which it was asked, and names its total once', () => {
    const html = draw(
      <RateContext value={HELD.rate}>
        <QuotePanel
          held={HELD}
          position={POSITION}
          retries={null}
          onTimeUp={nothing}
          onConfirm={nothing}
          onBack={nothing}
        />
      </RateContext>,
    );
    // 2,205.67 at 5.30.
    expect(html).toContain('11.690,05');
    expect(html).toContain(trade.rate.quote);
    expect(html.split(trade.totalPay)).toHaveLength(2);
  });
});

describe('a ticket whose price is held', () => {
  const client = new QueryClient();
  // 6.00 reais to the dollar by now.
  const live = { usdBrlE4: 60_000, asOf: '2026-11-21T12:00:09.000Z' };
  client.setQueryData(pricesQuery.queryKey, aSnapshot({ fx: live }));
  const quoted = (name: 'quoted' | 'confirming' | 'expired') => {
    const stage = { name, held: HELD, error: null, retries: 0 } as unknown as TradeTicket['stage'];
    const order = { side: 'buy', metal: 'gold', amount: null } as const;
    if (STATE.live === undefined) throw new Error('no portfolio');
    return draw(
      <QueryClientProvider client={client}>
        <RateContext value={live}>
          <TicketBody
            open
            order={order}
            portfolio={STATE.live}
            badge={null}
            onClose={nothing}
            onDeposit={nothing}
            onSeeBonus={nothing}
            onSeeTransactions={nothing}
            ticket={{ draft: DRAFT, stage, round: 1, before: POSITION }}
            actions={ACTIONS}
            amount={{ current: null }}
          />
        </RateContext>
      </QueryClientProvider>,
    );
  };

  test.each(['quoted', 'confirming'] as const)('shows reais that do not move while it is %s', (name) => {
    // 2,205.67 and 4,389.38 at 5.30, and nothing at 6.00.
    expect(quoted(name)).toContain('11.690,05');
    expect(quoted(name)).toContain('23.263,71');
    expect(quoted(name)).not.toContain('13.234,02');
    expect(quoted(name)).not.toContain('26.336,28');
  });

  test('shows them at the rate of now once the price no longer holds', () => {
    expect(quoted('expired')).toContain('13.234,02');
    expect(quoted('expired')).not.toContain('11.690,05');
  });
});

describe('the welcome bonus', () => {
  test.each(['available', 'held'] as const)('that is %s has its own terms beside a deposit', (bonus) => {
    const [start = ''] = deposit.bonus[bonus].split('{{');
    expect(draw(<BonusTerms bonus={bonus} />)).toContain(start);
  });

  test('that is free, or not known, promises nothing beside a deposit', () => {
    expect(draw(<BonusTerms bonus="free" />)).toBe('');
    expect(draw(<BonusTerms bonus={null} />)).toBe('');
  });

  test('that holds a whole holding says so in its place, with the way to the bonus, and offers no sale', () => {
    const card = draw(
      <HoldingsCard
        state={STATE}
        masked={false}
        actions={{ onTrade: nothing, onDeposit: nothing, onSeeBonus: nothing }}
      />,
    );
    const row = card.slice(card.indexOf('data-metal="silver"'));
    expect(row.match(/<button/gu)).toHaveLength(2);
    expect(row).toContain('Como liberar para venda: Prata');
    expect(row).not.toContain('Vender: Prata');
    expect(card).toContain('Vender: Ouro');
  });

  test('and so does the sale of it', () => {
    const sale = {
      side: 'sell',
      metal: 'silver',
      by: 'weight',
      units: { currency: 'USD', weight: 'oz' },
      text: '',
      max: false,
    } as const;
    const available = (position: CostedPosition) =>
      draw(
        <Available
          draft={sale}
          position={position}
          priceCents={5_842}
          freeStockE4={0}
          onSeeBonus={nothing}
        />,
      );
    expect(available(POSITION)).toContain(trade.seeBonus);
    expect(available(POSITION)).toContain('US$ 1.000');
    expect(available({ ...POSITION, ouncesE4: 20_001 })).not.toContain(trade.seeBonus);
    expect(available({ ...POSITION, heldOuncesE4: 0 })).not.toContain(trade.seeBonus);
  });
});

describe('hidden balances', () => {
  const { live } = STATE;
  if (live === undefined) throw new Error('no portfolio');
  const bonus = (masked: boolean) => draw(<BonusCard id="bonus" portfolio={live} masked={masked} />);
  const allocation = (masked: boolean) => draw(<AllocationCard state={STATE} masked={masked} />);

  test('say what the bonus lacks, since when it lacks nothing, and that it is free', () => {
    const card = (change: Partial<typeof live.bonus>) =>
      draw(
        <BonusCard id="bonus" portfolio={{ ...live, bonus: { ...live.bonus, ...change } }} masked={false} />,
      );
    const [missing = ''] = bonusWords.held.missing.split('{{');
    expect(card({})).toContain(missing);
    expect(card({})).toContain('360,00');
    const net = { cents: 112_000, since: '2026-11-02T12:00:00.000Z', freesAt: '2026-12-02T12:00:00.000Z' };
    expect(card({ net })).toMatch(/2 de nov\. de 2026.*2 de dezembro de 2026/su);
    expect(card({ net })).not.toContain(missing);
    // Of an answer kept from before there was such a figure.
    expect(card({ net: undefined })).not.toContain('<progress');
    expect(card({ status: 'free' })).toContain(bonusWords.free.badge);
  });

  test('hide how far the bonus is, in figures and as a bar', () => {
    expect(bonus(false)).toContain('<progress');
    expect(bonus(false)).toContain('640,00');
    expect(bonus(true)).not.toContain('<progress');
    expect(bonus(true)).not.toContain('640');
  });

  test('hide what the portfolio is made of, in percent and as a bar', () => {
    expect(allocation(false)).toMatch(/\d,\d%/u);
    expect(allocation(false)).toContain('<rect');
    expect(allocation(true)).not.toMatch(/\d%/u);
    expect(allocation(true)).not.toContain('<rect');
  });
});

describe('the count of movements', () => {
  const aDeposit = (id: string): Transaction => ({
    id,
    type: 'deposit',
    metal: null,
    ouncesE4: null,
    priceCents: null,
    subtotalCents: 10_000,
    feeCents: 0,
    totalCents: 10_000,
    realisedGainCents: null,
    status: 'completed',
    method: 'wire',
    gateway: null,
    notes: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    settledAt: null,
  });
  const card = (shown: number, total: number, how: Partial<TransactionsPage> = {}) => {
    const client = new QueryClient();
    const transactions = Array.from({ length: shown }, (_, n) => aDeposit(`${n}`));
    const query = transactionsQuery({ status: 'all', search: '', terms: [], cents: null });
    const nextCursor = shown < total ? 'next' : null;
    const page: TransactionsPage = { transactions, total, nextCursor, ...how };
    client.setQueryData(query.queryKey, { pages: [page], pageParams: [null] });
    return draw(
      <QueryClientProvider client={client}>
        <TransactionsCard masked={false} onOpen={nothing} />
      </QueryClientProvider>,
    );
  };

  test.each([
    [8, 23, '8 de 23 movimentações'],
    [8, 1_234, '8 de 1.234 movimentações'],
    [5, 5, '5 movimentações'],
    [1, 1, '1 movimentação'],
  ])('with %i of %i on the screen is "%s"', (shown, total, text) => {
    expect(card(shown, total)).toContain(`>${text}<`);
  });

  test('that was cut off is said to be at least that', () => {
    expect(card(8, 2_000, { atLeast: true })).toContain('>8 de pelo menos 2.000 movimentações<');
    expect(card(8, 23)).toContain(`>${listWords.loadMore}<`);
  });

  test.each([
    [3, '3 movimentações de 21 de nov. de 2026 em diante'],
    [1, '1 movimentação de 21 de nov. de 2026 em diante'],
  ])('of a search that looked at a part says how far, and older ones are searched: %i', (found, text) => {
    const html = card(found, found, { searchedTo: '2026-11-21T15:00:00.000Z', nextCursor: 'older' });
    expect(html).toContain(`>${text}<`);
    expect(html).toContain(`>${listWords.older.action}<`);
    expect(html).not.toContain(listWords.loadMore);
  });
});
