// Marks that an isolate keeps for a second: how often the hub is asked, and what is never kept.

import { beforeEach, expect, test } from 'vitest';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import { NO_MARKS } from '../../../worker/domain/portfolio.ts';
import { RECENT_MARKS_MS, recentMarks, type MoneyDeps } from '../../../worker/services/price-source.ts';
import { aMetalPrice, aSnapshot, SNAPSHOT_AT } from '../../support/snapshots.ts';

const START = Date.parse(SNAPSHOT_AT);

let now: number;
let asked: number;
let answer: () => Promise<PriceSnapshot>;
beforeEach(() => {
  now = START;
  asked = 0;
  answer = async () => snapshotOf(400_000);
});

const snapshotOf = (priceCents: number): PriceSnapshot =>
  aSnapshot({ prices: [aMetalPrice({ priceCents })] });

/** What one isolate has: bindings of its own, the one hub, a clock. */
function anIsolate() {
  const env = {} as Env;
  const snapshot = (): Promise<PriceSnapshot> => {
    asked += 1;
    return answer();
  };
  const deps = { env, hub: { snapshot } as MoneyDeps['hub'], now: () => now };
  return async () => (await recentMarks(deps)).gold?.priceCents ?? null;
}

test('one answer of the hub serves every call of a second, and none after it', async () => {
  const gold = anIsolate();
  expect(await gold()).toBe(400_000);
  answer = async () => snapshotOf(500_000);
  now = START + RECENT_MARKS_MS - 1;
  expect(await gold()).toBe(400_000);
  expect(asked).toBe(1);
  now = START + RECENT_MARKS_MS;
  expect(await gold()).toBe(500_000);
  expect(asked).toBe(2);
});

test('the second begins when the hub is asked, not when it answers', async () => {
  const gold = anIsolate();
  answer = async () => {
    now += 600;
    return snapshotOf(400_000);
  };
  await gold();
  now += 400;
  await gold();
  expect(asked).toBe(2);
});

test('a hub that does not answer leaves prices unknown, and the next call asks again', async () => {
  const gold = anIsolate();
  answer = () => Promise.reject(new Error('the hub does not answer'));
  expect(await gold()).toBeNull();
  expect(await gold()).toBeNull();
  expect(asked).toBe(2);
  answer = async () => snapshotOf(400_000);
  expect(await gold()).toBe(400_000);
  // What was kept ran out, and a hub that went away since does not make it good for longer.
  answer = () => Promise.reject(new Error('the hub does not answer'));
  now += RECENT_MARKS_MS;
  expect(await gold()).toBeNull();
});

test('no price is unknown in every metal, and asked for once a second like any other answer', async () => {
  const env = {} as Env;
  const hub = { snapshot: async () => (asked++, aSnapshot({ asOf: null, prices: [] })) } as unknown;
  const deps = { env, hub: hub as MoneyDeps['hub'], now: () => now };
  expect(await recentMarks(deps)).toEqual(NO_MARKS);
  expect(await recentMarks(deps)).toEqual(NO_MARKS);
  expect(asked).toBe(1);
});

test('two isolates know nothing of each other', async () => {
  const [one, other] = [anIsolate(), anIsolate()];
  expect(await one()).toBe(400_000);
  answer = async () => snapshotOf(500_000);
  expect(await other()).toBe(500_000);
  expect(await one()).toBe(400_000);
});

test('a clock that was set back keeps no old price alive', async () => {
  const gold = anIsolate();
  await gold();
  answer = async () => snapshotOf(500_000);
  now = START - 60_000;
  expect(await gold()).toBe(500_000);
});
