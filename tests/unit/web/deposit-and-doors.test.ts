import { describe, expect, it } from 'vitest';
import { dialogIn, queryOf } from '../../../web/features/trading/use-dialogs.ts';
import { depositCost, readDeposit } from '../../../web/features/trading/deposit-form.tsx';
import { downsampled } from '../../../web/features/prices/use-sparkline.ts';
import { receiptCode } from '../../../web/features/trading/receipt-after.tsx';

describe('a deposit as typed', () => {
  it.each([
    ['100', 'pt-BR', 10_000],
    ['1.000,50', 'pt-BR', 100_050],
    ['1,000.50', 'en', 100_050],
    ['100.000', 'pt-BR', 10_000_000],
  ] as const)('%j in %s is %i cents', (text, locale, amountCents) => {
    expect(readDeposit(text, locale)).toEqual({ ok: true, amountCents });
  });

  it.each([
    ['', 'empty'],
    ['muito', 'format'],
    ['100,001', 'decimals'],
    ['99,99', 'DepositBelowMinimum'],
    ['0', 'DepositBelowMinimum'],
    ['100.000,01', 'DepositAboveMaximum'],
    ['-100', 'format'],
  ] as const)('%j is refused as %s', (text, problem) => {
    expect(readDeposit(text, 'pt-BR')).toEqual({ ok: false, problem });
  });

  it("costs the card's fee, rounded up, on top of what is credited", () => {
    const read = readDeposit('100,01', 'pt-BR');
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
    expect(depositCost(readDeposit('1', 'pt-BR'), 'wire')).toBeNull();
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
    ['other=1', null],
  ] as const)('?%s', (query, dialog) => {
    expect(dialogIn(new URLSearchParams(query))).toEqual(dialog);
  });

  it('lead back to the same dialog', () => {
    const dialog = { kind: 'trade', side: 'sell', metal: 'silver' } as const;
    expect(dialogIn(new URLSearchParams(queryOf(dialog)))).toEqual(dialog);
    expect(dialogIn(new URLSearchParams(queryOf({ kind: 'deposit' })))).toEqual({ kind: 'deposit' });
  });
});

describe('small readings', () => {
  it("a receipt's name is the beginning of its id", () => {
    expect(receiptCode('8f3c92d0-1111-4222-8333-444455556666')).toBe('8F3C-92D0');
  });

  it('a downsampled line keeps its ends', () => {
    const values = Array.from({ length: 800 }, (_, i) => i);
    const line = downsampled(values, 60);
    expect(line).toHaveLength(60);
    expect([line[0], line.at(-1)]).toEqual([0, 799]);
    expect(downsampled([1, 2, 3], 60)).toEqual([1, 2, 3]);
  });
});
