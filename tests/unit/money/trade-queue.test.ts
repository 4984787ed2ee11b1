// How waiting trades become sets: who goes with whom, how many wait, and what a set that fails does to the others.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DeskAnswer, TradeQueue } from '../../../durable-objects/trade-queue.ts';
import type { AskedTrade } from '../../../worker/services/post-trades.ts';

type Post = (ids: readonly string[]) => readonly string[];

let now: number;
let waits: number[];
/** The sets that came to the database, as `account:trade` each. */
let sets: string[][];
let answers: Post;
/** What a set under way waits for. */
let gate: Promise<void>;
let open: () => void;
let queue: TradeQueue;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  now = 0;
  waits = [];
  sets = [];
  answers = (ids) => ids;
  shut();
  queue = new TradeQueue({
    now: () => now,
    wait: async (ms) => waits.push(ms),
    post: async (set) => {
      const ids = set.map(({ trade }) => trade.operationId);
      sets.push(ids);
      await gate;
      return new Map(answers(ids).map((id) => [id, `reply ${id}`]));
    },
  });
});

function shut(): void {
  gate = new Promise((settle) => {
    open = settle;
  });
}

const add = (accountId: string, n = 1): Promise<DeskAnswer> =>
  queue.add({ trade: { accountId, operationId: `${accountId}:${n}` } } as AskedTrade);
const kinds = async (answered: readonly Promise<DeskAnswer>[]) =>
  (await Promise.all(answered)).map(({ kind }) => kind);
const accounts = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`);
/** Fails a set that has a trade of one of these. */
const failingWith =
  (message: string, ...spoilers: string[]): Post =>
  (ids) => {
    if (ids.some((id) => spoilers.includes(id.split(':')[0] ?? ''))) throw new Error(message);
    return ids;
  };

describe('trades that wait', () => {
  test('go together in the next set, and the first does not wait for anybody', async () => {
    const answered = [add('a'), add('b'), add('c')];
    open();
    expect(await kinds(answered)).toEqual(['posted', 'posted', 'posted']);
    expect(await answered[1]).toEqual({ kind: 'posted', reply: 'reply b:1' });
    expect(sets).toEqual([['a:1'], ['b:1', 'c:1']]);
    expect(waits).toEqual([]);
  });

  test('of one account go one in a set, in their order, and behind those who wait for their first', async () => {
    const answered = [add('a'), add('a', 2), add('a', 3), add('b'), add('b', 2)];
    open();
    await Promise.all(answered);
    expect(sets).toEqual([['a:1'], ['a:2', 'b:1'], ['a:3', 'b:2']]);
    // Only after a set of more than one is there a crowd to wait for.
    expect(waits).toEqual([5]);
  });

  test('fill sets of at most 32', async () => {
    const answered = accounts(70).map((account) => add(account));
    open();
    await Promise.all(answered);
    expect(sets.map(({ length }) => length)).toEqual([1, 32, 32, 5]);
  });

  test('are at most 1,024: whoever comes then is asked to come again, and later finds room', async () => {
    const waiting = accounts(1_025).map((account) => add(account));
    expect(await add('late')).toEqual({ kind: 'full' });
    open();
    expect(new Set(await kinds(waiting))).toEqual(new Set(['posted']));
    expect(await kinds([add('late')])).toEqual(['posted']);
  });

  test('of one account are at most 16: the rest goes its own way, and nobody else is kept out', async () => {
    const first = add('a', 0);
    const flood = Array.from({ length: 40 }, (_, n) => add('a', n + 1));
    expect((await kinds(flood.slice(16))).every((kind) => kind === 'alone')).toBe(true);
    const other = add('b');
    open();
    expect(await kinds([first, other, ...flood.slice(0, 16)])).toEqual(
      Array.from({ length: 18 }, () => 'posted'),
    );
    expect(sets[1]).toEqual(['a:1', 'b:1']);
  });

  test('are told to go alone where the set did not take them', async () => {
    answers = (ids) => ids.filter((id) => id !== 'b:1');
    const answered = [add('a'), add('b'), add('c')];
    open();
    expect(await kinds(answered)).toEqual(['posted', 'alone', 'posted']);
    // That is no fault: b is in sets again.
    answers = (ids) => ids;
    expect(await kinds([add('b', 2)])).toEqual(['posted']);
  });
});

describe('a set that fails', () => {
  test('is posted in halves; the account that spoils it goes alone for a minute, the others are posted', async () => {
    answers = failingWith('SQLITE_CONSTRAINT: boom', 'c5');
    const answered = accounts(9).map((account) => add(account));
    open();
    expect(await kinds(answered)).toEqual(
      accounts(9).map((account) => (account === 'c5' ? 'alone' : 'posted')),
    );
    // The whole, then down to the one: each half that is good is one batch.
    expect(sets.map(({ length }) => length)).toEqual([1, 8, 4, 4, 2, 1, 1, 2]);
    answers = (ids) => ids;
    now = 59_999;
    expect(await kinds([add('c5', 2)])).toEqual(['alone']);
    now = 60_000;
    expect(await kinds([add('c5', 3)])).toEqual(['posted']);
  });

  test('takes what else waits of the account that spoils it out of the sets to come', async () => {
    answers = failingWith('boom', 'b');
    const answered = [add('a'), add('b'), add('b', 2), add('c')];
    open();
    expect(await kinds(answered)).toEqual(['posted', 'alone', 'alone', 'posted']);
    expect(sets).toEqual([['a:1'], ['b:1', 'c:1'], ['b:1'], ['c:1']]);
  });

  test('by trouble of the database is not tried again: whether it was committed, the key says', async () => {
    answers = failingWith('D1_ERROR: D1 DB is overloaded.', 'c1', 'c0');
    const answered = accounts(4).map((account) => add(account));
    open();
    expect(await kinds(answered)).toEqual(['trouble', 'trouble', 'trouble', 'trouble']);
    expect(await answered[2]).toMatchObject({ message: expect.stringContaining('overloaded') as string });
    expect(sets).toHaveLength(2);
    answers = (ids) => ids;
    expect(await kinds([add('c1', 2)])).toEqual(['posted']);
  });

  test('leaves a desk that goes on: what comes meanwhile is in the next set', async () => {
    answers = failingWith('boom', 'a', 'b', 'c');
    const answered = [add('a'), add('b'), add('c')];
    open();
    await Promise.all(answered);
    shut();
    const late = [add('d'), add('e')];
    open();
    expect(await kinds(late)).toEqual(['posted', 'posted']);
  });
});
