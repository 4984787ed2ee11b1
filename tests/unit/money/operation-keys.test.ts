// Whose key an operation has: a customer's is the one that he sent with his request, ours are made of what they are about. UNIQUE keeps them
// apart by who began it, so a key of ours on an operation of the customer's is one that he can use first, and stop.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { idempotencyKeyOf, requestText } from '../../../worker/domain/idempotency.ts';

const WORKER = resolve(import.meta.dirname, '../../../worker');

/** Where customers begin operations, each with the key of their request. */
const BEGUN_BY_CUSTOMERS = {
  'ledger/claim-bonus.ts': 1,
  'ledger/deposits.ts': 1,
  'ledger/post-trade.ts': 1,
  'ledger/withdrawals.ts': 1,
};

/** Each call and each statement that writes operations, up to where it ends. */
const WRITES = /insertOperation\(db, \{[\s\S]*?\}\)|`[^`]*INSERT INTO operations [^`]*`/gu;
const BY_CUSTOMER = /'customer'/u;
/** A word and a colon, in a template or joined in SQL; or the whole of one. */
const OWN_KEY = /idempotencyKey: ['`]|'[a-z-]+:' \|\|/u;

const sources = readdirSync(WORKER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('commands/'))
  .map((file) => ({ file, text: readFileSync(join(WORKER, file), 'utf8') }));
const writes = sources.flatMap(({ file, text }) =>
  [...text.matchAll(WRITES)].map(([write]) => ({ file, write })),
);

test('customers begin operations in few places, and none of these has a key of ours', () => {
  const counted: Record<string, number> = {};
  for (const { file, write } of writes) {
    if (!BY_CUSTOMER.test(write)) continue;
    counted[file] = (counted[file] ?? 0) + 1;
    expect([file, OWN_KEY.test(write)]).toEqual([file, false]);
  }
  expect(counted).toEqual(BEGUN_BY_CUSTOMERS);
});

test('beside a key of ours stands the house or a gateway, or it is handed over by a type that has no customer in it', () => {
  const beside = sources.flatMap(({ file, text }) => {
    const lines = text.split('\n');
    return lines.flatMap((line, at) =>
      /idempotencyKey: ['`]/u.test(line) ? [{ file, write: lines.slice(at - 4, at + 5).join('\n') }] : [],
    );
  });
  expect(beside.length).toBeGreaterThan(5);
  for (const { file, write } of beside) {
    expect([file, /initiator(?:: '(?:house|gateway)')?,/u.test(write)]).toEqual([file, true]);
  }
  const types = sources.filter(({ text }) => /initiator\??: [^;\n]*'customer' \|/u.test(text));
  expect(types.map(({ file }) => file).toSorted()).toEqual([
    'db/operators/ledger.ts',
    'ledger/statements.ts',
  ]);
});

test.each([
  [undefined, null],
  [null, null],
  ['', null],
  ['k', 'k'],
  ['k'.repeat(255), 'k'.repeat(255)],
  ['k'.repeat(256), null],
])('the header %j is the key %j', (header, key) => {
  expect(idempotencyKeyOf(header)).toBe(key);
});

test('two requests are the same by account, method, path and body', () => {
  const request = { accountId: 'ana', method: 'POST', path: '/api/trades', body: '{"quoteId":"q"}' };
  expect(requestText(request)).toBe('ana\nPOST\n/api/trades\n{"quoteId":"q"}');
});
