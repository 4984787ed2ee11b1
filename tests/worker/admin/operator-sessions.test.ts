// The sessions of operators: they end after a quarter of an hour without use and twelve hours in all, remembered or not.

import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { makeOperatorStatement, setRolesStatements } from '../../../worker/db/operators/operators.ts';
import { findLiveSession } from '../../../worker/db/sessions.ts';
import {
  OPERATOR_IDLE_MS,
  OPERATOR_LIFETIME_MS,
  UNATTENDED_HEADER,
} from '../../../worker/domain/session-rules.ts';
import { depsFor } from '../../../worker/services/deps.ts';
import { endIdleOperatorSessions } from '../../../worker/services/end-sessions.ts';
import { refreshSession } from '../../../worker/services/sessions.ts';
import { createCustomer, type Customer, openSessionFor, ORIGIN } from '../../support/customers.ts';
import { call, problemOf, refresh } from '../accounts/calls.ts';
import { withApp } from '../security/account.ts';

const deps = (now: number) => ({
  ...depsFor(env, { waitUntil: () => undefined }),
  now: () => now,
});
const seenAt = (sessionId: string) =>
  env.DB.prepare('SELECT last_seen_at AS at FROM sessions WHERE id = ?').bind(sessionId).first<number>('at');
const setTimes = ({ sessionId }: Pick<Customer, 'sessionId'>, createdAt: number, lastSeenAt: number) =>
  env.DB.prepare('UPDATE sessions SET created_at = ?2, last_seen_at = ?3 WHERE id = ?1')
    .bind(sessionId, createdAt, lastSeenAt)
    .run();
const profile = (cookie: string, headers: Record<string, string> = {}) =>
  call('/api/profile', { headers: { Cookie: cookie, ...headers } });

async function operatorsSession(start: number) {
  const operator = await createCustomer(env, { admin: true });
  const session = await openSessionFor(env, operator.userId, true, start);
  return { ...operator, ...session };
}

describe('to the millisecond', () => {
  const START = Date.now();

  test('without use', async () => {
    const { sessionId, refreshToken } = await operatorsSession(START);
    const end = START + OPERATOR_IDLE_MS;
    expect(await findLiveSession(env.DB, sessionId, end - 1)).not.toBeNull();
    expect(await findLiveSession(env.DB, sessionId, end)).toBeNull();
    expect(await refreshSession(deps(end), refreshToken, true)).toEqual({
      ok: false,
      error: { code: 'SessionExpired' },
    });
    expect((await refreshSession(deps(end - 1), refreshToken, true)).ok).toBe(true);
  });

  test('in all, however much it is used', async () => {
    const session = await operatorsSession(START);
    const end = START + OPERATOR_LIFETIME_MS;
    await setTimes(session, START, end);
    expect(await findLiveSession(env.DB, session.sessionId, end - 1)).not.toBeNull();
    expect(await findLiveSession(env.DB, session.sessionId, end)).toBeNull();
    expect((await refreshSession(deps(end), session.refreshToken, true)).ok).toBe(false);
    expect((await refreshSession(deps(end - 1), session.refreshToken, true)).ok).toBe(true);
  });

  test('a customer’s goes on', async () => {
    const { userId } = await createCustomer(env);
    const { sessionId } = await openSessionFor(env, userId, true, START);
    expect(await findLiveSession(env.DB, sessionId, START + 10 * OPERATOR_LIFETIME_MS)).not.toBeNull();
  });
});

