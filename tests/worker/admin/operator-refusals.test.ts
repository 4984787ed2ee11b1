// Refused calls and attempts of operators, in their log with address and device; a flood of them is a few lines.

import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { noteRefusal } from '../../../worker/auth/refused-operators.ts';
import {
  createCustomer,
  CUSTOMER_PASSWORD,
  type Customer,
  freezeAtOnce,
  ORIGIN,
} from '../../support/customers.ts';
import { outcome } from '../../support/money-calls.ts';
import { call, post } from '../accounts/calls.ts';
import { customerWithApp, secondStep, ticketOf } from '../factors/enrol.ts';
import { FIREFOX } from '../security/account.ts';

const ADDRESS = '203.0.113.77';
const FROM = { 'CF-Connecting-IP': ADDRESS, 'User-Agent': FIREFOX };
const HOUR = 60 * 60_000;

type Line = {
  readonly action: string;
  readonly address: string;
  readonly device: string;
  readonly after: string;
};
const linesOf = async ({ userId }: Pick<Customer, 'userId'>): Promise<Line[]> =>
  (
    await env.DB.prepare(
      `SELECT action, address, device, after FROM audit_log WHERE actor_id = ? AND action LIKE '%-refused' ORDER BY seq`,
    )
      .bind(userId)
      .all<Line>()
  ).results;
const ask = ({ cookie }: Customer, path = '/api/admin/audit-log') =>
  call(path, { headers: { Cookie: cookie, Origin: ORIGIN, ...FROM } });

test.each([
  ['operator.role-refused', 403, { roles: ['content'] }],
  ['operator.factor-refused', 403, { factor: false }],
] as const)('%s', async (action, status, options) => {
  const operator = await createCustomer(env, { admin: true, ...options });
  expect((await ask(operator)).status).toBe(status);
  await vi.waitFor(async () => expect(await linesOf(operator)).toHaveLength(1));
  expect((await linesOf(operator))[0]).toMatchObject({
    action,
    address: ADDRESS,
    device: expect.stringContaining('Firefox') as string,
    after: '{"route":"GET /api/admin/audit-log","times":1}',
  });
});

test('a call of a session that is over, and one of a suspended operator', async () => {
  const [over, suspended] = [
    await createCustomer(env, { admin: true }),
    await createCustomer(env, { admin: true }),
  ];
  await env.DB.prepare('UPDATE sessions SET last_seen_at = 1 WHERE id = ?').bind(over.sessionId).run();
  await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(suspended.userId).run();
  expect((await ask(over)).status).toBe(401);
  expect((await ask(suspended)).status).toBe(403);
  await vi.waitFor(async () => {
    expect((await linesOf(over)).map(({ action }) => action)).toEqual(['operator.session-refused']);
    expect((await linesOf(suspended)).map(({ action }) => action)).toEqual(['operator.suspended-refused']);
  });
});

test('a call of an operator who is frozen', async () => {
  const operator = await createCustomer(env, { admin: true });
  await freezeAtOnce(env.DB, operator.userId);
  const reply = await ask(operator);
  expect([reply.status, await outcome(reply)]).toEqual([403, 'AccountFrozen']);
  await vi.waitFor(async () =>
    expect((await linesOf(operator)).map(({ action }) => action)).toEqual(['operator.frozen-refused']),
  );
});

test('attempts that a limit refuses, at the password and at the code', async () => {
  const operator = await customerWithApp({ admin: true });
  const { email } = operator;
  for (let n = 0; n < 11; n += 1) {
    const headers = { ...FROM, 'CF-Connecting-IP': `203.0.113.${n}` };
    const reply = await post('/api/auth/sign-in', { email, password: 'wrong' }, headers);
    expect(reply.status).toBe(n < 10 ? 401 : 429);
  }
  await vi.waitFor(async () =>
    expect((await linesOf(operator)).filter(({ action }) => action === 'operator.limit-refused')).toEqual([
      expect.objectContaining({ address: '203.0.113.10', after: '{"route":"sign-in","times":1}' }),
    ]),
  );
  const other = await customerWithApp({ admin: true });
  for (let n = 0; n < 3; n += 1) {
    const ticket = await ticketOf(other);
    for (let tries = 0; tries < 4; tries += 1) {
      await secondStep({ ticket, method: 'totp', code: '000000' }, FROM);
    }
  }
  await vi.waitFor(async () =>
    expect((await linesOf(other)).map(({ action }) => action)).toContain('operator.limit-refused'),
  );
});

test('of customers and strangers nothing is written', async () => {
  const customer = await createCustomer(env);
  const [line] = (await env.DB.prepare('SELECT max(seq) AS seq FROM audit_log').all<{ seq: number }>())
    .results;
  expect((await ask(customer)).status).toBe(403);
  expect((await call('/api/admin/users', { headers: FROM })).status).toBe(401);
  expect(
    (await call('/api/admin/users', { headers: { ...FROM, Cookie: 'onca_access=made.up' } })).status,
  ).toBe(401);
  const counted = await env.DB.prepare('SELECT count(*) AS n FROM operator_refusals WHERE user_id = ?')
    .bind(customer.userId)
    .first<number>('n');
  expect(counted).toBe(0);
  const client = { addressKey: 'x', userAgent: FIREFOX, place: undefined };
  const refused = {
    userId: customer.userId,
    action: 'operator.role-refused',
    client,
    route: 'GET /x',
  } as const;
  await noteRefusal(env.DB, refused, Date.now());
  expect(await linesOf(customer)).toEqual([]);
  expect(line).toBeDefined();
});

test('a thousand in an hour are four lines, and the next hour says how many there were', async () => {
  const operator = await createCustomer(env, { admin: true });
  const client = { addressKey: 'x', address: ADDRESS, userAgent: FIREFOX, place: undefined };
  const refused = {
    userId: operator.userId,
    action: 'operator.role-refused',
    client,
    route: 'GET /x',
  } as const;
  const start = Date.now();
  for (let n = 0; n < 1_003; n += 1) await noteRefusal(env.DB, refused, start + n);
  const timesOf = async () =>
    (await linesOf(operator)).map(({ after }) => (JSON.parse(after) as { times: number }).times);
  expect(await timesOf()).toEqual([1, 10, 100, 1_000]);
  await noteRefusal(env.DB, refused, start + HOUR - 1);
  expect(await timesOf()).toHaveLength(4);
  await noteRefusal(env.DB, refused, start + HOUR);
  expect(JSON.parse((await linesOf(operator)).at(-1)?.after ?? '')).toEqual({
    route: 'GET /x',
    times: 1,
    timesInTheHourBefore: 1_004,
  });
});

test('a right password of an operator is no refusal', async () => {
  const operator = await customerWithApp({ admin: true });
  const body = { email: operator.email, password: CUSTOMER_PASSWORD };
  expect((await post('/api/auth/sign-in', body, FROM)).status).toBe(200);
  expect(await linesOf(operator)).toEqual([]);
});
