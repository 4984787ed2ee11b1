import { describe, expect, test } from 'vitest';
import {
  isInGrace,
  isLastSeenDue,
  isSessionOver,
  sessionLifetimeMs,
  subscriberOf,
} from '../../../worker/domain/session-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  [' ::FFFF:203.0.113.7 ', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001::1:2:3:4:5:6', '2001:0:1:2'],
  ['1:2:3:4:5:6:7::', '1:2:3:4'],
  ['::1', '0:0:0:0'],
  ['', 'unknown'],
  ['not an address', 'unknown'],
  ['abcdef', 'unknown'],
  ['x203.0.113.7', 'unknown'],
  ['203.0.113.7x', 'unknown'],
  ['203.0.113', 'unknown'],
  ['1::ffff:203.0.113.7', 'unknown'],
  ['::ffff:203.0.113.7:1', 'unknown'],
  ['g2001:db8::1', 'unknown'],
  ['2001:db8::1g', 'unknown'],
  ['2001:db8::1%eth0', 'unknown'],
])('limits know the address %s as %s', (address, subscriber) => {
  expect(subscriberOf(address)).toBe(subscriber);
});

test('a session lasts thirty days where it is to be remembered, otherwise twelve hours', () => {
  expect([true, false].map(sessionLifetimeMs)).toEqual([30 * DAY_MS, 12 * HOUR_MS]);
});

test('a refresh token that was spent is answered for 20 seconds more', () => {
  const spentAt = Date.UTC(2026, 10, 21);
  expect([0, 20_000, 20_001].map((later) => isInGrace(spentAt, spentAt + later))).toEqual([
    true,
    true,
    false,
  ]);
});

test('when a session was last used is written once a minute', () => {
  const seenAt = Date.UTC(2026, 10, 21);
  expect([0, MINUTE_MS - 1, MINUTE_MS].map((later) => isLastSeenDue(seenAt, seenAt + later))).toEqual([
    false,
    false,
    true,
  ]);
});

describe('a session is over before its end', () => {
  const NOW = Date.UTC(2026, 10, 21);
  const [CUSTOMER, OPERATOR] = [null, 1];
  test.each([
    ['a customer who was here a moment ago', CUSTOMER, 0, 0, false],
    ['a customer who was away for less than a week', CUSTOMER, 30 * DAY_MS, 7 * DAY_MS - 1, false],
    ['a customer who was away for a week', CUSTOMER, 7 * DAY_MS, 7 * DAY_MS, true],
    ['an operator who was here a moment ago', OPERATOR, HOUR_MS, 0, false],
    ['an operator who was away for less than 15 minutes', OPERATOR, HOUR_MS, 15 * MINUTE_MS - 1, false],
    ['an operator who was away for 15 minutes', OPERATOR, HOUR_MS, 15 * MINUTE_MS, true],
    ['an operator at work for less than twelve hours', OPERATOR, 12 * HOUR_MS - 1, 0, false],
    ['an operator at work for twelve hours', OPERATOR, 12 * HOUR_MS, 0, true],
  ])('of %s', (_, operatorSince, madeAgo, seenAgo, isOver) => {
    const session = { createdAt: NOW - madeAgo, lastSeenAt: NOW - seenAgo, operatorSince };
    expect(isSessionOver(session, NOW)).toBe(isOver);
  });
});
