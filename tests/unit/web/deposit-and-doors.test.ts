import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialogIn, queryOf } from '../../../web/features/trading/use-dialogs.ts';
import { depositCost, readDeposit } from '../../../web/features/trading/deposit.ts';
import { openingDraft, readSize } from '../../../web/features/trading/order.ts';
import { sellableOf } from '../../../web/features/trading/sellable.ts';
import { BUY_GOLD } from '../../../web/shell/site-links.ts';
import { AMOUNT_MAX_CENTS, ORDER_MAX_OUNCES_E4 } from '../../../worker/domain/limits.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { ticketPath } from '../../../worker/domain/ticket-path.ts';
import { SIDES } from '../../../worker/domain/trades.ts';
import { downsampled } from '../../../web/features/prices/use-sparkline.ts';

describe('a deposit as typed', () => {
  it.each([
    ['100', 'pt-BR', 10_000],
    ['1.000,50', 'pt-BR', 100_050],
    ['1,000.50', 'en', 100_050],
    ['100.000', 'pt-BR', 10_000_000],
    ['US$ 500', 'pt-BR', 50_000],
  ] as const)('%j in %s is %i cents', (text, locale, amountCents) => {
    expect(readDeposit({ text, currency: 'USD' }, locale, null)).toEqual({ ok: true, amountCents });
  });

  it.each([
    ['', 'empty'],
    ['muito', 'format'],
    ['100,001', 'decimals'],
    ['99,99', 'DepositBelowMinimum'],
    ['0', 'DepositBelowMinimum'],
    ['100.000,01', 'DepositAboveMaximum'],
    ['-100', 'format'],
    ['R$ 500', 'unit'],
  ] as const)('%j is refused as %s', (text, problem) => {
    expect(readDeposit({ text, currency: 'USD' }, 'pt-BR', null)).toEqual({ ok: false, problem });
  });

  it("costs the card's fee, rounded up, on top of what is credited", () => {
    const read = readDeposit({ text: '100,01', currency: 'USD' }, 'pt-BR', null);
    expect(depositCost(read, 'debit_card')).toEqual({
      amountCents: 10_001,
      feeCents: 251,
      totalToPayCents: 10_252,
    });
    expect(depositCost(read, 'bank_transfer')).toEqual({
      amountCents: 10_001,
      feeCents: 0,
      totalToPayCents: 10_001,
    });
    expect(depositCost(readDeposit({ text: '1', currency: 'USD' }, 'pt-BR', null), 'wire')).toBeNull();
  });
});

describe("the addresses of the dashboard's dialogs", () => {
  it.each([
    ['', null],
    ['trade=buy&metal=gold', { kind: 'trade', side: 'buy', metal: 'gold' }],
    ['trade=sell&metal=silver', { kind: 'trade', side: 'sell', metal: 'silver' }],
    ['trade=buy', { kind: 'trade', side: 'buy', metal: 'gold' }],
    ['trade=buy&metal=platinum', { kind: 'trade', side: 'buy', metal: 'gold' }],
    ['trade=hold&metal=gold', null],
    ['deposit=1', { kind: 'deposit' }],
    ['withdraw=1', { kind: 'withdraw' }],
    ['other=1', null],
    [
      'trade=buy&metal=gold&totalCents=100500',
      { kind: 'trade', side: 'buy', metal: 'gold', size: { by: 'money', totalCents: 100_500 } },
    ],
    [
      'trade=buy&metal=silver&ouncesE4=5000',
      { kind: 'trade', side: 'buy', metal: 'silver', size: { by: 'weight', ouncesE4: 5_000 } },
    ],
    // What no order can be is not carried over.
    ['trade=buy&metal=gold&totalCents=0', { kind: 'trade', side: 'buy', metal: 'gold' }],
    ['trade=buy&metal=gold&totalCents=-5', { kind: 'trade', side: 'buy', metal: 'gold' }],
    ['trade=buy&metal=gold&ouncesE4=1.5', { kind: 'trade', side: 'buy', metal: 'gold' }],
    [
      `trade=buy&metal=gold&ouncesE4=${ORDER_MAX_OUNCES_E4 + 1}`,
      { kind: 'trade', side: 'buy', metal: 'gold' },
    ],
    ['trade=buy&metal=gold&totalCents=9007199254740993000', { kind: 'trade', side: 'buy', metal: 'gold' }],
  ] as const)('?%s', (query, dialog) => {
    expect(dialogIn(new URLSearchParams(query))).toEqual(dialog);
  });

  it('lead back to the same dialog', () => {
    const dialog = { kind: 'trade', side: 'sell', metal: 'silver' } as const;
    expect(dialogIn(new URLSearchParams(queryOf(dialog)))).toEqual(dialog);
    for (const kind of ['deposit', 'withdraw'] as const)
      expect(dialogIn(new URLSearchParams(queryOf({ kind })))).toEqual({ kind });
  });
});

