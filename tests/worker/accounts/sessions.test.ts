// The life of a session: asked for, ended, over, swept.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { sweepSessions } from '../../../worker/db/old-sessions.ts';
import { findLiveSession } from '../../../worker/db/sessions.ts';
import {
  CUSTOMER_IDLE_MS,
  SESSION_KEPT_MS,
  SESSIONS_PER_CUSTOMER,
  UNREMEMBERED_LIFETIME_MS,
} from '../../../worker/domain/session-rules.ts';
import {
  cookieHeader,
  createCustomer,
  type Customer,
  jsonHeaders,
  openSessionFor,
  ORIGIN,
} from '../../support/customers.ts';
import { call, currentSession, problemOf, refresh, sessionRow, setCookies } from './calls.ts';

test('a visitor has no session, and asking or refreshing is no error', async () => {
  const reply = await call('/api/auth/session');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  expect(await reply.json()).toEqual({ session: null, profile: null });
  const refreshed = await call('/api/auth/refresh', { method: 'POST', headers: jsonHeaders() });
  expect(refreshed.status).toBe(200);
  expect(await refreshed.json()).toEqual({ session: null });
});

test('a signed-in customer sees the session and the profile, and no token', async () => {
  const { cookie, userId, email, accessToken, refreshToken } = await createCustomer(env);
  const text = await (await call('/api/auth/session', { headers: { Cookie: cookie } })).text();
  expect(JSON.parse(text)).toMatchObject({
    session: { tokenType: 'Bearer', user: { id: userId, email } },
    profile: { id: userId, isAdmin: false },
  });
  for (const token of [accessToken, refreshToken]) expect(text).not.toContain(token);
});

test('signing out ends the session at once, clears the cookies, and both tokens are dead', async () => {
  const { headers, cookie, sessionId, refreshToken } = await createCustomer(env);
  const reply = await call('/api/auth/sign-out', { method: 'POST', headers });
  expect(reply.status).toBe(204);
  expect(await reply.text()).toBe('');
  for (const name of ['onca_access', 'onca_refresh']) {
    const cleared = setCookies(reply).get(name);
    expect(cleared?.value).toBe('');
    expect(cleared?.attributes).toEqual(
      expect.arrayContaining(['Max-Age=0', 'Path=/', 'HttpOnly', 'SameSite=Lax']),
    );
  }
  expect(await sessionRow(sessionId)).toMatchObject({ end_reason: 'signed-out' });
  expect(await currentSession(cookie)).toEqual({ session: null, profile: null });
  expect((await call('/api/profile', { headers: { Cookie: cookie } })).status).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
});

test('signing out closes the session’s live price socket, and no other', async () => {
  const { headers, cookie, userId } = await createCustomer(env);
  const other = await openSessionFor(env, userId);
  const mine = await openStream(cookie);
  const theirs = await openStream(other.cookie);
  await call('/api/auth/sign-out', { method: 'POST', headers });
  await expect.poll(() => mine.readyState).not.toBe(WebSocket.OPEN);
  expect(theirs.readyState).toBe(WebSocket.OPEN);
  theirs.close();
});

async function openStream(cookie: string): Promise<WebSocket> {
  const headers = { Upgrade: 'websocket', Origin: ORIGIN, Cookie: cookie };
  const { webSocket } = await call('/api/prices/stream', { headers });
  if (webSocket === null) throw new Error('The upgrade was refused');
  webSocket.accept();
  return webSocket;
}

test('signing out works when the access token is already over, and for a visitor', async () => {
  const { refreshToken, sessionId } = await createCustomer(env);
  const headers = { ...jsonHeaders(), Cookie: cookieHeader({ refresh: refreshToken }) };
  expect((await call('/api/auth/sign-out', { method: 'POST', headers })).status).toBe(204);
  expect(await sessionRow(sessionId)).toMatchObject({ end_reason: 'signed-out' });
  expect((await call('/api/auth/sign-out', { method: 'POST', headers: jsonHeaders() })).status).toBe(204);
});

const UNAUTHENTICATED: readonly [string, () => Promise<string>][] = [
  ['without cookies', async () => ''],
  ['with a made-up access token', async () => cookieHeader({ access: 'made.up.token' })],
  [
    'with only a refresh token',
    async () => cookieHeader({ refresh: (await createCustomer(env)).refreshToken }),
  ],
  [
    'whose access token is over',
    async () => (await createCustomer(env, { now: Date.now() - 16 * 60_000 })).cookie,
  ],
  [
    'whose session is revoked, with an access token that is still good',
    async () => {
      const { cookie, sessionId } = await createCustomer(env);
      await env.DB.prepare(`UPDATE sessions SET ended_at = 1, end_reason = 'revoked' WHERE id = ?`)
        .bind(sessionId)
        .run();
      return cookie;
    },
  ],
  [
    'whose session is over, with an access token that is still good',
    async () => {
      const { cookie, sessionId } = await createCustomer(env);
      await env.DB.prepare('UPDATE sessions SET created_at = 1, expires_at = 2 WHERE id = ?')
        .bind(sessionId)
        .run();
      return cookie;
    },
  ],
  [
    'whose token names another customer than the session’s row',
    async () => {
      const [mine, other]: Customer[] = await Promise.all([createCustomer(env), createCustomer(env)]);
      await env.DB.prepare('UPDATE sessions SET user_id = ?2 WHERE id = ?1')
        .bind(mine?.sessionId, other?.userId)
        .run();
      return mine?.cookie ?? '';
    },
  ],
];

