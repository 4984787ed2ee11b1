import { describe, expect, it } from 'vitest';
import { delayedSince, isRowStale, priceState } from '../../../web/features/prices/price-state.ts';
import { obstacleOf, stockObstacle } from '../../../web/features/trading/market.ts';
import {
  centsIn,
  foldedText,
  storedTerms,
  VOCABULARY,
  type Vocabulary,
} from '../../../web/features/trading/transactions-search.ts';
import transactionsMessages from '#messages/transactions.json' with { type: 'json' };
import { idStartIn, receiptCode } from '../../../worker/domain/receipt-code.ts';
import { WITHDRAWAL_STATES } from '../../../worker/domain/withdrawals.ts';
import { aMetalPrice, aSnapshot, SNAPSHOT_AT } from '../../support/snapshots.ts';

const NOW = Date.parse(SNAPSHOT_AT) + 5_000;
const MINUTE = 60_000;
const because = (reason: 'stale' | 'unsettled' | 'closed' | 'paused') =>
  aSnapshot({ source: { ...aSnapshot().source, reason, quotable: false } });

describe('the live panel', () => {
  it('is live with a connection and fresh prices', () => {
    const market = aSnapshot({ source: { ...aSnapshot().source, kind: 'spot' } });
    expect(priceState(market, 'connected', NOW)).toBe('live');
    expect(priceState(aSnapshot(), 'connecting', NOW)).toBe('connecting');
    expect(priceState(undefined, 'connected', NOW)).toBe('connecting');
  });

  it('never calls simulated prices live: they also move while the market is closed', () => {
    expect(priceState(aSnapshot(), 'connected', NOW)).toBe('simulated');
  });

  it('says first that there is no connection, then paused or closed, then stale', () => {
    expect(priceState(because('closed'), 'disconnected', NOW)).toBe('offline');
    expect(priceState(because('paused'), 'connected', NOW)).toBe('paused');
    expect(priceState(because('closed'), 'connected', NOW + 60 * MINUTE)).toBe('closed');
    expect(priceState(because('stale'), 'connected', NOW)).toBe('stale');
    expect(priceState(because('unsettled'), 'connected', NOW)).toBe('unsettled');
    expect(priceState(because('unsettled'), 'connected', NOW + 3 * MINUTE)).toBe('stale');
    expect(priceState(aSnapshot({ prices: [] }), 'connected', NOW)).toBe('stale');
  });

  it('counts for itself when the server goes silent', () => {
    expect(priceState(aSnapshot(), 'connected', NOW + 2 * MINUTE)).toBe('stale');
  });

  it('warns of a delay after 30 minutes with the true time, unless the market is closed', () => {
    const at = Date.parse(SNAPSHOT_AT);
    expect(delayedSince(aSnapshot(), at + 30 * MINUTE - 1)).toBeNull();
    expect(delayedSince(aSnapshot(), at + 30 * MINUTE)).toBe(SNAPSHOT_AT);
    expect(delayedSince(because('closed'), at + 90 * MINUTE)).toBeNull();
    expect(delayedSince(undefined, at)).toBeNull();
    expect(delayedSince(aSnapshot({ asOf: null }), at)).toBeNull();
  });

  it('marks a single stale metal', () => {
    expect(isRowStale(aMetalPrice(), NOW)).toBe(false);
    expect(isRowStale(aMetalPrice({ stale: true }), NOW)).toBe(true);
    expect(isRowStale(aMetalPrice(), NOW + 3 * MINUTE)).toBe(true);
  });
});

describe('the ticket', () => {
  it('says why a metal is not quoted on while the other is', () => {
    const market = aSnapshot({
      prices: [aMetalPrice({ unsettled: true }), aMetalPrice({ metal: 'silver', priceCents: 5_842 })],
    });
    expect(obstacleOf(market, 'gold')).toMatchObject({ code: 'PriceUnsettled' });
    expect(obstacleOf(market, 'silver')).toBeNull();
    expect(obstacleOf(because('unsettled'), 'silver')).toMatchObject({ code: 'PriceUnsettled' });
    expect(obstacleOf(because('paused'), 'gold')).toMatchObject({ code: 'TradingPaused' });
    expect(obstacleOf(undefined, 'gold')).toMatchObject({ code: 'PriceUnavailable' });
  });

  it.each([
    // Nothing typed yet: said only where nothing is left.
    ['buy', null, 0, 0],
    ['buy', null, 1, null],
    ['buy', 10_000, 10_000, null],
    ['buy', 10_001, 10_000, 10_000],
    // Not known: the server decides.
    ['buy', 10_001, null, null],
    ['sell', 10_001, 0, null],
  ] as const)('a %s of %s with %s in the vault', (side, ouncesE4, free, freeOuncesE4) => {
    expect(stockObstacle({ side, metal: 'gold' }, ouncesE4, free)).toEqual(
      freeOuncesE4 === null ? null : { code: 'OutOfStock', opensAt: null, metal: 'gold', freeOuncesE4 },
    );
  });
});

