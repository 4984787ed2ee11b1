import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moneyIntent } from '../../../web/api/money-intent.ts';
import { problemFrom } from '../../../web/api/read-problem.ts';
import {
  positionAfter,
  type Draft,
  emptyDraft,
  isPositive,
  limitE4,
  type CostedPosition,
  previewOrder,
  quoteRequest,
  readSize,
  shareUnits,
} from '../../../web/features/trading/order.ts';
import {
  deadlineOf,
  type HeldQuote,
  mayClose,
  openTicket,
  type Ticket,
  ticketAfter,
  type TicketEvent,
} from '../../../web/features/trading/ticket.ts';
import { buyCost } from '../../../worker/domain/fees.ts';

const GOLD = 438_938;
const POSITION: CostedPosition = {
  cashCents: 584_012,
  ouncesE4: 24_000,
  heldOuncesE4: 4_000,
  costBasisCents: 984_516,
};

describe('what was typed', () => {
  const read = (text: string, locale: 'pt-BR' | 'en', by: Draft['by'] = 'weight') =>
    readSize({ ...emptyDraft('buy', 'gold'), by, text }, locale);

  it('takes a comma in Portuguese and a point in English', () => {
    expect(read('0,5', 'pt-BR')).toEqual({ ok: true, size: { by: 'weight', ouncesE4: 5_000 } });
    expect(read('0.5', 'en')).toEqual({ ok: true, size: { by: 'weight', ouncesE4: 5_000 } });
    expect(read('1.234,56', 'pt-BR', 'money')).toEqual({
      ok: true,
      size: { by: 'money', totalCents: 123_456 },
    });
    expect(read('1,234.56', 'en', 'money')).toEqual({ ok: true, size: { by: 'money', totalCents: 123_456 } });
  });

  it('says why it is no amount', () => {
    expect(read('', 'pt-BR')).toEqual({ ok: false, reason: 'empty' });
    expect(read('meia', 'pt-BR')).toEqual({ ok: false, reason: 'format' });
    expect(read('0,12345', 'pt-BR')).toEqual({ ok: false, reason: 'decimals' });
    expect(read('10,001', 'pt-BR', 'money')).toEqual({ ok: false, reason: 'decimals' });
    expect(read('R$ 500', 'pt-BR', 'money')).toEqual({ ok: false, reason: 'unit' });
    expect(read('US$ 500', 'pt-BR')).toEqual({ ok: false, reason: 'unit' });
  });

  it('is dollars for reais at the rate, and the fewest steps that hold the grams', () => {
    const rate = { usdBrlE4: 53_040, asOf: '2026-11-21T12:00:00.000Z' };
    const as = (text: string, by: Draft['by']) =>
      readSize({ ...emptyDraft('buy', 'gold', { currency: 'BRL', weight: 'g' }), by, text }, 'pt-BR', rate);
    expect(as('R$ 500', 'money')).toEqual({ ok: true, size: { by: 'money', totalCents: 9_426 } });
    expect(as('US$ 500', 'money')).toEqual({ ok: false, reason: 'unit' });
    expect(as('1', 'weight')).toEqual({ ok: true, size: { by: 'weight', ouncesE4: 322 } });
    expect(as('0,9999', 'weight')).toEqual({ ok: false, reason: 'grams' });
    expect(as('0', 'weight')).toEqual({ ok: true, size: { by: 'weight', ouncesE4: 0 } });
    const reais = {
      ...emptyDraft('buy', 'gold', { currency: 'BRL', weight: 'g' }),
      by: 'money',
      text: '5',
    } as const;
    expect(readSize(reais, 'pt-BR', null)).toEqual({ ok: false, reason: 'rate' });
  });

  it('is off at zero, and asks the server for the maximum without a figure', () => {
    expect(isPositive({ by: 'weight', ouncesE4: 0 })).toBe(false);
    expect(isPositive({ by: 'money', totalCents: 1 })).toBe(true);
    const draft = { ...emptyDraft('sell', 'silver'), max: true };
    expect(readSize(draft, 'en')).toEqual({ ok: true, size: { by: 'max' } });
    expect(quoteRequest(draft, { by: 'max' })).toEqual({ side: 'sell', metal: 'silver', max: true });
    expect(quoteRequest(draft, { by: 'weight', ouncesE4: 0 })).toBeNull();
    expect(quoteRequest(draft, { by: 'weight', ouncesE4: 5 })).toEqual({
      side: 'sell',
      metal: 'silver',
      ouncesE4: 5,
    });
    expect(quoteRequest(draft, { by: 'money', totalCents: 5 })).toEqual({
      side: 'sell',
      metal: 'silver',
      totalCents: 5,
    });
  });
});

