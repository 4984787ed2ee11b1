// The hub's lines to relays that answer late, fail or hang: frames arrive in order, none holds up another, and what changed while
// one was on its way is one newer frame. And who is on which relay.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RelayLines } from '../../../durable-objects/relay-lines.ts';
import { relayCount, relayIndex } from '../../../worker/services/price-relays.ts';

let said: string[] = [];
beforeEach(() => {
  said = [];
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void said.push(String(line)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Push = (frame: { readonly seq: number }) => Promise<void>;

/** Relays that do with a push what the test says. */
function relaysThat(...pushes: readonly Push[]): RelayLines {
  const get = (name: string) => ({
    push: pushes[Number(name.slice('relay-'.length))],
    notifyAll: async (userIds: readonly string[]) => userIds.length,
    endSessions: async () => 1,
  });
  const PRICE_RELAY = { idFromName: (name: string) => name, get } as unknown as Env['PRICE_RELAY'];
  return new RelayLines({ PRICE_RELAY, PRICE_RELAYS_NEAR: '' } as Env, pushes.length);
}

const frame = (seq: number) => ({ seq, snapshot: '{}' });
const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

test('a relay that is slow gets the newest frame next, in order; another gets every one', async () => {
  const [slow, quick]: [number[], number[]] = [[], []];
  const lines = relaysThat(
    async ({ seq }) => {
      await after(30);
      slow.push(seq);
    },
    async ({ seq }) => void quick.push(seq),
  );
  for (const seq of [1, 2, 3, 4, 5]) {
    void lines.push(frame(seq), 0);
    await vi.advanceTimersByTimeAsync(2);
  }
  await vi.advanceTimersByTimeAsync(60);
  expect(slow).toEqual([1, 5]);
  expect(quick).toEqual([1, 2, 3, 4, 5]);
});

test('a relay that hangs is given up after a while and asked anew; nobody waits for it', async () => {
  const [hung, quick]: [number[], number[]] = [[], []];
  const lines = relaysThat(
    ({ seq }) => {
      hung.push(seq);
      return seq === 1 ? new Promise(() => undefined) : Promise.resolve();
    },
    async ({ seq }) => void quick.push(seq),
  );
  for (const seq of [1, 2, 3]) {
    void lines.push(frame(seq), 0);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(quick).toEqual([1, 2, 3]);
  expect(hung).toEqual([1]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(hung).toEqual([1, 3]);
});

test('a frame that a relay failed on is sent once more; two failures are left to the next frame', async () => {
  const tried: number[] = [];
  let failures = 3;
  const lines = relaysThat(async ({ seq }) => {
    tried.push(seq);
    failures -= 1;
    if (failures >= 0) throw new Error('Durable Object is overloaded');
  });
  void lines.push(frame(1), 0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tried).toEqual([1, 1]);
  void lines.push(frame(2), 0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tried).toEqual([1, 1, 2, 2]);
  expect(await lines.notifyAll(['ana', 'ana', 'bia'], 'hello')).toBe(2);
  expect(await lines.endSessions(['one', 'two'])).toBe(1);
  // When it began and when it was over.
  expect(said.map((line) => line.includes('recovered'))).toEqual([false, true]);
});

test('owners are spread evenly, the same one always to the same relay', () => {
  const owners = Array.from({ length: 4_000 }, (_, n) => `189.6.${n >> 8}.${n & 255}`);
  const held = new Map<number, number>();
  for (const owner of owners) {
    const index = relayIndex(owner, 4);
    expect(index).toBe(relayIndex(owner, 4));
    held.set(index, (held.get(index) ?? 0) + 1);
  }
  expect([...held.keys()].toSorted()).toEqual([0, 1, 2, 3]);
  for (const share of held.values()) expect(Math.abs(share - 1_000)).toBeLessThan(100);
});

test.each([
  ['1', 1],
  ['4', 4],
  ['50', 50],
  ['51', 1],
  ['0', 1],
  ['-2', 1],
  ['2.5', 1],
  ['', 1],
  ['many', 1],
])('PRICE_RELAYS "%s" means %d', (PRICE_RELAYS, count) => {
  expect(relayCount({ PRICE_RELAYS })).toBe(count);
});
