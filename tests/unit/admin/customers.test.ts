// The rules of customers as operators see them: who is inactive, and what everything together is worth.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  customerStatus,
  INACTIVE_AFTER_MS,
  inactiveSince,
  shortId,
} from '../../../worker/domain/customers.ts';
import { HOLDING_MAX_OUNCES_E4, PRICE_MAX_CENTS } from '../../../worker/domain/limits.ts';
import { type Marks, NO_MARKS, valuePortfolio, worthCents } from '../../../worker/domain/portfolio.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 60 * 60_000;

describe('status', () => {
  test.each([
    ['active', NOW, 'active'],
    ['active', NOW - 89 * DAY, 'active'],
    ['active', NOW - INACTIVE_AFTER_MS + 1, 'active'],
    ['active', NOW - INACTIVE_AFTER_MS, 'inactive'],
    ['active', NOW - 400 * DAY, 'inactive'],
    // Another server's clock may run ahead.
    ['active', NOW + DAY, 'active'],
    ['suspended', NOW, 'suspended'],
    ['suspended', NOW - 400 * DAY, 'suspended'],
  ] as const)('%s, last active at %d: %s', (standing, lastActiveAt, status) => {
    expect(customerStatus(standing, lastActiveAt, NOW)).toBe(status);
  });

  test('ninety days are ninety days', () => {
    expect(inactiveSince(NOW)).toBe(NOW - 90 * DAY);
  });
});

test('a short id is its first eight letters', () => {
  expect(shortId('0c0a0000-0000-4000-8000-000000000002')).toBe('0c0a0000');
});

const marksAt = (gold: number | null, silver: number | null): Marks => ({
  asOf: '2026-11-21T12:00:00.000Z',
  gold: gold === null ? null : { priceCents: gold, change24hPercent: null },
  silver: silver === null ? null : { priceCents: silver, change24hPercent: null },
});

const cents = fc.nat({ max: 9_000_000_000 });
const ounces = fc.oneof(fc.constant(0), fc.nat({ max: HOLDING_MAX_OUNCES_E4 }));
const price = fc.option(fc.integer({ min: 1, max: PRICE_MAX_CENTS }));

describe('worth', () => {
  test('is what the customer’s own dashboard says, for any cash, metal and price', () => {
    fc.assert(
      fc.property(cents, ounces, ounces, price, price, (cashCents, goldE4, silverE4, gold, silver) => {
        const marks = marksAt(gold, silver);
        const held = { heldOuncesE4: 0, costBasisCents: 0, realisedGainCents: 0, boughtCents: 0 };
        const { totals } = valuePortfolio(
          {
            cashCents,
            pendingCashCents: 0,
            bonusClaimed: false,
            holdings: [
              { metal: 'gold', ouncesE4: goldE4, ...held },
              { metal: 'silver', ouncesE4: silverE4, ...held },
            ],
          },
          marks,
        );
        expect(worthCents({ cashCents, goldE4, silverE4 }, marks)).toBe(totals.valueCents);
      }),
    );
  });

  test('unknown prices make metal unknown, never zero; cash alone is known', () => {
    expect(worthCents({ cashCents: 5, goldE4: 1, silverE4: 0 }, NO_MARKS)).toBeNull();
    expect(worthCents({ cashCents: 5, goldE4: 0, silverE4: 0 }, NO_MARKS)).toBe(5);
    expect(worthCents({ cashCents: 5, goldE4: 0, silverE4: 9 }, marksAt(1, null))).toBeNull();
  });
});
