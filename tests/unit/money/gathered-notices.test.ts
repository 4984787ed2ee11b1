// Notices that are gathered: who trades within a moment is told together, everybody once, and a failure loses nobody who comes later.

import { expect, test } from 'vitest';
import { GatheredNotices } from '../../../durable-objects/gathered-notices.ts';

/** A moment ends when the test says so. */
function gathered(tell: (userIds: readonly string[]) => Promise<unknown> = async () => undefined) {
  const told: (readonly string[])[] = [];
  let end = () => {};
  const notices = new GatheredNotices({
    tell: async (userIds) => {
      told.push(userIds);
      await tell(userIds);
    },
    wait: () => new Promise<void>((resolve) => (end = resolve)),
  });
  return { notices, told, endMoment: () => end() };
}

test('who trades within a moment is told in one call, and once', async () => {
  const { notices, told, endMoment } = gathered();
  const first = notices.add(['ana', 'bia']);
  await notices.add(['bia', 'rui']);
  expect(told).toEqual([]);
  endMoment();
  await first;
  expect(told).toEqual([['ana', 'bia', 'rui']]);
  const next = notices.add(['ana']);
  endMoment();
  await next;
  expect(told).toEqual([['ana', 'bia', 'rui'], ['ana']]);
});

test('nobody is nobody to tell', async () => {
  const { notices, told } = gathered();
  await notices.add([]);
  expect(told).toEqual([]);
});

test('a hub that cannot be reached is said to whoever waits for it, and the next moment is another one', async () => {
  let isDown = true;
  const { notices, told, endMoment } = gathered(async () => {
    if (isDown) throw new Error('Network connection lost.');
  });
  const first = notices.add(['ana']);
  endMoment();
  await expect(first).rejects.toThrow('Network connection lost.');
  isDown = false;
  const next = notices.add(['bia']);
  endMoment();
  await next;
  expect(told).toEqual([['ana'], ['bia']]);
});
