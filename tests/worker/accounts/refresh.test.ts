// Refresh tokens: spent by their use, shared by two tabs, stolen, made up.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { hashRefreshToken } from '../../../worker/auth/refresh-token.ts';
import {
  REFRESH_GRACE_MS,
  REMEMBERED_LIFETIME_MS,
  UNREMEMBERED_LIFETIME_MS,
} from '../../../worker/domain/session-rules.ts';
import { createCustomer, openSessionFor } from '../../support/customers.ts';
import { cookieAfter, currentSession, problemOf, refresh, sessionRow, setCookies } from './calls.ts';

const tokenAfter = (reply: Response): string => setCookies(reply).get('onca_refresh')?.value ?? '';

/** As if the token had been used this much earlier. */
const spentEarlier = (token: string, ms: number) =>
  env.DB.prepare('UPDATE refresh_tokens SET spent_at = spent_at - ?2 WHERE token_hash = ?1')
    .bind(hashRefreshToken(token), ms)
    .run();

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
  expect((await currentSession(cookieAfter(reply))).profile?.id).toBe(customer.userId);
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
  for (const reply of replies) expect((await currentSession(cookieAfter(reply))).profile?.id).toBe(userId);
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
  expect((await currentSession(cookieAfter(late))).profile?.id).toBe(userId);
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
  expect(await currentSession(cookieAfter(renewed))).toEqual({ session: null, profile: null });
  expect((await refresh(tokenAfter(renewed))).status).toBe(401);
  // Another device of the same customer is another family.
  expect((await currentSession(other.cookie)).profile?.id).toBe(userId);
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
  expect((await currentSession(cookie)).session).not.toBeNull();
});

test('a session of twelve hours or of thirty days cannot be refreshed beyond its end', async () => {
  for (const [remembered, lifetime] of [
    [false, UNREMEMBERED_LIFETIME_MS],
    [true, REMEMBERED_LIFETIME_MS],
  ] as const) {
    const now = Date.now();
    const young = await createCustomer(env, { remembered, now: now - lifetime + 60_000 });
    await env.DB.prepare('UPDATE sessions SET last_seen_at = ?2 WHERE id = ?1')
      .bind(young.sessionId, now)
      .run();
    const renewed = await refresh(young.refreshToken);
    expect(renewed.status).toBe(200);
    const { session: left } = (await renewed.json()) as { session: { expiresIn: number } };
    expect(left.expiresIn).toBeLessThanOrEqual(60);
    const old = await createCustomer(env, { remembered, now: now - lifetime - 1_000 });
    expect((await refresh(old.refreshToken)).status).toBe(401);
  }
});
