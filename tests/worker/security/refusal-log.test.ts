// What the Worker's log says of refused calls, and what it never says.

import { createExecutionContext, env } from 'cloudflare:test';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { app } from '../../../worker/app.ts';
import { createCustomer, CUSTOMER_PASSWORD, jsonHeaders, ORIGIN } from '../../support/customers.ts';

const said = vi.spyOn(console, 'warn');
beforeEach(() => void said.mockReset().mockImplementation(() => undefined));
afterAll(() => void said.mockRestore());

const call = async (path: string, init: RequestInit = {}) =>
  app.fetch(new Request(`${ORIGIN}${path}`, init), env, createExecutionContext());

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call(path, { method: 'POST', headers: { ...jsonHeaders(), ...headers }, body: JSON.stringify(body) });

const lines = () =>
  said.mock.calls
    .map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
    .filter(({ event }) => event === 'refused');

test('a wrong password is a line, also for an e-mail that nobody has, and names neither', async () => {
  const email = `nobody-${crypto.randomUUID()}@example.com`;
  const reply = await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD });
  expect(reply.status).toBe(401);
  expect(lines()).toEqual([
    {
      event: 'refused',
      level: 'warn',
      at: expect.stringMatching(/Z$/u) as string,
      requestId: reply.headers.get('X-Request-Id'),
      code: 'InvalidCredentials',
      status: 401,
      method: 'POST',
      route: '/api/auth/sign-in',
      ms: expect.any(Number) as number,
      userId: null,
    },
  ]);
});

test('a call that a guard refuses is a line with the customer where there is one', async () => {
  const customer = await createCustomer(env);
  await call('/api/admin/users?search=a@b.example', { headers: { Cookie: customer.cookie } });
  await call('/api/portfolio');
  await call('/api/settings', {
    method: 'PUT',
    headers: { ...jsonHeaders(), Origin: 'https://evil.example' },
  });
  expect(lines()).toMatchObject([
    { code: 'Forbidden', status: 403, route: '/api/admin/users', userId: customer.userId },
    { code: 'Unauthenticated', status: 401, route: '/api/portfolio', userId: null },
    { code: 'CrossSite', status: 403, route: '/api/*', userId: null },
  ]);
});

test('a form that does not fit is a line without what was sent, and a call that is answered is none', async () => {
  const customer = await createCustomer(env);
  await call('/api/profile', { headers: { Cookie: customer.cookie } });
  expect(lines()).toEqual([]);
  const secret = 'what-the-customer-typed';
  await post('/api/auth/password/change', { currentPassword: secret, newPassword: 7 }, customer.headers);
  expect(lines()).toMatchObject([{ code: 'ValidationFailed', userId: customer.userId }]);
  expect(JSON.stringify(said.mock.calls)).not.toContain(secret);
});

test('the id of a request is the edge’s where it is one, and never what a caller made up', async () => {
  const idOf = async (ray?: string) => {
    const reply = await call('/api/portfolio', ray === undefined ? {} : { headers: { 'CF-Ray': ray } });
    const id = reply.headers.get('X-Request-Id');
    expect(await reply.json()).toMatchObject({ code: 'Unauthenticated', requestId: id });
    expect(lines().at(-1)).toMatchObject({ requestId: id });
    return id;
  };
  expect(await idOf('8f3a1c2b4d5e6f70-GRU')).toBe('8f3a1c2b4d5e6f70-GRU');
  expect(await idOf('8f3a1c2b4d5e6f70')).toBe('8f3a1c2b4d5e6f70');
  const own = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
  for (const made of [
    undefined,
    'ana@example.com',
    '8f3a1c2b4d5e6f70-GRU","event":"x',
    'x'.repeat(5_000),
    '',
  ])
    expect(await idOf(made)).toMatch(own);
});

test('a route is named by its pattern: what stands in an address is in no line', async () => {
  const operator = await createCustomer(env, { admin: true });
  await call('/api/admin/users/somebody-s-id/nothing?search=ana', { headers: { Cookie: operator.cookie } });
  await call('/api/alerts/somebody-s-id', { method: 'DELETE', headers: jsonHeaders() });
  expect(lines().map(({ route }) => route)).toEqual(['/api/*', '/api/alerts/*']);
  expect(JSON.stringify(said.mock.calls)).not.toMatch(/somebody|search/u);
});
