import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greetedAs, partOfDay } from '../../../web/features/trading/dashboard-head.tsx';
import { allocation, revalue } from '../../../web/features/trading/revalue.ts';
import { NO_MARKS, type StoredPortfolio, valuePortfolio } from '../../../worker/domain/portfolio.ts';
import { aMetalPrice, aSnapshot } from '../../support/snapshots.ts';

const FACTS: StoredPortfolio = {
  cashCents: 584_012,
  pendingCashCents: 0,
  bonusClaimed: false,
  holdings: [
    {
      metal: 'gold',
      ouncesE4: 24_000,
      heldOuncesE4: 0,
      costBasisCents: 984_516,
      realisedGainCents: 0,
      boughtCents: 984_516,
    },
    {
      metal: 'silver',
      ouncesE4: 400_000,
      heldOuncesE4: 0,
      costBasisCents: 196_480,
      realisedGainCents: 700,
      boughtCents: 196_480,
    },
  ],
};
const mark = (priceCents: number) => ({ priceCents, change24hPercent: 1 });
const MARKED = valuePortfolio(FACTS, { asOf: null, gold: mark(438_938), silver: mark(5_842) });

const at = (gold: number, silver: number) =>
  aSnapshot({
    prices: [aMetalPrice({ priceCents: gold }), aMetalPrice({ metal: 'silver', priceCents: silver })],
  });

describe('the portfolio at the live price', () => {
  it('moves every figure with a tick, as the server itself would count it', () => {
    const live = revalue(MARKED, at(440_000, 5_900));
    const server = valuePortfolio(FACTS, { asOf: null, gold: mark(440_000), silver: mark(5_900) });
    expect(live.totals).toMatchObject(server.totals);
    expect(
      live.holdings.map(({ valueCents, gainCents, gainPercent }) => ({ valueCents, gainCents, gainPercent })),
    ).toEqual(
      server.holdings.map(({ valueCents, gainCents, gainPercent }) => ({
        valueCents,
        gainCents,
        gainPercent,
      })),
    );
    expect(live.totals.metalCents).toBe((live.totals.valueCents ?? 0) - FACTS.cashCents);
  });

  it("stands at the server's own mark where no live price came", () => {
    expect(revalue(MARKED, undefined).totals.valueCents).toBe(MARKED.totals.valueCents);
    const onlyGold = aSnapshot({ prices: [aMetalPrice({ priceCents: 440_000 })] });
    expect(revalue(MARKED, onlyGold).holdings[1]?.priceCents).toBe(5_842);
  });

  it('is unknown, not zero, while one of its prices is unknown', () => {
    const unknown = revalue(valuePortfolio(FACTS, NO_MARKS), undefined);
    expect(unknown.totals).toMatchObject({
      valueCents: null,
      gainCents: null,
      gainPercent: null,
      metalCents: null,
    });
    expect(allocation(unknown)).toBeNull();
  });

  it('keeps what was paid and what was realised as the server says', () => {
    const live = revalue(MARKED, at(1, 1));
    expect(live.totals.investedCents).toBe(984_516 + 196_480);
    expect(live.totals.realisedGainCents).toBe(700);
  });
});

describe('the allocation', () => {
  it('names every part, and the parts make a whole', () => {
    expect(allocation(revalue(MARKED, at(438_938, 5_842)))).toEqual([
      { part: 'gold', cents: 1_053_451, percent: 56.3 },
      { part: 'silver', cents: 233_680, percent: 12.5 },
      { part: 'cash', cents: 584_012, percent: 31.2 },
    ]);
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e7), fc.nat(1e6), (cashCents, gold, silver) => {
        const slices = allocation(revalue({ ...MARKED, cashCents }, at(gold + 1, silver + 1))) ?? [];
        const tenths = slices.map(({ percent }) => Math.round(percent * 10));
        expect(tenths.reduce((sum, value) => sum + value, 0)).toBe(1_000);
      }),
    );
  });

  it('is empty for an empty account', () => {
    const empty = valuePortfolio({ ...FACTS, cashCents: 0, holdings: [] }, NO_MARKS);
    expect(allocation(revalue(empty, undefined))).toEqual([]);
  });
});

describe('the greeting', () => {
  it.each([
    [0, 'evening'],
    [4, 'evening'],
    [5, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [23, 'evening'],
  ] as const)('at %i h is for the %s', (hour, part) => {
    expect(partOfDay(hour)).toBe(part);
  });

  it.each([
    ['Marina Duarte', 'walk19137@exemplo.com.br', 'Marina'],
    ["  D'Ávila Souza ", 'd@exemplo.com.br', "D'Ávila"],
    // What is no name, as in the e-mails: the part of the e-mail before the @.
    ['R$5000 de graça', 'marina.duarte@exemplo.com.br', 'marina.duarte'],
    ['', 'nobody', 'nobody'],
  ])('to %j, %s says %s', (fullName, email, name) => {
    expect(greetedAs(fullName, email)).toBe(name);
  });
});
