// The workbook's books at their edges: what frees and holds the welcome bonus, what is undone, what belongs to which sum.

import { describe, expect, test } from 'vitest';
import { startOfDay } from '../../../worker/domain/brasilia.ts';
import { BONUS_OUNCES_E4, BONUS_RELEASE_CENTS } from '../../../worker/domain/limits.ts';
import { bulletinsOf } from '../../../worker/domain/tax/ptax.ts';
import { type TaxMovement, yearFacts } from '../../../worker/domain/tax/workbook.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { OTHER_DAYS_E4, TAX_RATES } from '../../fixtures/tax-examples.ts';
import { seriesOf } from '../../support/bulletins.ts';

const RATES = new Map(TAX_RATES.map(([day, buyE4, sellE4]) => [day, { buyE4, sellE4 }]));
const SERIES = seriesOf('2025-12-20', '2027-01-10', (day) => RATES.get(day) ?? OTHER_DAYS_E4);
const bulletins = bulletinsOf(SERIES);
const LATER = startOfDay('2027-01-05');

describe('the bonus and what is undone', () => {
  const on = (day: string) => startOfDay(day) + 1;
  const move = (id: string, day: string, over: Partial<TaxMovement>): TaxMovement => ({
    id,
    at: on(day),
    type: 'buy',
    reverses: null,
    metal: 'gold',
    ouncesE4: 10_000,
    totalCents: BONUS_RELEASE_CENTS,
    ...over,
  });
  const bonus = move('g', '2026-01-05', {
    type: 'bonus',
    metal: 'silver',
    ouncesE4: BONUS_OUNCES_E4,
    totalCents: 0,
  });
  const bought = move('p', '2026-01-05', {});
  const heldAt = (movements: readonly TaxMovement[], day: string) =>
    yearFacts(movements, bulletins, 2026, on(day)).positions.closing[1]?.heldE4;

  test('a sale that is undone counts as if it had not been, from then on', () => {
    const sold = move('s', '2026-01-06', { type: 'sell', ouncesE4: 5_000, totalCents: 50_000 });
    const undone = { ...sold, id: 'u', at: on('2026-01-09'), reverses: 's' };
    expect(heldAt([bonus, bought, sold], '2026-03-09')).toBe(BONUS_OUNCES_E4);
    expect(heldAt([bonus, bought, sold, undone], '2026-02-07')).toBe(BONUS_OUNCES_E4);
    expect(heldAt([bonus, bought, sold, undone], '2026-02-09')).toBe(0);
  });

  test('a purchase that is undone leaves a bonus free while the others are enough, to the cent', () => {
    const more = (totalCents: number) => move('q', '2026-01-06', { totalCents });
    const undo = (totalCents: number) => ({
      ...more(totalCents),
      id: 'u',
      at: on('2026-03-09'),
      reverses: 'q',
    });
    expect(heldAt([bonus, bought, more(50_000), undo(50_000)], '2026-03-10')).toBe(0);
    const less = { ...bought, totalCents: BONUS_RELEASE_CENTS - 1 };
    expect(heldAt([bonus, less, more(50_000), undo(50_000)], '2026-03-10')).toBe(BONUS_OUNCES_E4);
  });

  test('the net purchases that freed a bonus are those of that moment', () => {
    const more = move('q', '2026-01-06', { totalCents: 2 * BONUS_RELEASE_CENTS });
    const sold = move('s', '2026-03-01', { type: 'sell', ouncesE4: 5_000, totalCents: 150_000 });
    const undone = { ...bought, id: 'u', at: on('2026-03-09'), reverses: 'p' };
    expect(heldAt([bonus, bought, more, sold, undone], '2026-03-10')).toBe(0);
    const facts = yearFacts([bonus, bought, more, sold, undone], bulletins, 2026, LATER);
    expect(facts.undoings[0]?.of).toEqual({ id: 'p', day: '2026-01-05' });
  });

  test('a gift that was free when it came has the day on which it came', () => {
    const later = { ...bonus, at: on('2026-02-13') };
    const sold = move('s', '2026-03-01', {
      type: 'sell',
      metal: 'silver',
      ouncesE4: 5_000,
      totalCents: 3_000,
    });
    expect(yearFacts([bought, later, sold], bulletins, 2026, LATER).disposals[0]?.fifo.lots).toEqual([
      { id: 'g', day: '2026-02-13', ouncesE4: 5_000, cost: 0 },
    ]);
  });

  test('just enough net purchases of that moment leave it free', () => {
    const more = move('q', '2026-01-06', { totalCents: 50_000 });
    const sold = move('s', '2026-03-01', { type: 'sell', ouncesE4: 5_000, totalCents: 150_000 });
    const undone = (totalCents: number) => ({
      ...more,
      id: 'u',
      at: on('2026-03-09'),
      reverses: 'q',
      totalCents,
    });
    expect(heldAt([bonus, bought, more, sold, undone(50_000)], '2026-03-10')).toBe(0);
    expect(heldAt([bonus, bought, more, sold, undone(50_001)], '2026-03-10')).toBe(BONUS_OUNCES_E4);
  });

  test('a gift that was free when it came stays free while what had freed it is enough', () => {
    const more = move('q', '2026-01-06', { totalCents: 2 * BONUS_RELEASE_CENTS });
    const later = { ...bonus, at: on('2026-02-13') };
    const sold = move('s', '2026-03-01', { type: 'sell', ouncesE4: 5_000, totalCents: 150_000 });
    const undone = { ...bought, id: 'u', at: on('2026-03-09'), reverses: 'p' };
    expect(heldAt([bought, more, later, sold, undone], '2026-03-10')).toBe(0);
  });

  test('a purchase after the bonus was free frees and holds nothing when it is undone', () => {
    const sold = move('s', '2026-03-01', { type: 'sell', ouncesE4: 5_000, totalCents: 50_000 });
    const more = move('q', '2026-03-02', { totalCents: 20_000 });
    const undone = { ...more, id: 'u', at: on('2026-03-09'), reverses: 'q' };
    expect(heldAt([bonus, bought, sold, more, undone], '2026-03-10')).toBe(0);
  });

  test('a purchase of the very moment at which the bonus was free did not free it', () => {
    const due = bought.at + 30 * DAY_MS;
    const more = { ...move('q', '2026-02-04', { totalCents: 20_000 }), at: due };
    const sold = move('s', '2026-03-01', { type: 'sell', ouncesE4: 5_000, totalCents: 150_000 });
    const undone = { ...more, id: 'u', at: on('2026-03-09'), reverses: 'q' };
    expect(heldAt([bonus, bought, more, sold, undone], '2026-03-10')).toBe(0);
  });

  test('a sale is not undone as a purchase', () => {
    const sold = move('s', '2026-01-06', { type: 'sell' });
    const books = [bought, sold, move('u', '2026-01-07', { reverses: 's' })];
    expect(() => yearFacts(books, bulletins, 2026, LATER)).toThrow('undoes nothing that is known');
  });

  test('metal that was received as a gift is no purchase', () => {
    const received = move('r', '2026-01-05', { type: 'gift-received' });
    expect(heldAt([bonus, received], '2026-03-09')).toBe(BONUS_OUNCES_E4);
    expect(heldAt([bonus, bought], '2026-03-09')).toBe(0);
  });

  test('a sale of all that is free leaves what is held', () => {
    const own = move('q', '2026-01-05', { metal: 'silver', totalCents: 12_000 });
    const sold = { ...own, id: 's', type: 'sell' as const, at: on('2026-01-06') };
    expect(heldAt([bonus, own, sold], '2026-01-07')).toBe(BONUS_OUNCES_E4);
  });

  test('what is undone beside a purchase that is pending has no correction by the average', () => {
    const pending = move('q', '2026-03-09', {});
    const undone = { ...bought, id: 'u', at: on('2026-04-01'), reverses: 'p' };
    const without = bulletinsOf(SERIES.filter(({ day }) => day !== '2026-03-09'));
    const facts = yearFacts([bought, pending, undone], without, 2026, LATER);
    expect(facts.undoings[0]?.correction).toEqual({ average: null, fifo: 0 });
  });

  test('what is undone has no correction where its own bulletin is missing', () => {
    const sold = move('s', '2026-01-06', { type: 'sell' });
    const again = move('q', '2026-01-07', {});
    const undone = { ...bought, id: 'u', at: on('2026-04-01'), reverses: 'p' };
    const without = bulletinsOf(SERIES.filter(({ day }) => day !== '2026-01-05'));
    const { acquisitions, undoings } = yearFacts([bought, sold, again, undone], without, 2026, LATER);
    const cost = acquisitions[1]?.cost;
    expect(cost).toBeGreaterThan(0);
    expect(undoings[0]).toMatchObject({
      cost: { average: cost, fifo: cost },
      correction: { average: null, fifo: null },
    });
  });

  test('a year that is not over has the months until now', () => {
    expect(yearFacts([bought], bulletins, 2026, on('2026-03-10')).months.map(({ month }) => month)).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
    ]);
  });

  test('a gift is free at the very moment at which it is due', () => {
    const due = bought.at + 30 * DAY_MS;
    const heldNow = (now: number) =>
      yearFacts([bonus, bought], bulletins, 2026, now).positions.closing[1]?.heldE4;
    expect([heldNow(due - 1), heldNow(due)]).toEqual([BONUS_OUNCES_E4, 0]);
  });

  test('a gift that comes at the moment at which it is free is free', () => {
    const later = { ...bonus, at: bought.at + 30 * DAY_MS };
    expect(heldAt([bought, later], '2026-03-09')).toBe(0);
    expect(heldAt([bought, { ...later, at: later.at - 1 }], '2026-02-04')).toBe(0);
  });

  test.each([
    ['a purchase that is not there', { reverses: 'none' }],
    ['a sale that is not there', { type: 'sell', reverses: 'none' }],
    ['a purchase as a sale', { type: 'sell', reverses: 'p' }],
    ['a purchase as a delivery', { type: 'delivery', reverses: 'p' }],
    ['a purchase as a gift that was sent', { type: 'gift-sent', reverses: 'p' }],
  ] as const)('%s cannot be undone', (_, over) => {
    const books = [bought, move('u', '2026-01-06', over)];
    expect(() => yearFacts(books, bulletins, 2026, LATER)).toThrow('undoes nothing that is known');
  });

  test.each([{ metal: null }, { ouncesE4: null }])('metal that is not named is no metal: %o', (over) => {
    expect(() => yearFacts([{ ...bought, ...over }], bulletins, 2026, LATER)).toThrow('names none');
  });

  test('sums are of one metal, and of sales that stand or do not', () => {
    const sold = move('s', '2026-04-01', { type: 'sell', ouncesE4: 5_000, totalCents: 60_000 });
    const facts = yearFacts([bought, sold], bulletins, 2026, LATER);
    expect(facts.months[3]?.metals[0]).toMatchObject({
      disposals: 1,
      ouncesE4: 5_000,
      undone: { disposals: 0, proceeds: 0 },
    });
    expect(facts.flows.map(({ average }) => average.acquired)).toEqual([534_510, 0]);
    expect(facts.flows.map(({ fifo }) => fifo.disposed)).toEqual([267_255, 0]);
  });

  test('a fee of storage whose bulletin is missing is pending as well', () => {
    const fee = move('f', '2026-04-01', {
      type: 'storage-fee',
      metal: null,
      ouncesE4: null,
      totalCents: 1_643,
    });
    const without = bulletinsOf(SERIES.filter(({ day }) => day !== '2026-04-01'));
    expect(yearFacts([bought, fee], without, 2026, LATER).pending).toBe(1);
  });
});