describe('the preview', () => {
  it('shows the mock order to the cent', () => {
    const preview = previewOrder('buy', { by: 'weight', ouncesE4: 5_000 }, GOLD, POSITION);
    expect(preview).toMatchObject({
      refusal: null,
      order: { ouncesE4: 5_000, subtotalCents: 219_469, feeCents: 1_098, totalCents: 220_567 },
      cashAfterCents: 363_445,
      ouncesAfterE4: 29_000,
      gainCents: null,
      feePercent: 0.5,
    });
    expect(preview.breakEvenCents).toBeGreaterThan(GOLD);
  });

  it('shows what too large an order would cost, with the refusal', () => {
    const buy = previewOrder('buy', { by: 'weight', ouncesE4: 20_000 }, GOLD, POSITION);
    expect(buy.refusal).toBe('InsufficientFunds');
    expect(buy.order?.totalCents).toBe(buyCost(20_000, GOLD).totalCents);
    expect(buy.cashAfterCents).toBeNull();
    const sale = previewOrder('sell', { by: 'weight', ouncesE4: 20_001 }, GOLD, POSITION);
    expect(sale.refusal).toBe('InsufficientHoldings');
    expect(sale.order?.ouncesE4).toBe(20_001);
  });

  it('does not sell what is held', () => {
    expect(limitE4('sell', GOLD, POSITION)).toBe(20_000);
    // What the vault has bounds a purchase, never a sale.
    const cash = limitE4('buy', GOLD, POSITION) ?? 0;
    expect(cash).toBeGreaterThan(1);
    expect([cash + 1, cash - 1, 0].map((free) => limitE4('buy', GOLD, POSITION, free))).toEqual([
      cash,
      cash - 1,
      0,
    ]);
    expect(limitE4('sell', GOLD, POSITION, 0)).toBe(20_000);
    expect(previewOrder('sell', { by: 'max' }, GOLD, POSITION).order?.ouncesE4).toBe(20_000);
  });

  it('says what a sale gains over what was paid; the held part cost nothing', () => {
    const preview = previewOrder('sell', { by: 'weight', ouncesE4: 12_000 }, GOLD, POSITION);
    expect(preview.gainCents).toBe((preview.order?.totalCents ?? 0) - 590_709);
    expect(preview.breakEvenCents).toBeNull();
  });

  it('has nothing to show for nothing, and says which rule', () => {
    expect(previewOrder('buy', { by: 'max' }, GOLD, { ...POSITION, cashCents: 0 })).toMatchObject({
      order: null,
      refusal: 'InsufficientFunds',
    });
    expect(previewOrder('buy', { by: 'money', totalCents: 50 }, GOLD, POSITION).refusal).toBe(
      'TradeBelowMinimum',
    );
  });

  it('never offers a share that the means do not cover', () => {
    fc.assert(
      fc.property(
        fc.nat(1e9),
        fc.integer({ min: 1, max: 1e7 }),
        fc.constantFrom(25 as const, 50 as const, 75 as const),
        fc.constantFrom('weight' as const, 'money' as const),
        (cashCents, priceCents, share, by) => {
          const position = { ...POSITION, cashCents };
          const units = shareUnits({ side: 'buy', by }, share, priceCents, position) ?? 0;
          const size =
            by === 'weight' ? ({ by, ouncesE4: units } as const) : ({ by, totalCents: units } as const);
          expect(previewOrder('buy', size, priceCents, position).refusal).not.toBe('InsufficientFunds');
        },
      ),
    );
  });

  it('offers shares of the free holding, by weight and by money', () => {
    expect(shareUnits({ side: 'sell', by: 'weight' }, 50, null, POSITION)).toBe(10_000);
    expect(shareUnits({ side: 'sell', by: 'money' }, 50, null, POSITION)).toBeNull();
    const cents = shareUnits({ side: 'sell', by: 'money' }, 50, GOLD, POSITION) ?? 0;
    expect(cents).toBe(438_938 - 2_195);
    expect(shareUnits({ side: 'buy', by: 'weight' }, 25, null, POSITION)).toBeNull();
  });

  it('leaves the balance after unknown when the quote is not covered', () => {
    const cost = { ouncesE4: 90_000, subtotalCents: 1e6, feeCents: 5e3, totalCents: 1_005_000 };
    expect(positionAfter('buy', cost, POSITION)).toMatchObject({ cashAfterCents: null, ouncesAfterE4: null });
  });
});

const HELD: HeldQuote = {
  deadline: 20_000,
  rate: { usdBrlE4: 53_040, asOf: '2026-11-21T12:00:00.000Z' },
  quote: {
    quote: 'signed',
    side: 'buy',
    metal: 'gold',
    ouncesE4: 5_000,
    priceCents: GOLD,
    subtotalCents: 219_469,
    feeCents: 1_098,
    totalCents: 220_567,
    priceAsOf: '2026-07-23T11:59:59.000Z',
    issuedAt: '2026-11-20T15:00:00.000Z',
    expiresAt: '2026-11-20T15:00:20.000Z',
  },
};
const intent = moneyIntent({ quote: 'signed' }, 'key-1');

