// A customer of whom there is very much of one kind and little of another: what a page of the timeline reads.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { listTimeline, type TimelineFilter } from '../../../worker/db/operators/timeline.ts';
import { TIMELINE_KINDS } from '../../../worker/domain/timeline.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { makeOperator } from './operator-calls.ts';

const MANY = 20_000;
const NOW = Date.UTC(2026, 10, 21);
const MINUTE = 60_000;
const LIMIT = 51;
/** Rows of one kind: the index, and the table or the JSON beside it. */
const PER_ROW = 4;
let ana: Customer;

beforeAll(async () => {
  ana = await createCustomer(env, { now: NOW - 400 * 86_400_000 });
  const operator = await makeOperator();
  const many = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY - 1})`;
  const id = `printf('%012x', i)`;
  const run = (sql: string) => env.DB.prepare(sql).bind(ana.userId, NOW);
  await env.DB.batch([
    run(`${many} INSERT INTO security_events (id, user_id, kind, happened_at)
      SELECT 'e' || ${id}, ?1, 'signed-in', ?2 - i * ${MINUTE} FROM n`),
    run(`${many} INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
      SELECT 'o' || ${id}, (SELECT coalesce(max(seq), 0) FROM operations) + i + 1, ?1, 'customer', 'k' || i, 'h', 'deposit', ?2 - i * ${MINUTE} FROM n`),
    // One in a thousand is a bonus, so that trades are rare among deposits.
    run(`${many} INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents,
        total_cents, status, method, gateway, created_at)
      SELECT 't' || ${id}, ?1, 'o' || ${id}, iif(i % 1000 = 0, 'bonus', 'deposit'), iif(i % 1000 = 0, 'silver', NULL), iif(i % 1000 = 0, 1, NULL),
        iif(i % 1000 = 0, 0, NULL), 1, 0, 1, 'pending', iif(i % 1000 = 0, NULL, 'wire'), iif(i % 1000 = 0, NULL, 'sandbox'),
        ?2 - i * ${MINUTE} FROM n`),
    run(`${many} INSERT INTO deposits (id, account_id, amount_cents, fee_cents, method, gateway, status, created_at)
      SELECT 't' || ${id}, ?1, 10000, 0, 'wire', 'sandbox', 'pending', ?2 - i * ${MINUTE} FROM n WHERE i % 1000 <> 0`),
    run(`${many} INSERT INTO mail_outbox (id, user_id, kind, message, email, full_name, language, state, rank, expires_at, created_at, updated_at)
      SELECT 'm' || ${id}, ?1, 'welcome', '{}', 'a@b.co', 'A', 'en', 'sent', 1, ?2 + 1, ?2 - i * ${MINUTE}, ?2 FROM n`),
  ]);
  const triggers = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_log'`,
  ).all<{ name: string }>();
  await env.DB.batch(triggers.results.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)));
  // Views by the thousand, and a suspension among them now and then.
  await env.DB.prepare(
    `${many} INSERT INTO audit_log (seq, id, happened_at, actor_id, actor, action, subject_kind, subject_id, previous_hash, hash)
     SELECT 1000000 + i, 'a' || ${id}, ?2 - i * ${MINUTE}, ?3, 'bia@example.com', iif(i % 1000 = 0, 'customer.suspended', 'customer.viewed'),
       'customer', ?1, printf('%064x', i), printf('%064x', i + 1000000) FROM n`,
  )
    .bind(ana.userId, NOW, operator.userId)
    .run();
}, 120_000);

async function ask(name: string, over: Partial<TimelineFilter> = {}) {
  const filter = { userId: ana.userId, kind: null, from: null, until: null, limit: LIMIT, ...over };
  const page = await listTimeline(env.DB, filter);
  console.log(JSON.stringify({ timeline: name, found: page.rows.length, rowsRead: page.rowsRead }));
  return page;
}

test('a page reads in proportion to what it shows, at the beginning, in the middle and near the end', async () => {
  for (const i of [0, MANY / 2, MANY - 40]) {
    const { rows, rowsRead } = await ask(`from ${i}`, { after: { at: NOW - i * MINUTE + 1, id: 'zzzz' } });
    expect(rows).toHaveLength(LIMIT);
    expect(rowsRead).toBeLessThan(LIMIT * TIMELINE_KINDS.length * PER_ROW);
  }
});

test.each(TIMELINE_KINDS)('a page of %s alone too, however much there is of the others', async (kind) => {
  const { rows, rowsRead } = await ask(kind, { kind });
  expect(rows.every((row) => row.kind === kind)).toBe(true);
  expect(rowsRead).toBeLessThan(LIMIT * PER_ROW);
});

test('days in the past are found without reading what came after', async () => {
  const until = NOW - (MANY / 2) * MINUTE;
  const { rows, rowsRead } = await ask('days', { from: until - 60 * MINUTE, until });
  expect(rows).toHaveLength(LIMIT);
  expect(rowsRead).toBeLessThan(LIMIT * TIMELINE_KINDS.length * PER_ROW);
});