test('over, it opens no call, no page and no session of the page, and the refresh says why', async () => {
  const now = Date.now();
  const session = await operatorsSession(now - 60_000);
  await setTimes(session, now - 2 * OPERATOR_IDLE_MS, now - OPERATOR_IDLE_MS);
  expect((await profile(session.cookie)).status).toBe(401);
  const admin = await call('/api/admin/waiting', { headers: { Cookie: session.cookie } });
  expect([admin.status, (await problemOf(admin)).code]).toEqual([401, 'Unauthenticated']);
  const current = await call('/api/auth/session', { headers: { Cookie: session.cookie } });
  expect(await current.json()).toEqual({ session: null, profile: null });
  const page = await call('/admin', { headers: { Cookie: session.cookie }, redirect: 'manual' });
  expect(page.headers.get('Location')).toBe('/login?next=%2Fadmin');
  const refused = await refresh(session.refreshToken);
  expect([refused.status, (await problemOf(refused)).code]).toEqual([401, 'SessionExpired']);
});

test('one of thirty days ends when its owner is made an operator', async () => {
  const customer = await createCustomer(env, {
    now: Date.now() - 3 * OPERATOR_LIFETIME_MS,
    remembered: true,
  });
  const { userId } = customer;
  await setTimes(customer, Date.now() - 3 * OPERATOR_LIFETIME_MS, Date.now());
  const fresh = () => refresh(customer.refreshToken);
  await env.DB.batch([
    makeOperatorStatement(env.DB, userId, Date.now()),
    ...setRolesStatements(env.DB, userId, ['owner'], Date.now()),
  ]);
  await withApp(userId);
  const refused = await fresh();
  expect([refused.status, (await problemOf(refused)).code]).toEqual([401, 'SessionExpired']);
});

test('a call is use, and a page that was left open is none, whatever it asks', async () => {
  const now = Date.now();
  const operator = await createCustomer(env, { admin: true });
  const before = now - OPERATOR_IDLE_MS + 60_000;
  await setTimes(operator, before, before);
  const unattended = { [UNATTENDED_HEADER]: '1' };
  expect((await profile(operator.cookie, unattended)).status).toBe(200);
  const headers = { ...operator.headers, ...unattended };
  expect((await call('/api/auth/refresh', { method: 'POST', headers })).status).toBe(200);
  expect(await seenAt(operator.sessionId)).toBe(before);
  expect((await profile(operator.cookie)).status).toBe(200);
  await vi.waitFor(async () => expect(await seenAt(operator.sessionId)).toBeGreaterThanOrEqual(now));
});

test('each minute they are brought to their end, with their sockets; they stay over for who is no operator any more', async () => {
  const operator = await createCustomer(env, { admin: true });
  const [left, used] = [
    await openSessionFor(env, operator.userId, true),
    await openSessionFor(env, operator.userId, true),
  ];
  const customer = await createCustomer(env, { remembered: true });
  const now = Date.now();
  // Of other tests.
  await endIdleOperatorSessions(deps(now), now);
  for (const one of [left, customer]) await setTimes(one, now - 2 * OPERATOR_IDLE_MS, now - OPERATOR_IDLE_MS);
  // As the socket was opened, before the quarter of an hour was over.
  const codes = await socketOf(used.cookie);
  await setTimes(used, now - OPERATOR_LIFETIME_MS, now);
  const waits: Promise<unknown>[] = [];
  const ctx = { waitUntil: (work: Promise<unknown>) => void waits.push(work) };
  expect(await endIdleOperatorSessions(depsFor(env, ctx), now)).toBe(2);
  await Promise.all(waits);
  await expect.poll(() => codes).toEqual([4001]);
  await env.DB.prepare('DELETE FROM admin_users WHERE user_id = ?').bind(operator.userId).run();
  for (const { cookie } of [left, used]) expect((await profile(cookie)).status).toBe(401);
  expect((await profile(operator.cookie)).status).toBe(200);
  expect((await profile(customer.cookie)).status).toBe(200);
});

async function socketOf(cookie: string): Promise<number[]> {
  const headers = { Upgrade: 'websocket', Origin: ORIGIN, Cookie: cookie };
  const { webSocket } = await call('/api/prices/stream', { headers });
  if (webSocket === null) throw new Error('The upgrade was refused');
  webSocket.accept();
  const codes: number[] = [];
  webSocket.addEventListener('close', ({ code }) => void codes.push(code));
  return codes;
}
