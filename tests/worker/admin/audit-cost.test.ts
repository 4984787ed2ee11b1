// The operators' log stays quick when it is long: what each reading of 100,000 lines costs in rows.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import {
  type AuditFilter,
  followAuditLines,
  listAuditActors,
  listAuditLines,
  NO_AUDIT_FILTER,
} from '../../../worker/db/operators/audit-log.ts';
import { MINUTE_MS } from '../../../worker/domain/time.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { tamper } from './audit.ts';

const LINES = 100_000;
const PAGE = 50;

let operators: readonly Customer[] = [];

/** Every line but the last by one of three operators, a minute after the one before, about one of 20,000 customers who are none of ours. */
beforeAll(async () => {
  operators = await Promise.all([1, 2, 3].map(() => createCustomer(env, { admin: true })));
  await tamper();
  await env.DB.prepare(
    `INSERT INTO audit_log (seq, id, happened_at, actor_id, actor, action, subject_kind, subject_id, previous_hash, hash)
     SELECT value, 'id-' || value, value * 60000, json_extract(?1, '$[' || (value % 3) || ']'), 'somebody',
            CASE value % 9 WHEN 0 THEN 'customer.suspended' ELSE 'customer.viewed' END,
            'customer', 'nobodys-' || (value % 20000), printf('%064d', value), printf('%064x', value)
     FROM (WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?2) SELECT value FROM n)`,
  )
    .bind(JSON.stringify(operators.map(({ userId }) => userId)), LINES)
    .run();
}, 120_000);

/** The rows that all statements of some work read. */
async function rowsRead(work: (db: D1Database) => Promise<unknown>): Promise<number> {
  let rows = 0;
  const count = (result: D1Result) => {
    rows += result.meta.rows_read;
    return result;
  };
  const counted = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get: (target, name) =>
        name === 'bind'
          ? (...values: unknown[]) => counted(target.bind(...values))
          : name === 'all'
            ? async () => count(await target.all())
            : Reflect.get(target, name),
    });
  const db = {
    prepare: (sql: string) => counted(env.DB.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) => Promise.all(statements.map((one) => one.all())),
  } as unknown as D1Database;
  await work(db);
  return rows;
}

const FILTERS: readonly (readonly [string, () => Partial<AuditFilter>, number])[] = [
  ['without a filter', () => ({}), 2],
  ['by an operator', () => ({ actor: { id: operators[0]?.userId ?? '' } }), 2],
  ['by the machines, of whom there are none', () => ({ actor: 'machine' }), 1],
  ['by what was done', () => ({ action: 'customer.suspended' }), 2],
  ['by what nobody has done', () => ({ action: 'video.removed' }), 1],
  ['by a customer', () => ({ subject: 'nobodys-7' }), 2],
  [
    'by a customer, last touched long ago',
    () => ({ subject: 'nobodys-19999', action: 'customer.viewed' }),
    2,
  ],
  [
    'by a customer and an operator',
    () => ({ subject: 'nobodys-7', actor: { id: operators[0]?.userId ?? '' } }),
    2,
  ],
  [
    'by an operator and what only others did',
    () => ({ actor: { id: operators[1]?.userId ?? '' }, action: 'customer.suspended' }),
    2,
  ],
  ['by nobody', () => ({ subject: 'nobody' }), 2],
  ['of days', () => ({ from: 30_000 * MINUTE_MS, until: 32_000 * MINUTE_MS }), 2],
  [
    'of days, by an operator',
    () => ({
      actor: { id: operators[0]?.userId ?? '' },
      from: 30_000 * MINUTE_MS,
      until: 32_000 * MINUTE_MS,
    }),
    2,
  ],
  ['of days to come', () => ({ from: 200_000 * MINUTE_MS }), 1],
];

test.each(FILTERS)('a page %s reads what it shows', async (_name, filter, perLine) => {
  const page = { after: { seq: 90_000 }, limit: PAGE + 1 };
  const asked = { ...NO_AUDIT_FILTER, ...filter() };
  const rows = await rowsRead((db) => listAuditLines(db, asked, page));
  // Besides, steps into the index for each kind of subject, and the people of the suite, among whom a subject is looked for.
  expect(rows).toBeLessThanOrEqual(perLine * (PAGE + 1) + 80);
});

test('the lines of some days are theirs alone, also where clocks differed, and the first page reads no others', async () => {
  const days = { ...NO_AUDIT_FILTER, from: 50_000 * MINUTE_MS, until: 50_010 * MINUTE_MS };
  const seqs = (lines: readonly { readonly seq: number }[]) => lines.map(({ seq }) => seq);
  const ten = Array.from({ length: 10 }, (_, i) => 50_009 - i);
  expect(seqs(await listAuditLines(env.DB, days, { limit: PAGE }))).toEqual(ten);
  expect(await rowsRead((db) => listAuditLines(db, days, { limit: PAGE }))).toBeLessThan(60);
  const span = { after: 0, upTo: LINES, limit: 500 };
  expect(seqs(await followAuditLines(env.DB, days, span))).toEqual(ten.toReversed());
  expect(await rowsRead((db) => followAuditLines(db, days, span))).toBeLessThan(60);
  // A line of another clock, half a minute behind.
  await tamper();
  await env.DB.prepare('UPDATE audit_log SET happened_at = happened_at - 90000 WHERE seq = 50010').run();
  expect(seqs(await listAuditLines(env.DB, days, { limit: PAGE }))).toEqual([50_010, ...ten]);
});

test('a step of the check reads its lines', async () => {
  const span = { after: 50_000, upTo: LINES, limit: 2_000 };
  expect(await rowsRead((db) => followAuditLines(db, NO_AUDIT_FILTER, span))).toBeLessThanOrEqual(2_001);
});

test('who stands in the log is found in a few steps', async () => {
  const names = await listAuditActors(env.DB);
  expect(names.actors.map(({ id }) => id).toSorted()).toEqual(
    operators.map(({ userId }) => userId).toSorted(),
  );
  expect(names.hasMachine).toBe(false);
  expect(await rowsRead((db) => listAuditActors(db))).toBeLessThanOrEqual(40);
});
