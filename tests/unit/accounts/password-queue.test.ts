// The line of passwords: one at a time, in order, bounded, and with room for others between two steps. Counted, never timed.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  enterApart,
  inTurn,
  PasswordsBusyError,
  PASSWORDS_WAITING_MAX,
} from '../../../worker/auth/password-queue.ts';

/** Holds the thread as a hash does: meanwhile the timers of those who wait run out. */
function hold(): void {
  const start = performance.now();
  while (performance.now() - start < HOLD_MS);
}
const HOLD_MS = 25;
const AT_ONCE = 6;
const STEPS = 3;

test('six at once run one at a time and in order, and others are served between any two steps', async () => {
  let served = 0;
  let isOver = false;
  const serve = (): void => {
    served += 1;
    if (!isOver) setImmediate(serve);
  };
  setImmediate(serve);
  const order: string[] = [];
  const servedBefore: number[] = [];
  const names = Array.from({ length: AT_ONCE }, (_hash, index) =>
    Array.from({ length: STEPS }, (_step, step) => `${index}.${step}`),
  );
  const results = await Promise.all(
    names.map((steps) =>
      inTurn(
        steps.map((name) => () => {
          order.push(name);
          servedBefore.push(served);
          hold();
          return name;
        }),
      ),
    ),
  );
  isOver = true;
  expect(results).toEqual(names);
  expect(order).toEqual(names.flat());
  expect(new Set(servedBefore).size).toBe(AT_ONCE * STEPS);
});

test('a line has an end: who comes later is told to come back, and the line goes on', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: PASSWORDS_WAITING_MAX + 7 }, (_, index) => inTurn([() => index])),
  );
  const refused = tries.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(7);
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toBeInstanceOf(PasswordsBusyError);
    expect((reason as PasswordsBusyError).retryAfterSeconds).toBeGreaterThan(0);
  }
  expect(await inTurn([() => 'served'])).toEqual(['served']);
});

test('a hash that fails gives its turn to the next, and none of its other steps runs', async () => {
  const after = vi.fn<() => void>();
  const fail = (): void => {
    throw new Error('no');
  };
  const failing = inTurn([fail, after]);
  const next = inTurn([() => 1]);
  await expect(failing).rejects.toThrow('no');
  expect(await next).toEqual([1]);
  expect(after).not.toHaveBeenCalled();
});

test('whoever lost the place begins again, behind those who came meanwhile: no two hashes mix in the memory of their steps', async () => {
  const began = Date.now();
  let stoodStillMs = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => began + stoodStillMs);
  const order: string[] = [];
  const stepsOf = (name: string) => [0, 1].map((step) => () => void order.push(`${name}.${step}`));
  const [first = () => undefined, second = () => undefined] = stepsOf('lost');
  let newcomer: Promise<unknown> | null = null;
  const stall = (): void => {
    first();
    if (newcomer !== null) return;
    // After this step, and before the next look: nobody's place has been looked after for long.
    setTimeout(() => (stoodStillMs = 60_000));
    setTimeout(() => (newcomer ??= inTurn(stepsOf('newcomer'))));
  };
  try {
    await inTurn([stall, second]);
    await newcomer;
  } finally {
    clock.mockRestore();
  }
  expect(order).toEqual(['lost.0', 'newcomer.0', 'newcomer.1', 'lost.0', 'lost.1']);
});

describe('by a clock that the test moves', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('who waits keeps the place when another is done; whoever comes then is the last', async () => {
    const ran: string[] = [];
    const first = inTurn([() => ran.push('first')]);
    const second = inTurn([() => ran.push('second')]);
    await vi.advanceTimersByTimeAsync(1);
    await first;
    const third = inTurn([() => ran.push('third')]);
    await vi.advanceTimersByTimeAsync(100);
    await Promise.all([second, third]);
    expect(ran).toEqual(['first', 'second', 'third']);
  });

  test('nobody runs before one whose turn it is, until that place is lost; nor at once after another’s step', async () => {
    const began = Date.now();
    const ran: number[] = [];
    const run = () => ran.push(Date.now() - began);
    // Their request is ended: nobody looks after the place any more.
    void inTurn([run]);
    vi.clearAllTimers();
    const next = inTurn([run]);
    const last = inTurn([run]);
    await vi.advanceTimersByTimeAsync(1_100);
    await Promise.all([next, last]);
    // Lost at 1,001; the next one looks every five milliseconds, the last one every ten, and then waits for a turn of its own.
    expect(ran).toEqual([1_005, 1_011]);
  });

  test.each([
    [999, ['first', 'newcomer']],
    [1_000, ['newcomer', 'first']],
  ])('a place that nobody has looked after for %d ms: %j', async (unseenMs, order) => {
    const ran: string[] = [];
    const first = inTurn([() => ran.push('first')]);
    // It was to look a millisecond later; the clock goes on, and its timer does not.
    vi.setSystemTime(Date.now() + 1 + unseenMs);
    const newcomer = inTurn([() => ran.push('newcomer')]);
    await vi.advanceTimersByTimeAsync(100);
    await Promise.all([first, newcomer]);
    expect(ran).toEqual(order);
  });

  test('a crowd that comes at once enters one after the other, whoever comes alone at once, and nobody waits for long', async () => {
    const entered: number[] = [];
    const came = Date.now();
    const enter = async (): Promise<void> => {
      await enterApart();
      entered.push(Date.now() - came);
    };
    const crowd = Promise.all(Array.from({ length: 300 }, enter));
    await vi.advanceTimersByTimeAsync(1_000);
    await crowd;
    const spread = entered.slice(0, 40);
    expect(spread[0]).toBe(0);
    const gaps = spread.slice(1).map((at, index) => at - (spread[index] ?? 0));
    expect(new Set(gaps).size).toBe(1);
    expect(gaps[0]).toBeGreaterThan(0);
    expect(Math.max(...entered)).toBeLessThan(350);
    await enter();
    expect(entered.at(-1)).toBe(1_000);
  });
});
