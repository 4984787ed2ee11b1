// What holds a withdrawal, each hold at the last millisecond and at its end.

import { expect, test } from 'vitest';
import {
  HOLD_REASONS,
  HOLDING_EVENTS,
  type HoldEvent,
  HOLDS_LOOK_BACK_MS,
  holdsOf,
  holdUntil,
} from '../../../worker/domain/holds.ts';
import { SECURITY_EVENT_KINDS } from '../../../worker/domain/security-events.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';

const AT = Date.UTC(2026, 10, 24, 12);

const TABLE: readonly (readonly [what: string, event: HoldEvent, ms: number])[] = [
  ['a changed password, 24 hours', { reason: 'password-changed', at: AT }, DAY_MS],
  ['a removed factor, 72 hours', { reason: 'factor-removed', at: AT }, 3 * DAY_MS],
  ['factors reset by the team, 72 hours', { reason: 'factors-reset', at: AT }, 3 * DAY_MS],
  ['a used recovery code, 72 hours', { reason: 'recovery-code-used', at: AT }, 3 * DAY_MS],
  ['a changed e-mail address, 72 hours', { reason: 'email-changed', at: AT }, 3 * DAY_MS],
  ['a new payout account, 48 hours', { reason: 'new-payout-account', at: AT }, 2 * DAY_MS],
  [
    'the payout account that the first deposit came from, 24 hours',
    { reason: 'new-payout-account', at: AT, isSource: true },
    DAY_MS,
  ],
  ['a new browser, two hours', { reason: 'new-device', at: AT }, 2 * HOUR_MS],
];

test.each(TABLE)('%s: up to its end, and not at it', (_, event, ms) => {
  const until = AT + ms;
  const hold = { reason: event.reason, until };
  expect(holdsOf([event], AT)).toEqual([hold]);
  expect(holdsOf([event], until - 1)).toEqual([hold]);
  expect(holdsOf([event], until)).toEqual([]);
});

test('an account younger than seven days: each withdrawal waits 24 hours from its question', () => {
  const event = { reason: 'new-account', at: AT } as const;
  const last = AT + 7 * DAY_MS - 1;
  expect(holdsOf([event], AT)).toEqual([{ reason: 'new-account', until: AT + DAY_MS }]);
  expect(holdsOf([event], last)).toEqual([{ reason: 'new-account', until: last + DAY_MS }]);
  expect(holdsOf([event], last + 1)).toEqual([]);
});

test('all of them are listed, each reason once, and the longest first counts', () => {
  const events: HoldEvent[] = [
    { reason: 'new-device', at: AT },
    { reason: 'password-changed', at: AT - HOUR_MS },
    { reason: 'password-changed', at: AT - 2 * HOUR_MS },
    { reason: 'email-changed', at: AT - DAY_MS },
    { reason: 'factor-removed', at: AT - 3 * DAY_MS },
  ];
  const holds = holdsOf(events, AT);
  expect(holds).toEqual([
    { reason: 'email-changed', until: AT + 2 * DAY_MS },
    { reason: 'password-changed', until: AT + 23 * HOUR_MS },
    { reason: 'new-device', until: AT + 2 * HOUR_MS },
  ]);
  expect(holdUntil(holds, AT)).toBe(AT + 2 * DAY_MS);
  expect(holdUntil([], AT)).toBe(AT);
});

test('every reason but those of other tables comes from the security log, and nothing that adds a factor holds', () => {
  const logged = new Set<string>(Object.values(HOLDING_EVENTS));
  expect(HOLD_REASONS.filter((reason) => !logged.has(reason))).toEqual([
    'new-payout-account',
    'new-device',
    'new-account',
  ]);
  for (const kind of Object.keys(HOLDING_EVENTS)) expect(SECURITY_EVENT_KINDS).toContain(kind);
  for (const kind of ['two-step-on', 'passkey-added', 'passkey-renamed', 'recovery-codes-renewed'])
    expect(HOLDING_EVENTS).not.toHaveProperty(kind);
});

test('nothing that is older than what is looked at holds', () => {
  for (const [, event] of TABLE) expect(holdsOf([{ ...event, at: AT - HOLDS_LOOK_BACK_MS }], AT)).toEqual([]);
});