test.each(UNAUTHENTICATED)('a caller %s is nobody', async (_name, makeCookie) => {
  const cookie = await makeCookie();
  const headers = { ...jsonHeaders(), ...(cookie === '' ? {} : { Cookie: cookie }) };
  for (const [method, path, body] of [
    ['GET', '/api/profile', undefined],
    ['PATCH', '/api/profile', '{"fullName":"Nobody Real"}'],
    ['GET', '/api/settings', undefined],
    ['PUT', '/api/settings', '{}'],
  ] as const) {
    const reply = await call(path, { method, headers, ...(body === undefined ? {} : { body }) });
    expect(reply.status, `${method} ${path}`).toBe(401);
    expect(await problemOf(reply)).toMatchObject({
      code: 'Unauthenticated',
      detail: 'User not authenticated',
    });
  }
  expect(await currentSession(cookie)).toEqual({ session: null, profile: null });
});

test('when a customer was last seen is written at most once a minute', async () => {
  const { cookie, sessionId, userId } = await createCustomer(env);
  const seen = async (ms: number): Promise<unknown> => {
    await env.DB.batch([
      env.DB.prepare('UPDATE sessions SET last_seen_at = ?2 WHERE id = ?1').bind(sessionId, ms),
      env.DB.prepare('UPDATE users SET last_active_at = ?2 WHERE id = ?1').bind(userId, ms),
    ]);
    await call('/api/profile', { headers: { Cookie: cookie } });
    return (await sessionRow(sessionId))?.['last_seen_at'];
  };
  const recent = Date.now() - 30_000;
  expect(await seen(recent)).toBe(recent);
  const longAgo = Date.now() - 61_000;
  await seen(longAgo);
  await expect
    .poll(async () => (await sessionRow(sessionId))?.['last_seen_at'])
    .toBeGreaterThan(longAgo + 60_000);
  const user = await env.DB.prepare('SELECT last_active_at AS at FROM users WHERE id = ?')
    .bind(userId)
    .first('at');
  expect(user).toBeGreaterThan(longAgo + 60_000);
});

test('a remembered session that nobody has used for seven days is over, and no list shows it', async () => {
  const [now, customer] = [Date.now(), await createCustomer(env)];
  const left = await openSessionFor(env, customer.userId, true, now - CUSTOMER_IDLE_MS);
  const used = await openSessionFor(env, customer.userId, true, now - CUSTOMER_IDLE_MS + 60_000);
  expect(await findLiveSession(env.DB, left.sessionId, now)).toBeNull();
  expect(await findLiveSession(env.DB, left.sessionId, now - 1)).not.toBeNull();
  expect((await refresh(left.refreshToken)).status).toBe(401);
  expect((await refresh(used.refreshToken)).status).toBe(200);
  const list = await call('/api/auth/sessions', { headers: { Cookie: customer.cookie } });
  const { sessions } = await list.json<{ sessions: { id: string }[] }>();
  expect(sessions.map(({ id }) => id).toSorted()).toEqual([customer.sessionId, used.sessionId].toSorted());
});

test('a sign-in beyond fifty sessions ends the one that was used longest ago, and no other customer’s', async () => {
  const [now, stranger, customer] = [Date.now(), await createCustomer(env), await createCustomer(env)];
  const older = await openSessionFor(env, customer.userId, true, now - 3_600_000);
  for (let more = 2; more < SESSIONS_PER_CUSTOMER; more += 1) await openSessionFor(env, customer.userId);
  expect(await sessionRow(older.sessionId)).toMatchObject({ ended_at: null });
  await openSessionFor(env, customer.userId);
  expect(await sessionRow(older.sessionId)).toMatchObject({ end_reason: 'revoked' });
  for (const { sessionId } of [customer, stranger])
    expect(await sessionRow(sessionId)).toMatchObject({ ended_at: null });
});

test('sessions that ran out a month ago are swept with their tokens, younger ones stay', async () => {
  const now = Date.now();
  const old = await createCustomer(env, { now: now - UNREMEMBERED_LIFETIME_MS - SESSION_KEPT_MS - 1_000 });
  const young = await createCustomer(env);
  expect(await sweepSessions(env.DB, now)).toBeGreaterThanOrEqual(1);
  expect(await sessionRow(old.sessionId)).toBeNull();
  expect(await sessionRow(young.sessionId)).not.toBeNull();
  const tokens = await env.DB.prepare('SELECT count(*) AS n FROM refresh_tokens WHERE session_id = ?')
    .bind(old.sessionId)
    .first('n');
  expect(tokens).toBe(0);
});
