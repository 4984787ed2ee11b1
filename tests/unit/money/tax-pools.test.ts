// The two ways of finding what sold metal had cost, at their edges. The workbook's own tests compare them with a second writing.

import { describe, expect, test } from 'vitest';
import { fifoPool } from '../../../worker/domain/tax/fifo-pool.ts';
import { averagePool, type Lot, minus, plus, shareOf } from '../../../worker/domain/tax/pools.ts';

const lot = (id: string, over: Partial<Lot> = {}): Lot => ({
  id,
  day: '2026-01-05',
  ouncesE4: 10,
  cost: 100,
  ...over,
});
const GIFT = lot('gift', { cost: 0 });
const BOTH = [
  ['average', averagePool],
  ['first in, first out', fifoPool],
] as const;

test('a cost that is pending makes every sum pending', () => {
  expect([plus(null, 5), plus(5, null), plus(2, 3)]).toEqual([null, null, 5]);
  expect([minus(null, 5), minus(5, null), minus(5, 3)]).toEqual([null, null, 2]);
  expect([shareOf(null, 1, 2), shareOf(null, 2, 2), shareOf(5, 1, 2), shareOf(5, 2, 2)]).toEqual([
    null,
    null,
    3,
    5,
  ]);
  expect(shareOf(5, 0, 0)).toBe(5);
});

describe.each(BOTH)('%s', (_, pool) => {
  test('no more goes than may be sold', () => {
    const held = pool();
    held.add(lot('a'));
    held.hold(GIFT);
    expect(() => held.take(11)).toThrow(RangeError);
    expect(() => held.holdAgain('a', 11)).toThrow(RangeError);
    expect(() => held.takeOwn(lot('a', { ouncesE4: 11 }), 'free')).toThrow(RangeError);
  });

  test('the last ounce is held again and goes as well', () => {
    const held = pool();
    held.add(lot('a'));
    held.holdAgain('a', 10);
    expect(held.state()).toEqual({ ouncesE4: 0, heldE4: 10, cost: 100 });
    held.free('2026-02-05');
    expect(held.take(10).cost).toBe(100);
    expect(held.state()).toEqual({ ouncesE4: 0, heldE4: 0, cost: 0 });
  });

  test('a purchase that is undone leaves what is held', () => {
    const held = pool();
    held.add(lot('a'));
    held.hold(GIFT);
    held.takeOwn(lot('a'), 'free');
    expect(held.state()).toEqual({ ouncesE4: 0, heldE4: 10, cost: 0 });
  });

  test('a gift that is undone goes from what is held', () => {
    const held = pool();
    held.add(lot('a'));
    held.hold(GIFT);
    expect(held.takeOwn(GIFT, 'held first').cost).toBe(0);
    expect(held.state()).toEqual({ ouncesE4: 10, heldE4: 0, cost: 100 });
  });
});

test('by the average a purchase that is undone takes all of the cost where no ounce stays', () => {
  const pool = averagePool();
  pool.add(lot('a'));
  pool.add(lot('b', { cost: 300 }));
  expect(pool.take(10).cost).toBe(200);
  expect(pool.takeOwn(lot('a'), 'free').cost).toBe(200);
  expect(pool.state().cost).toBe(0);
});

test('by the average what is left keeps its cost, also where as much is held', () => {
  const pool = averagePool();
  pool.add(lot('a', { ouncesE4: 20, cost: 200 }));
  pool.hold(GIFT);
  pool.take(10);
  expect(pool.state()).toEqual({ ouncesE4: 10, heldE4: 10, cost: 100 });
});

test('by the average no purchase is named', () => {
  const pool = averagePool();
  pool.add(lot('a'));
  expect(pool.take(4)).toEqual({ cost: 40, lots: [] });
});

test('by the average it takes no more than its own cost, nor than what is left', () => {
  const pool = averagePool();
  pool.add(lot('a', { cost: 300 }));
  pool.add(lot('b'));
  expect(pool.takeOwn(lot('b'), 'free').cost).toBe(100);
  pool.add(lot('c', { cost: 0 }));
  pool.take(5);
  expect(pool.takeOwn(lot('a', { cost: 300 }), 'free').cost).toBe(225);
  expect(pool.state()).toEqual({ ouncesE4: 5, heldE4: 0, cost: 0 });
});

test('by the average it takes its own cost alone while something is held', () => {
  const pool = averagePool();
  pool.add(lot('a'));
  pool.add(lot('b', { cost: 300 }));
  pool.take(10);
  pool.hold(GIFT);
  expect(pool.takeOwn(lot('a'), 'free').cost).toBe(100);
  expect(pool.state()).toEqual({ ouncesE4: 0, heldE4: 10, cost: 100 });
});

test('by the average a purchase that is undone has no cost of its own while another is pending', () => {
  const pool = averagePool();
  pool.add(lot('a', { cost: null }));
  pool.add(lot('b'));
  expect(pool.takeOwn(lot('b'), 'free').cost).toBeNull();
});

test('by the average what was pending and is gone has no cost when it is undone', () => {
  const pool = averagePool();
  pool.add(lot('a', { cost: null }));
  pool.take(10);
  pool.add(lot('b'));
  expect(pool.takeOwn(lot('a', { ouncesE4: 5, cost: null }), 'free').cost).toBeNull();
});

test('first in, first out a gift that was never free comes on the day on which it is', () => {
  const pool = fifoPool();
  pool.hold(GIFT);
  pool.add(lot('a'));
  pool.free('2026-02-05');
  expect(pool.take(20).lots).toEqual([lot('a'), { ...GIFT, day: '2026-02-05' }]);
});

test('first in, first out what had been free and was held again has its place still', () => {
  const pool = fifoPool();
  pool.add(lot('a'));
  pool.add(lot('b'));
  pool.holdAgain('a', 4);
  pool.free('2026-02-05');
  expect(pool.take(20).lots).toEqual([lot('a'), lot('b')]);
});

test('first in, first out what comes back stands before what came later, also where nothing of it was left', () => {
  const pool = fifoPool();
  pool.add(lot('a'));
  pool.add(lot('b'));
  pool.holdAgain('a', 10);
  pool.free('2026-02-05');
  expect(pool.take(5).lots).toEqual([lot('a', { ouncesE4: 5, cost: 50 })]);
  const sold = pool.take(5);
  pool.putBack(5, sold);
  expect(pool.take(15).lots.map(({ id, ouncesE4 }) => [id, ouncesE4])).toEqual([
    ['a', 5],
    ['b', 10],
  ]);
});

test('first in, first out of a purchase that is gone nothing is taken, but of the oldest', () => {
  const pool = fifoPool();
  pool.add(lot('a'));
  pool.add(lot('b'));
  expect(pool.takeOwn(lot('b'), 'free').lots).toEqual([lot('b')]);
  expect(pool.takeOwn(lot('b', { ouncesE4: 4 }), 'free').lots).toEqual([lot('a', { ouncesE4: 4, cost: 40 })]);
});