function play(...events: TicketEvent<string>[]): Ticket<string> {
  return events.reduce(ticketAfter<string>, openTicket<string>(emptyDraft('buy', 'gold')));
}
const QUOTED: TicketEvent<string>[] = [
  { type: 'edit', draft: { text: '0,5' } },
  { type: 'ask' },
  { type: 'quote-came', round: 1, held: HELD },
];
const CONFIRMING: TicketEvent<string>[] = [...QUOTED, { type: 'confirm', intent, position: POSITION }];

async function refused(code: string) {
  return problemFrom(
    new Response(JSON.stringify({ type: '', title: '', status: 409, code, detail: '' }), { status: 409 }),
  );
}

describe('the ticket', () => {
  it('goes from the form over the quote to the receipt', () => {
    expect(play(...QUOTED).stage).toEqual({ name: 'quoted', held: HELD });
    expect(play(...CONFIRMING, { type: 'traded', receipt: 'r', replayed: false }).stage).toEqual({
      name: 'receipt',
      receipt: 'r',
      rate: HELD.rate,
      replayed: false,
    });
  });

  it('buys nothing when the time is up, and asks again with the old quote beside the new', () => {
    const expired = play(...QUOTED, { type: 'time-up' });
    expect(expired.stage).toEqual({ name: 'expired', held: HELD, error: null });
    const again = ticketAfter(expired, { type: 'ask' });
    expect(again.stage).toEqual({ name: 'quoting', previous: HELD });
    expect(ticketAfter(again, { type: 'quote-failed', round: 2, error: 'x' }).stage).toEqual({
      name: 'expired',
      held: HELD,
      error: 'x',
    });
  });

  it('cannot confirm a quote whose time is up', () => {
    expect(
      play(...QUOTED, { type: 'time-up' }, { type: 'confirm', intent, position: POSITION }).stage.name,
    ).toBe('expired');
  });

  it('does not run out of time once confirmed', () => {
    expect(play(...CONFIRMING, { type: 'time-up' }).stage.name).toBe('confirming');
  });

  it('sends an order once, however often the button is pressed', () => {
    const other = moneyIntent({ quote: 'signed' }, 'key-2');
    const ticket = play(...CONFIRMING, {
      type: 'confirm',
      intent: other,
      position: { ...POSITION, cashCents: 0 },
    });
    expect(ticket.stage).toMatchObject({ name: 'confirming', intent: { key: 'key-1' } });
    expect(ticket.before).toEqual(POSITION);
  });

  it("takes a server's QuoteExpired for time-up, and shows any other refusal", async () => {
    const expired = await refused('QuoteExpired');
    expect(play(...CONFIRMING, { type: 'trade-refused', error: expired }).stage.name).toBe('expired');
    const funds = await refused('InsufficientFunds');
    const ticket = play(...CONFIRMING, { type: 'trade-refused', error: funds });
    expect(ticket.stage).toEqual({ name: 'refused', held: HELD, error: funds });
    expect(ticketAfter(ticket, { type: 'back' }).stage).toEqual({ name: 'editing', error: null });
  });

  it('only sends the same intent again when the reply was lost', () => {
    const lost = play(...CONFIRMING, { type: 'retrying', attempt: 2 }, { type: 'reply-lost' });
    expect(lost.stage).toEqual({ name: 'unknown', held: HELD, intent });
    for (const event of [{ type: 'back' }, { type: 'ask' }, { type: 'edit', draft: {} }] as const) {
      expect(ticketAfter(lost, event)).toEqual(lost);
    }
    expect(ticketAfter(lost, { type: 'send-again' }).stage).toEqual({
      name: 'confirming',
      held: HELD,
      intent,
      retries: 0,
    });
  });

  it('ignores the quote of a request that was given up', () => {
    const ticket = play({ type: 'ask' }, { type: 'back' }, { type: 'quote-came', round: 1, held: HELD });
    expect(ticket.stage.name).toBe('editing');
    const twice = play(
      { type: 'ask' },
      { type: 'back' },
      { type: 'ask' },
      { type: 'quote-came', round: 1, held: HELD },
    );
    expect(twice.stage.name).toBe('quoting');
  });

  it('keeps what was typed on the way back, and clears it for a new order', () => {
    expect(play(...QUOTED, { type: 'back' }).draft.text).toBe('0,5');
    const done = play(
      ...CONFIRMING,
      { type: 'traded', receipt: 'r', replayed: true },
      { type: 'start-over' },
    );
    expect(done.draft).toEqual(emptyDraft('buy', 'gold'));
    expect(done.stage).toEqual({ name: 'editing', error: null });
  });

  it('may be closed at any time but while the order travels', () => {
    expect(mayClose(play(...QUOTED).stage)).toBe(true);
    expect(mayClose(play(...CONFIRMING).stage)).toBe(false);
    expect(mayClose(play(...CONFIRMING, { type: 'reply-lost' }).stage)).toBe(true);
  });
});

describe('the countdown', () => {
  it("counts the quote's own life from the moment of asking, whatever the clocks say", () => {
    expect(deadlineOf(HELD.quote, 1_000)).toBe(21_000);
  });
});
