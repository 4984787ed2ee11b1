// Operations are numbered in the order of their commits, whatever the clocks of the Workers said; a batch that fails takes no number.

import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clearGuards, guard } from '../../../worker/db/guards.ts';
import { LEDGER_RULES } from '../../../worker/db/ledger-check.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { HOUSE, insertEntries, insertOperation } from '../../../worker/ledger/statements.ts';
import { createCustomer } from '../../support/customers.ts';
import { runs } from '../../support/deep.ts';
import { fund } from '../../support/funds.ts';

const START = Date.UTC(2026, 10, 24);
const HOLES = LEDGER_RULES.find(({ rule }) => rule === 'commits-are-numbered-without-holes')?.sql ?? '';

type Batch = { readonly clocks: readonly number[]; readonly fails: boolean };
const batch: fc.Arbitrary<Batch> = fc.record({
  // Up to two days back or forth: a batch of yesterday evening commits today.
  clocks: fc.array(fc.integer({ min: START - 2 * DAY_MS, max: START + 2 * DAY_MS }), {
    minLength: 1,
    maxLength: 3,
  }),
  fails: fc.integer({ min: 1, max: 5 }).map((n) => n === 1),
});

/** Ids, in the order of the statements. */
async function commit({ clocks, fails }: Batch): Promise<string[]> {
  const ids = clocks.map(() => crypto.randomUUID());
  const statements = clocks.flatMap((now, index) => {
    const id = ids[index] ?? '';
    const operation = {
      id,
      accountId: HOUSE.metal,
      idempotencyKey: id,
      requestHash: 'h',
      kind: 'bar',
      now,
    } as const;
    return [
      insertOperation(env.DB, { ...operation, initiator: 'house' }),
      ...insertEntries(env.DB, id, [
        { accountId: HOUSE.metal, asset: 'gold', amount: 1 },
        { accountId: HOUSE.promotion, asset: 'gold', amount: -1 },
      ]),
    ];
  });
  const nothing = env.DB.prepare('UPDATE accounts SET created_at = 0 WHERE id = ?').bind(
    fails ? 'nobody' : HOUSE.metal,
  );
  const id = ids[0] ?? '';
  const done = env.DB.batch([...statements, nothing, guard(env.DB, id, 'cash'), clearGuards(env.DB, id)]);
  return done.then(
    () => ids,
    () => [],
  );
}

async function numbered(): Promise<{ id: string; seq: number }[]> {
  const { results } = await env.DB.prepare('SELECT id, seq FROM operations ORDER BY seq').all<{
    id: string;
    seq: number;
  }>();
  return results;
}

test('with clocks that go back and forth the numbers have no hole and follow the commits', async () => {
  const before = (await numbered()).map(({ id }) => id);
  const batches = fc.sample(batch, { numRuns: runs(100), seed: 20_261_124 });
  const committed: string[] = [];
  for (const one of batches) committed.push(...(await commit(one)));
  expect(committed.length).toBeLessThan(batches.flatMap(({ clocks }) => clocks).length);
  const rows = await numbered();
  expect(rows.map(({ id }) => id)).toEqual([...before, ...committed]);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
  expect((await env.DB.prepare(HOLES).all()).results).toEqual([]);
  // The clocks did go back and forth: by them the order is another.
  const byClock = await env.DB.prepare('SELECT id FROM operations ORDER BY created_at, id').all<{
    id: string;
  }>();
  expect(byClock.results.map(({ id }) => id)).not.toEqual(rows.map(({ id }) => id));
});

test('batches at once share no number and leave none out, and each keeps its operations together', async () => {
  const before = await numbered();
  const committed = await Promise.all(fc.sample(batch, { numRuns: runs(60), seed: 4 }).map(commit));
  const rows = (await numbered()).slice(before.length);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => before.length + index + 1));
  const place = new Map(rows.map(({ id, seq }) => [id, seq]));
  for (const ids of committed) {
    const [first = ''] = ids;
    expect(ids.map((id) => place.get(id))).toEqual(ids.map((_, index) => (place.get(first) ?? 0) + index));
  }
  expect(rows.length).toBe(committed.flat().length);
});

test('what customers do is numbered like everything else', async () => {
  const last = (await numbered()).length;
  const ana = await createCustomer(env);
  await fund(env.DB, ana, 100_000);
  const rows = await numbered();
  expect(rows.length).toBeGreaterThan(last);
  expect(rows.at(-1)?.seq).toBe(rows.length);
});

test('a number does not change', async () => {
  await expect(env.DB.prepare('UPDATE operations SET seq = seq + 1000000').run()).rejects.toThrow(
    'order of commits',
  );
});
