// GET /api/statements: months that are closed, signed, as pages and files; and an operator's look at a customer's (P83, P84).

import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { StatementsList, StatementView } from '../../../worker/contract/statements.ts';
import { dayOf } from '../../../worker/domain/day-closes.ts';
import { monthAfter, monthOf } from '../../../worker/domain/days.ts';
import { STATEMENT_FILES_LIMIT } from '../../../worker/domain/statements.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { readZip } from '../../../worker/domain/zip-reading.ts';
import { closeDays } from '../../../worker/services/close-days.ts';
import { allStatementFiles } from '../../../worker/services/statement-files.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { endow, fund } from '../../support/funds.ts';
import { callsOf, outcome } from '../../support/money-calls.ts';

const MONTH = monthOf(dayOf(Date.now()));
/** As after the end of this month. */
const closeMonth = () =>
  closeDays({ db: env.DB, env, now: () => Date.now() + 32 * DAY_MS }, { atMost: Infinity });

let ana: Customer;
let bia: Customer;
beforeEach(async () => {
  ana = await createCustomer(env, { fullName: 'Ana Conceição' });
  bia = await createCustomer(env);
  await fund(env.DB, ana, 100_000);
  await fund(env.DB, bia, 50_000);
  await endow(env.DB, ana, { metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 });
});

const get = (path: string, customer = ana) => callsOf(customer).get(`/api/statements${path}`);
const view = async (month: string, customer = ana) =>
  (await get(`/${month}`, customer)).json<StatementView>();

test('the month under way is a preview without signature and without files; closed it is a statement with both', async () => {
  expect(await (await get('')).json<StatementsList>()).toEqual({ open: MONTH, months: [] });
  const before = await view(MONTH);
  expect(before).toMatchObject({ signed: null, formats: [], total: 2, account: ana.userId });
  expect(await outcome(await get(`/${MONTH}/file?format=pdf`))).toBe('StatementNotReady');

  await closeMonth();
  const list = await (await get('')).json<StatementsList>();
  expect(list).toEqual({ open: monthAfter(MONTH), months: [{ month: MONTH, number: null }] });
  const after = await view(MONTH);
  expect(after.movements).toEqual(before.movements);
  expect(after).toMatchObject({
    holder: { name: 'Ana Conceição', number: expect.stringMatching(/^\*{3}\.\d{3}\.\d{3}-\*{2}$/u) },
    formats: ['pdf', 'csv', 'json'],
    signed: { number: expect.stringMatching(new RegExp(`^ONCA-${MONTH}-[0-9a-f]{8}$`, 'u')) },
    previous: null,
  });
  expect((await (await get('')).json<StatementsList>()).months[0]?.number).toBe(after.signed?.number);
  // Another customer's statement has nothing of it.
  expect((await view(MONTH, bia)).movements).toHaveLength(1);
});

test('the files come with their types and names, twice the same bytes, and sixty in an hour', async () => {
  await closeMonth();
  const files = {
    'format=pdf': ['application/pdf', `onca-extrato-mensal-${MONTH}.pdf`],
    'format=csv&language=en': ['text/csv; charset=utf-8; header=present', `onca-statement-${MONTH}.csv`],
    'format=json&language=en': ['application/json; charset=utf-8', `onca-statement-${MONTH}.json`],
  };
  for (const [query, [type, name]] of Object.entries(files)) {
    const [first, second] = [await get(`/${MONTH}/file?${query}`), await get(`/${MONTH}/file?${query}`)];
    expect(first.headers.get('Content-Type')).toBe(type);
    expect(first.headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`);
    expect(first.headers.get('Cache-Control')).toBe('no-store');
    expect(await first.arrayBuffer()).toEqual(await second.arrayBuffer());
  }
  const left = STATEMENT_FILES_LIMIT.max - 6;
  await env.DB.prepare(
    `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?3)
     INSERT INTO attempts (id, bucket, made_at, expires_at)
     SELECT 'filled-' || value, ?1, ?2, ?2 + 3600000 FROM n`,
  )
    .bind(`statement-files:${ana.userId}`, Date.now(), left)
    .run();
  expect(await outcome(await get(`/${MONTH}/file?format=json`))).toBe('TooManyRequests');
});

test('months that are none or not this account’s are not found, and a wrong query is said', async () => {
  for (const month of ['2026-13', '0000-00', '2099-01', '2019-01', 'mes', "2026-10'--", '%00']) {
    expect([month, await outcome(await get(`/${month}`))]).toEqual([month, 'NotFound']);
    expect(await outcome(await get(`/${month}/file?format=csv`))).toBe('NotFound');
  }
  for (const query of ['', '?format=exe', '?format=pdf&language=xx']) {
    expect(await outcome(await get(`/${MONTH}/file${query}`))).toBe('ValidationFailed');
  }
  expect(await outcome(await get(`/${MONTH}?cursor=1%20OR%201`))).toBe('ValidationFailed');
});

test('an operator reads a customer’s statements only once the opening of the dashboard is in the log', async () => {
  await closeMonth();
  const operator = await createCustomer(env, { admin: true });
  const paths = ['statements', `statements/${MONTH}`, `statements/${MONTH}/file?format=pdf`];
  const read = (path: string) => callsOf(operator).get(`/api/admin/users/${ana.userId}/${path}`);
  for (const path of paths) expect(await outcome(await read(path))).toBe('ViewNotOpened');
  expect(await outcome(await callsOf(operator).post(`/api/admin/users/${ana.userId}/views`, {}))).toBe(201);
  for (const path of paths) expect((await read(path)).status).toBe(200);
  const own = await get(`/${MONTH}/file?format=pdf`);
  expect(await (await read(`statements/${MONTH}/file?format=pdf`)).arrayBuffer()).toEqual(
    await own.arrayBuffer(),
  );
  const logged = await env.DB.prepare(
    `SELECT count(*) AS n FROM audit_log WHERE action = 'customer.viewed' AND subject_id = ?`,
  )
    .bind(ana.userId)
    .first('n');
  expect(logged).toBe(1);
});

test('the complete copy of a customer’s data has all statements', async () => {
  await closeMonth();
  const files = await allStatementFiles({ db: env.DB, env, now: Date.now }, ana.userId, 'en');
  expect(files.map(({ name }) => name)).toEqual([`${MONTH}.json`, `${MONTH}.pdf`]);
  const asked = await callsOf(ana).post('/api/profile/data/exports', { language: 'en' });
  expect(asked.status).toBe(202);
  const copy = await copied(ana);
  const names = readZip(new Uint8Array(copy))?.map(({ name }) => name) ?? [];
  expect(names).toEqual(expect.arrayContaining([`statements/${MONTH}.json`, `statements/${MONTH}.pdf`]));
});

/** As soon as it is made. */
async function copied(customer: Customer): Promise<ArrayBuffer> {
  for (let tries = 0; tries < 100; tries += 1) {
    const row = await env.DB.prepare(`SELECT id FROM data_exports WHERE user_id = ? AND state = 'ready'`)
      .bind(customer.userId)
      .first<{ id: string }>();
    const object = row === null ? null : await env.MEDIA.get(`exports/${row.id}.zip`);
    if (object !== null) return object.arrayBuffer();
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('the copy was not made');
}
