// Who enters as an operator, and who tries to: in the operators' log with the internet address, which is kept of nobody else.

import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { createCustomer, CUSTOMER_PASSWORD, type Customer } from '../../support/customers.ts';
import { post } from '../accounts/calls.ts';
import { codeOf, customerWithApp, secondStep, send, ticketOf, type WithApp } from '../factors/enrol.ts';
import { check, operator } from './audit.ts';

const ADDRESS = '2001:db8:1:2:3:4:5:6';
const FROM = { 'CF-Connecting-IP': ADDRESS };

type Line = { readonly action: string; readonly address: string | null };

const linesOf = async ({ userId }: Pick<Customer, 'userId'>): Promise<Line[]> =>
  (
    await env.DB.prepare('SELECT action, address FROM audit_log WHERE actor_id = ? ORDER BY seq')
      .bind(userId)
      .all<Line>()
  ).results;

const signIn = ({ email }: Customer, password: string) =>
  post('/api/auth/sign-in', { email, password }, FROM);

const enter = async (who: WithApp) => {
  const ticket = await ticketOf(who);
  const entered = await secondStep({ ticket, method: 'totp', code: codeOf(who.key) }, FROM);
  expect(entered.status).toBe(200);
};

test('an operator who enters, and each refused try, is in the log with the address, and the chain holds', async () => {
  const ana = await customerWithApp({ admin: true });
  expect((await signIn(ana, 'wrong password')).status).toBe(401);
  await enter(ana);
  await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(ana.userId).run();
  expect((await signIn(ana, CUSTOMER_PASSWORD)).status).toBe(403);
  // Written after the reply.
  await vi.waitFor(async () =>
    expect((await linesOf(ana)).map(({ action }) => action).toSorted()).toEqual([
      'operator.password-refused',
      'operator.signed-in',
      'operator.suspended-refused',
    ]),
  );
  expect((await linesOf(ana)).every(({ address }) => address === ADDRESS)).toBe(true);
  expect(await check(await operator())).toMatchObject({ broken: null });
});

test('a wrong code is in the log, at the second step of a sign-in and at a change', async () => {
  const ana = await customerWithApp({ admin: true });
  const ticket = await ticketOf(ana);
  expect((await secondStep({ ticket, method: 'totp', code: '000000' }, FROM)).status).toBe(401);
  await vi.waitFor(async () =>
    expect(await linesOf(ana)).toEqual([{ action: 'operator.code-refused', address: ADDRESS }]),
  );
  expect((await send(ana, 'POST', '/api/auth/step-up', { method: 'totp', code: '000000' })).status).toBe(401);
  await vi.waitFor(async () => expect(await linesOf(ana)).toHaveLength(2));
  expect((await secondStep({ ticket, method: 'totp', code: codeOf(ana.key, 1) }, FROM)).status).toBe(200);
  await vi.waitFor(async () => expect((await linesOf(ana)).at(-1)?.action).toBe('operator.signed-in'));
});

test('of a customer nothing is written there, and no table keeps the address', async () => {
  const ben = await createCustomer(env);
  expect((await signIn(ben, 'wrong password')).status).toBe(401);
  expect((await signIn(ben, CUSTOMER_PASSWORD)).status).toBe(200);
  const ana = await customerWithApp({ admin: true });
  await enter(ana);
  // Whatever ran after the replies to Ben has run.
  await vi.waitFor(async () => expect(await linesOf(ana)).toHaveLength(1));
  expect(await linesOf(ben)).toEqual([]);
  const { results: tables } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_cf%' AND name <> 'audit_log'`,
  ).all<{ name: string }>();
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all();
    expect(JSON.stringify(results), `${name}`).not.toContain(ADDRESS);
  }
});
