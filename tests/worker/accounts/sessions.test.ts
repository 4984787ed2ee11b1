// The life of a session: refreshed, shared by two tabs, stolen, ended, over.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { hashRefreshToken } from '../../../worker/auth/refresh-token.ts';
import { sweepSessions } from '../../../worker/db/sessions.ts';
import {
  REFRESH_GRACE_MS,
  REMEMBERED_LIFETIME_MS,
  SESSION_KEPT_MS,
  UNREMEMBERED_LIFETIME_MS,
} from '../../../worker/domain/session-rules.ts';
import {
  cookieHeader,
  createCustomer,
  type Customer,
  jsonHeaders,
  openSessionFor,
} from '../../support/customers.ts';
import { call, cookieAfter, problemOf, setCookies } from './calls.ts';

const refresh = (token: string): Promise<Response> =>
  call('/api/auth/refresh', {
    method: 'POST',
    headers: { ...jsonHeaders(), Cookie: cookieHeader({ refresh: token }) },
  });

const tokenAfter = (reply: Response): string => setCookies(reply).get('onca_refresh')?.value ?? '';

const session = async (cookie: string) =>
  (await (await call('/api/auth/session', { headers: { Cookie: cookie } })).json()) as {
    session: { expiresAt: string; expiresIn: number } | null;
    profile: { id: string } | null;
  };

const sessionRow = (id: string) =>
  env.DB.prepare('SELECT ended_at, end_reason, last_seen_at, expires_at FROM sessions WHERE id = ?')
    .bind(id)
    .first();

/** As if the token had been used this much earlier. */
const spentEarlier = (token: string, ms: number) =>
  env.DB.prepare('UPDATE refresh_tokens SET spent_at = spent_at - ?2 WHERE token_hash = ?1')
    .bind(hashRefreshToken(token), ms)
    .run();

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

test('refreshing gives both cookies anew and the old refresh token is spent', async () => {
  const customer = await createCustomer(env, { remembered: true });
  const reply = await refresh(customer.refreshToken);
  expect(reply.status).toBe(200);
  const text = await reply.text();
  expect(JSON.parse(text)).toMatchObject({ session: { tokenType: 'Bearer', user: { id: customer.userId } } });
  const next = tokenAfter(reply);
  expect(next).toMatch(/^[\w-]{43}$/u);
  expect(next).not.toBe(customer.refreshToken);
  expect(text).not.toContain(next);
  expect(
    setCookies(reply)
      .get('onca_refresh')
      ?.attributes.some((a) => a.startsWith('Max-Age=')),
  ).toBe(true);
  expect((await session(cookieAfter(reply))).profile?.id).toBe(customer.userId);
  expect((await refresh(next)).status).toBe(200);
});

test('no refresh token is stored as itself', async () => {
  const { refreshToken } = await createCustomer(env);
  const next = tokenAfter(await refresh(refreshToken));
  const { results } = await env.DB.prepare('SELECT * FROM refresh_tokens').all();
  expect(JSON.stringify(results)).not.toContain(refreshToken);
  expect(JSON.stringify(results)).not.toContain(next);
});

test('refreshing renews the access token, never the end of the session', async () => {
  const halfway = Date.now() - UNREMEMBERED_LIFETIME_MS / 2;
  const { sessionId, refreshToken } = await createCustomer(env, { now: halfway });
  await refresh(refreshToken);
  expect(await sessionRow(sessionId)).toMatchObject({
    expires_at: halfway + UNREMEMBERED_LIFETIME_MS,
    ended_at: null,
  });
});

test('eight tabs that refresh together get the same token and stay signed in', async () => {
  const { refreshToken, userId } = await createCustomer(env);
  const replies = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)));
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const tokens = new Set(replies.map(tokenAfter));
  expect(tokens.size).toBe(1);
  for (const reply of replies) expect((await session(cookieAfter(reply))).profile?.id).toBe(userId);
  expect((await refresh([...tokens][0] ?? '')).status).toBe(200);
});

