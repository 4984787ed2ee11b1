// The line of passwords: one at a time, in order, bounded, and with room for others between two. Counted, never timed.

import { expect, test } from 'vitest';
import { inTurn, PasswordsBusyError, PASSWORDS_WAITING_MAX } from '../../../worker/auth/password-queue.ts';

/** Holds the thread as a hash does: meanwhile the timers of those who wait run out. */
function hold(): void {
  const start = performance.now();
  while (performance.now() - start < HOLD_MS);
}
const HOLD_MS = 25;
const AT_ONCE = 12;

test('a dozen at once run one at a time and in order, and others are served between any two', async () => {
  let served = 0;
  let isOver = false;
  const serve = (): void => {
    served += 1;
    if (!isOver) setImmediate(serve);
  };
  setImmediate(serve);
  const order: number[] = [];
  const servedBefore: number[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      inTurn(() => {
        order.push(index);
        servedBefore.push(served);
        hold();
      }),
    ),
  );
  isOver = true;
  expect(order).toEqual(Array.from({ length: AT_ONCE }, (_, index) => index));
  expect(new Set(servedBefore).size).toBe(AT_ONCE);
});

test('a line has an end: who comes later is told to come back, and the line goes on', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: PASSWORDS_WAITING_MAX + 7 }, (_, index) => inTurn(() => index)),
  );
  const refused = tries.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(7);
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toBeInstanceOf(PasswordsBusyError);
    expect((reason as PasswordsBusyError).retryAfterSeconds).toBeGreaterThan(0);
  }
  expect(await inTurn(() => 'served')).toBe('served');
});

test('a hash that fails gives its turn to the next', async () => {
  const failing = inTurn(() => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await inTurn(() => 1)).toBe(1);
});
