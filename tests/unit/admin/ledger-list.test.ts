// From when on the operators' list of transactions shows them.

import { expect, test } from 'vitest';
import { ledgerPeriodStart } from '../../../worker/domain/ledger-list.ts';

test.each([
  ['1d', '2026-11-23T12:00:00Z'],
  ['7d', '2026-11-17T12:00:00Z'],
  ['30d', '2026-10-25T12:00:00Z'],
  ['90d', '2026-08-26T12:00:00Z'],
  ['all', null],
] as const)('%s begins at %s', (period, start) => {
  expect(ledgerPeriodStart(period, Date.parse('2026-11-24T12:00:00Z'))).toBe(
    start === null ? null : Date.parse(start),
  );
});