describe('a search in the words on the screen', () => {
  const portuguese: Vocabulary = [
    { shown: 'Compra', stored: 'buy' },
    { shown: 'Venda', stored: 'sell' },
    { shown: 'Depósito', stored: 'deposit' },
    { shown: 'Ouro', stored: 'gold' },
    { shown: 'Prata', stored: 'silver' },
    { shown: 'PIX ou TED', stored: 'bank_transfer' },
    { shown: 'Pendente', stored: 'pending' },
  ];

  it.each([
    ['Compra', ['buy']],
    ['  VENDA ', ['sell']],
    ['deposito', ['deposit']],
    ['depó', ['deposit']],
    ['our', ['gold']],
    ['pix', ['bank_transfer']],
    ['p', ['buy', 'deposit', 'silver', 'bank_transfer', 'pending']],
    ['welcome', []],
    ['  ', []],
  ] as const)('%j stands for %j', (typed, stored) => {
    expect(storedTerms(typed, portuguese)).toEqual(stored);
  });

  it('names a stored term once', () => {
    const twice: Vocabulary = [
      { shown: 'PIX', stored: 'bank_transfer' },
      { shown: 'PIX ou TED', stored: 'bank_transfer' },
    ];
    expect(storedTerms('pix', twice)).toEqual(['bank_transfer']);
  });

  it('knows how a withdrawal stands by the word of the list', () => {
    for (const state of WITHDRAWAL_STATES)
      expect(storedTerms(transactionsMessages.withdrawalStates[state], VOCABULARY)).toContain(state);
    expect(storedTerms('devolv', VOCABULARY)).toContain('returned');
  });

  it('folds accents and case', () => {
    expect(foldedText('  Concluída ')).toBe('concluida');
  });
});

describe('a search for an amount', () => {
  it.each([
    ['499', 'pt-BR', 49_900, 49_999],
    ['499,7', 'pt-BR', 49_970, 49_979],
    ['499,74', 'pt-BR', 49_974, 49_974],
    ['US$ 499,74', 'pt-BR', 49_974, 49_974],
    ['−499,74', 'pt-BR', 49_974, 49_974],
    ['1.000', 'pt-BR', 100_000, 100_099],
    ['1,000', 'en', 100_000, 100_099],
    ['+1,000.50', 'en', 100_050, 100_050],
  ] as const)('%j in %s means from %i to %i cents', (typed, locale, from, to) => {
    expect(centsIn(typed, locale)).toEqual({ from, to });
  });

  it.each(['', 'prata', '499,745', 'R$ 499', 'AA30-C7D1'])('%j means none', (typed) => {
    expect(centsIn(typed, 'pt-BR')).toBeNull();
  });
});

describe('a receipt', () => {
  it('has the beginning of its id as its name', () => {
    expect(receiptCode('8f3c92d0-1111-4222-8333-444455556666')).toBe('8F3C-92D0');
  });

  it.each([
    ['8F3C-92D0', '8f3c92d0'],
    [' 8f3c 92d0 ', '8f3c92d0'],
    ['8F3C', '8f3c'],
    ['8f3c92d0-1111-4222-8333-444455556666', '8f3c92d0111142228333444455556666'],
    ['8F3', null],
    ['x8f3c', null],
    ['8f3cx', null],
    ['8f3c92d0-1111-4222-8333-4444555566660', null],
    ['prata', null],
    ['', null],
  ] as const)('is found by %j as one whose id begins with %j', (typed, start) => {
    expect(idStartIn(typed)).toBe(start);
  });
});
