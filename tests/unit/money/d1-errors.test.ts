// A rule that said no is a refusal; trouble is not; anything else is a fault.

import { expect, test } from 'vitest';
import { isDatabaseTrouble, readD1Error } from '../../../worker/db/d1-errors.ts';

test.each([
  [
    'D1_ERROR: CHECK constraint failed: cash_not_below_zero: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_CHECK)',
    { kind: 'check', constraint: 'cash_not_below_zero' },
  ],
  [
    'D1_ERROR: UNIQUE constraint failed: operations.quote_id: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)',
    { kind: 'unique', columns: 'operations.quote_id' },
  ],
  [
    'D1_ERROR: UNIQUE constraint failed: operations.account_id, operations.initiator, operations.idempotency_key: SQLITE_CONSTRAINT',
    { kind: 'unique', columns: 'operations.account_id, operations.initiator, operations.idempotency_key' },
  ],
  ['D1_ERROR: database is locked: SQLITE_BUSY', { kind: 'trouble' }],
  ['D1_ERROR: Network connection lost.', { kind: 'trouble' }],
  ['D1_ERROR: D1 DB is overloaded. Requests queued for too long.', { kind: 'trouble' }],
  ['D1_ERROR: disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_WRITE)', { kind: 'trouble' }],
  ['D1_ERROR: database or disk is full: SQLITE_FULL', { kind: 'trouble' }],
  [
    'D1_ERROR: Failed to get session commit token: internal error; reference = 0fake0reference0of0a0test',
    { kind: 'trouble' },
  ],
  ['internal error; reference = 0fake0reference0of0a0test', { kind: 'trouble' }],
  ['D1_ERROR: no such table: nothing: SQLITE_ERROR', { kind: 'other' }],
])('%s', (message, failure) => {
  expect(readD1Error(new Error(message))).toEqual(failure);
  expect(readD1Error(new Error('Failed query', { cause: new Error(message) }))).toEqual(failure);
});

test('trouble is what passes by itself', () => {
  expect(isDatabaseTrouble(new Error('D1_ERROR: Network connection lost.'))).toBe(true);
  expect(isDatabaseTrouble(new TypeError('x is not a function'))).toBe(false);
});