test('a reply lost on the way is asked for again within the grace', async () => {
  const { refreshToken } = await createCustomer(env);
  const lost = tokenAfter(await refresh(refreshToken));
  await spentEarlier(refreshToken, REFRESH_GRACE_MS - 5_000);
  const again = await refresh(refreshToken);
  expect(again.status).toBe(200);
  expect(tokenAfter(again)).toBe(lost);
});

test('a tab that is two tokens behind gets an access token and leaves the newer refresh token alone', async () => {
  const { refreshToken, userId } = await createCustomer(env);
  const second = tokenAfter(await refresh(refreshToken));
  const third = tokenAfter(await refresh(second));
  const late = await refresh(refreshToken);
  expect(late.status).toBe(200);
  expect([...setCookies(late).keys()]).toEqual(['onca_access']);
  expect((await session(cookieAfter(late))).profile?.id).toBe(userId);
  expect((await refresh(third)).status).toBe(200);
});

test('a spent token that comes back after the grace ends the whole session, for thief and customer', async () => {
  const { refreshToken, sessionId, userId } = await createCustomer(env);
  const other = await openSessionFor(env, userId);
  const renewed = await refresh(refreshToken);
  await spentEarlier(refreshToken, REFRESH_GRACE_MS + 1_000);

  const reused = await refresh(refreshToken);
  expect(reused.status).toBe(401);
  expect(await problemOf(reused)).toMatchObject({ code: 'SessionExpired' });
  expect([...setCookies(reused)].map(([name, { value }]) => [name, value])).toEqual([
    ['onca_access', ''],
    ['onca_refresh', ''],
  ]);
  expect(await sessionRow(sessionId)).toMatchObject({ end_reason: 'refresh-token-reused' });
  expect(await session(cookieAfter(renewed))).toEqual({ session: null, profile: null });
  expect((await refresh(tokenAfter(renewed))).status).toBe(401);
  // Another device of the same customer is another family.
  expect((await session(other.cookie)).profile?.id).toBe(userId);
});

test.each([
  ['made up', 'A'.repeat(43)],
  ['empty', ''],
  ['too long', 'x'.repeat(5_000)],
  ['of other characters', "' OR 1=1 --"],
])('a refresh token that is %s is refused and its cookies are cleared', async (_name, token) => {
  const reply = await refresh(encodeURIComponent(token));
  expect(reply.status).toBe(401);
  expect(await problemOf(reply)).toMatchObject({ code: 'SessionExpired' });
  expect(setCookies(reply).get('onca_refresh')).toMatchObject({ value: '' });
});

test('a made-up token cannot end anybody else’s session', async () => {
  const { sessionId, cookie } = await createCustomer(env);
  await refresh(sessionId);
  await refresh(`${sessionId}-${'A'.repeat(6)}`);
  expect((await session(cookie)).session).not.toBeNull();
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
  expect(await session(cookie)).toEqual({ session: null, profile: null });
  expect((await call('/api/profile', { headers: { Cookie: cookie } })).status).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
});

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
  expect(await session(cookie)).toEqual({ session: null, profile: null });
});

test('a session of twelve hours or of thirty days cannot be refreshed beyond its end', async () => {
  for (const [remembered, lifetime] of [
    [false, UNREMEMBERED_LIFETIME_MS],
    [true, REMEMBERED_LIFETIME_MS],
  ] as const) {
    const now = Date.now();
    const young = await createCustomer(env, { remembered, now: now - lifetime + 60_000 });
    const renewed = await refresh(young.refreshToken);
    expect(renewed.status).toBe(200);
    const { session: left } = (await renewed.json()) as { session: { expiresIn: number } };
    expect(left.expiresIn).toBeLessThanOrEqual(60);
    const old = await createCustomer(env, { remembered, now: now - lifetime - 1_000 });
    expect((await refresh(old.refreshToken)).status).toBe(401);
  }
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
