// Each guard in front of a route of its own, and what the guards cost the database.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { optionalSession, requireSession, sessionIfAny } from '../../../worker/auth/guards.ts';
import { requireAdmin } from '../../../worker/auth/operators.ts';
import type { AppEnv } from '../../../worker/http/hono.ts';
import { createCustomer, ORIGIN } from '../../support/customers.ts';

const rooms = new Hono<AppEnv>()
  .get('/customers', requireSession, (c) => c.json(c.var.session))
  .get('/anybody', optionalSession, (c) => c.json({ userId: sessionIfAny(c)?.userId ?? null }))
  .get('/operators', requireAdmin('area.open'), (c) => c.json({ userId: c.var.session.userId }));

async function enter(
  path: string,
  cookie?: string,
  db: D1Database = env.DB,
): Promise<{ status: number; body: unknown }> {
  const ctx = createExecutionContext();
  const headers: Record<string, string> = cookie === undefined ? {} : { Cookie: cookie };
  const reply = await rooms.fetch(new Request(`${ORIGIN}${path}`, { headers }), { ...env, DB: db }, ctx);
  await waitOnExecutionContext(ctx);
  return { status: reply.status, body: await reply.json() };
}

test('requireSession lets a customer in and says who it is', async () => {
  const { cookie, userId, sessionId, email } = await createCustomer(env, { language: 'pt-BR' });
  expect(await enter('/customers', cookie)).toEqual({
    status: 200,
    body: {
      userId,
      sessionId,
      email,
      status: 'active',
      isAdmin: false,
      roles: [],
      hasFactor: false,
      tier: 'standard',
      emailConfirmed: true,
      frozen: false,
      language: 'pt-BR',
      steppedUpAt: null,
      steppedUpBy: null,
      mayEnrolFrom: null,
    },
  });
  expect(await enter('/customers')).toMatchObject({ status: 401, body: { code: 'Unauthenticated' } });
});

test('a session says that the address is not proved, and that its customer has typed the password again', async () => {
  const { cookie, userId, sessionId } = await createCustomer(env);
  const at = Date.now();
  await env.DB.batch([
    env.DB.prepare('UPDATE users SET email_confirmed_at = NULL WHERE id = ?').bind(userId),
    env.DB.prepare(`UPDATE sessions SET stepped_up_at = ?2, stepped_up_by = 'password' WHERE id = ?1`).bind(
      sessionId,
      at,
    ),
  ]);
  expect(await enter('/customers', cookie)).toMatchObject({
    body: { emailConfirmed: false, steppedUpAt: at, steppedUpBy: 'password', mayEnrolFrom: null },
  });
});

test('a visit is noted once in a minute, and no call fails where it cannot be', async () => {
  const { cookie, sessionId } = await createCustomer(env);
  const seenAt = () =>
    env.DB.prepare('SELECT last_seen_at AS at FROM sessions WHERE id = ?')
      .bind(sessionId)
      .first<number>('at');
  const wasSeen = async (secondsAgo: number) => {
    const at = Date.now() - secondsAgo * 1_000;
    await env.DB.prepare('UPDATE sessions SET last_seen_at = ?2 WHERE id = ?1').bind(sessionId, at).run();
    return at;
  };
  const justNow = await wasSeen(30);
  await enter('/customers', cookie);
  expect(await seenAt()).toBe(justNow);
  const before = await wasSeen(61);
  await enter('/customers', cookie);
  expect(await seenAt()).toBeGreaterThan(before);

  const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(() => error.mockRestore());
  const readOnly = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: () => Promise.reject(new Error('D1_ERROR: database is locked: SQLITE_BUSY')),
  } as unknown as D1Database;
  await wasSeen(61);
  expect(await enter('/customers', cookie, readOnly)).toMatchObject({ status: 200 });
  expect(error.mock.calls.map(([line]) => JSON.parse(String(line)) as object)).toMatchObject([
    { event: 'last-seen-not-written', error: 'Error: D1_ERROR: database is locked: SQLITE_BUSY' },
  ]);
});

test('optionalSession lets everybody in, and knows a customer', async () => {
  const { cookie, userId } = await createCustomer(env);
  expect(await enter('/anybody', cookie)).toEqual({ status: 200, body: { userId } });
  expect(await enter('/anybody')).toEqual({ status: 200, body: { userId: null } });
  expect(await enter('/anybody', 'onca_access=made.up.token')).toEqual({
    status: 200,
    body: { userId: null },
  });
});

test('requireAdmin lets only an operator in, and a lost row shuts the door at once', async () => {
  const operator = await createCustomer(env, { admin: true });
  const customer = await createCustomer(env, { tier: 'premium' });
  expect(await enter('/operators', operator.cookie)).toMatchObject({ status: 200 });
  expect(await enter('/operators', customer.cookie)).toMatchObject({
    status: 403,
    body: { code: 'Forbidden' },
  });
  expect(await enter('/operators')).toMatchObject({ status: 401, body: { code: 'Unauthenticated' } });
  await env.DB.prepare('DELETE FROM admin_users WHERE user_id = ?').bind(operator.userId).run();
  expect(await enter('/operators', operator.cookie)).toMatchObject({ status: 403 });
});

test('a suspended operator or customer is shut out of every room', async () => {
  const { cookie, userId } = await createCustomer(env, { admin: true });
  await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(userId).run();
  expect(await enter('/customers', cookie)).toMatchObject({
    status: 403,
    body: { code: 'AccountSuspended' },
  });
  expect(await enter('/operators', cookie)).toMatchObject({
    status: 403,
    body: { code: 'AccountSuspended' },
  });
  expect(await enter('/anybody', cookie)).toEqual({ status: 200, body: { userId: null } });
});

test.each([
  [
    'a session and its owner',
    'SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.id = ?',
  ],
  ['an e-mail', 'SELECT 1 FROM users WHERE email = ?'],
  ['a refresh token', 'SELECT 1 FROM refresh_tokens WHERE token_hash = ?'],
  ['the attempts of one bucket', 'SELECT count(*) FROM attempts WHERE bucket = ? AND expires_at > 1'],
  ['attempts to sweep', 'SELECT id FROM attempts WHERE expires_at <= ?'],
  ['the live sessions of a customer', 'SELECT id FROM sessions WHERE user_id = ? AND ended_at IS NULL'],
])('finding %s reads an index, never a whole table', async (_name, sql) => {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind('x').all<{ detail: string }>();
  const steps = results.map(({ detail }) => detail);
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter((detail) => !detail.startsWith('SEARCH'))).toEqual([]);
});