describe('from a public page to the ticket', () => {
  const orders = fc.record({
    side: fc.constantFrom(...SIDES),
    metal: fc.constantFrom(...TRADED_METALS),
    size: fc.oneof(
      fc.record({
        by: fc.constant('weight' as const),
        ouncesE4: fc.integer({ min: 1, max: ORDER_MAX_OUNCES_E4 }),
      }),
      fc.record({
        by: fc.constant('money' as const),
        totalCents: fc.integer({ min: 1, max: AMOUNT_MAX_CENTS }),
      }),
    ),
  });

  it('the amount of the link is the amount of the field, in both languages', () => {
    fc.assert(
      fc.property(orders, fc.constantFrom('pt-BR' as const, 'en' as const), (order, locale) => {
        const opened = dialogIn(new URL(ticketPath(order), 'https://onca.invalid').searchParams);
        if (opened?.kind !== 'trade') throw new Error('no ticket');
        expect(opened).toEqual({ kind: 'trade', ...order });
        const draft = openingDraft(opened, locale);
        expect(draft).toMatchObject({ side: order.side, metal: order.metal, max: false });
        expect(readSize(draft, locale)).toEqual({ ok: true, size: order.size });
      }),
    );
  });

  it('the link names the order, and its amount where there is one', () => {
    const order = { side: 'sell', metal: 'silver' } as const;
    expect(ticketPath(order)).toBe('/dashboard?trade=sell&metal=silver');
    expect(ticketPath({ ...order, size: { by: 'weight', ouncesE4: 5 } })).toBe(
      '/dashboard?trade=sell&metal=silver&ouncesE4=5',
    );
    expect(ticketPath({ ...order, size: { by: 'money', totalCents: 7 } })).toBe(
      '/dashboard?trade=sell&metal=silver&totalCents=7',
    );
  });

  it('the navigation leads to the ticket for gold', () => {
    expect(BUY_GOLD).toBe(ticketPath({ side: 'buy', metal: 'gold' }));
  });

  it('sells what is free to sell', () => {
    const holding = (metal: 'gold' | 'silver', ouncesE4: number, heldOuncesE4: number) => ({
      metal,
      ouncesE4,
      heldOuncesE4,
      averageCostCents: 0,
      priceCents: null,
      valueCents: null,
      costBasisCents: 0,
      gainCents: null,
      gainPercent: null,
      change24hPercent: null,
    });
    expect(sellableOf({ holdings: [holding('gold', 100, 0), holding('silver', 20_000, 20_000)] })).toEqual([
      'gold',
    ]);
    expect(sellableOf({ holdings: [holding('silver', 20_001, 20_000)] })).toEqual(['silver']);
    expect(sellableOf({ holdings: [] })).toEqual([]);
  });
});

describe('small readings', () => {
  it('a downsampled line keeps its ends', () => {
    const values = Array.from({ length: 800 }, (_, i) => i);
    const line = downsampled(values, 60);
    expect(line).toHaveLength(60);
    expect([line[0], line.at(-1)]).toEqual([0, 799]);
    expect(downsampled([1, 2, 3], 60)).toEqual([1, 2, 3]);
  });
});
