// /api/admin/closes: the list, the signed record of a day, and computing some days again, which is logged.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type { CloseCheckReport, DayClosesPage } from '../../../worker/contract/operators/closes.ts';
import { closesBetween } from '../../../worker/db/day-closes.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { closeDays } from '../../../worker/services/close-days.ts';
import { createCustomer } from '../../support/customers.ts';
import { fund } from '../../support/funds.ts';
import { asOperator, codeOf, makeOperator } from './operator-calls.ts';

/** Forty days, of which the first has a deposit. */
const START = Date.parse('2026-08-01T12:00:00.000Z');
const LAST = '2026-09-09';
let call: ReturnType<typeof asOperator>;
let operatorId = '';

beforeAll(async () => {
  await fund(env.DB, await createCustomer(env), 50_000, START);
  await closeDays({ db: env.DB, env, now: () => START + 40 * DAY_MS }, { atMost: 100 });
  const operator = await makeOperator();
  operatorId = operator.userId;
  call = asOperator(operator);
});

const check = (body: unknown) => call('/closes/checks', { method: 'POST', body });

test('the closes are listed by day, newest first, page by page', async () => {
  const first = await (await call('/closes')).json<DayClosesPage>();
  expect(first.closes).toHaveLength(31);
  expect(first.closes[0]).toMatchObject({
    day: LAST,
    priceKind: 'simulated',
    beginsChain: false,
    customers: 1,
    cashCents: 50_000,
    marks: { gold: null, silver: null, usdBrl: null },
  });
  const rest = await (await call(`/closes?cursor=${first.nextCursor}`)).json<DayClosesPage>();
  expect(rest.closes).toHaveLength(9);
  expect(rest.closes.at(-1)).toMatchObject({ day: '2026-08-01', beginsChain: true });
  expect(rest.nextCursor).toBeNull();
});

test('the record of a day is a file, always of the same bytes', async () => {
  const read = async () => call(`/closes/${LAST}/record`);
  const reply = await read();
  expect(reply.headers.get('Content-Disposition')).toBe(`attachment; filename="onca-close-${LAST}.json"`);
  const text = await reply.text();
  expect(JSON.parse(text)).toMatchObject({ domain: 'close', content: { day: LAST, cashCents: 50_000 } });
  expect(await (await read()).text()).toBe(text);
});

test.each(['2026-09-10', '2026-02-30', 'x', '%00', `${LAST}%2F..`])('%s has no record', async (day) => {
  expect((await call(`/closes/${day}/record`)).status).toBe(404);
});

test('days that are computed again are equal, and who asked is logged', async () => {
  const reply = await check({ from: '2026-08-20', to: LAST });
  expect(reply.status).toBe(201);
  const [last] = await closesBetween(env.DB, LAST, LAST, 1);
  expect(await reply.json<CloseCheckReport>()).toMatchObject({
    days: 21,
    first: '2026-08-20',
    last: { day: LAST, hash: last?.hash },
    differences: [],
  });
  const line = await env.DB.prepare(
    'SELECT action, subject_id AS subject, after FROM audit_log WHERE actor_id = ? ORDER BY seq DESC LIMIT 1',
  )
    .bind(operatorId)
    .first<{ action: string; subject: string; after: string }>();
  expect(line).toMatchObject({ action: 'ledger.closes-checked', subject: `2026-08-20:${LAST}` });
  expect(JSON.parse(line?.after ?? '')).toMatchObject({ days: 21, differences: 0 });
});

test.each([
  [{}],
  [{ from: '2026-08-01' }],
  [{ from: '2026-08-02', to: '2026-08-01' }],
  [{ from: '2026-02-30', to: '2026-03-01' }],
  [{ from: '2026-13-01', to: '2026-13-02' }],
  [{ from: '2026-06-01', to: '2026-09-01' }],
  [{ from: '2026-8-1', to: '2026-8-2' }],
  [{ from: 1, to: 2 }],
  [{ from: '0000-01-01', to: '9999-12-31' }],
  [[]],
])('%j is refused', async (body) => {
  const reply = await check(body);
  expect(reply.status).toBe(422);
  expect(await codeOf(reply)).toBe('ValidationFailed');
});

test.each(['x.y', '..', '2026-09-09.1', '%27'])('a cursor %s is refused', async (cursor) => {
  expect((await call(`/closes?cursor=${cursor}`)).status).toBe(422);
});

test('what differs is named by day and value', async () => {
  const trigger = await env.DB.prepare(
    "SELECT sql FROM sqlite_master WHERE name = 'day_closes_are_never_updated'",
  ).first<string>('sql');
  await env.DB.prepare('DROP TRIGGER day_closes_are_never_updated').run();
  await env.DB.prepare("UPDATE day_closes SET cash_cents = cash_cents + 1 WHERE day = '2026-09-01'").run();
  const report = await (await check({ from: '2026-09-01', to: '2026-09-01' })).json<CloseCheckReport>();
  await env.DB.prepare("UPDATE day_closes SET cash_cents = cash_cents - 1 WHERE day = '2026-09-01'").run();
  await env.DB.prepare(trigger ?? '').run();
  expect(report.differences.slice(0, 1)).toEqual([
    { day: '2026-09-01', value: 'cashCents', stored: '50001', expected: '50000' },
  ]);
  expect(report.differences.map(({ value }) => value)).toEqual(['cashCents', 'hash', 'signature']);
});
