// Signing in over HTTP: equal answers, notices, cookies.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { PasswordsBusyError } from '../../../worker/auth/password-queue.ts';
import { verifyPassword } from '../../../worker/auth/passwords.ts';
import { findPasswordHash } from '../../../worker/db/users.ts';
import { SIGN_IN_ACCOUNT_LIMIT } from '../../../worker/domain/session-rules.ts';
import { depsFor } from '../../../worker/services/deps.ts';
import { signIn } from '../../../worker/services/sign-in.ts';
import {
  createCustomer,
  CUSTOMER_PASSWORD,
  CUSTOMER_PASSWORD_HASH_AT_FULL_COST,
} from '../../support/customers.ts';
import { recorded } from '../../support/recorded-queries.ts';
import { call, cookieAfter, post, problemOf, setCookies } from './calls.ts';

const FIFTEEN_MINUTES_S = 15 * 60;
const THIRTY_DAYS_S = 30 * 24 * 3600;

test('a customer signs in with e-mail and password, in any case and with spaces around the e-mail', async () => {
  const { email, userId } = await createCustomer(env);
  const reply = await post('/api/auth/sign-in', {
    email: `  ${email.toUpperCase()} `,
    password: CUSTOMER_PASSWORD,
  });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  const body = await reply.text();
  expect(JSON.parse(body)).toMatchObject({
    session: { tokenType: 'Bearer', user: { id: userId, email } },
    profile: { id: userId, email, fullName: 'Ana Prado' },
  });
  expect(body).not.toMatch(/scrypt|eyJ/u);
  const mine = await call('/api/profile', { headers: { Cookie: cookieAfter(reply) } });
  expect(await mine.json()).toMatchObject({ id: userId });
});

test('an account from before hosts were stored in punycode is found by the address that its owner types', async () => {
  const email = `ana@mün-${crypto.randomUUID()}.example`;
  const { userId } = await createCustomer(env, { email });
  const reply = await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD });
  expect(reply.status).toBe(200);
  expect(await reply.json()).toMatchObject({ profile: { id: userId } });
});

test('the sign-in notice keeps the optional phone, the device and the time, and nothing secret', async () => {
  const { email, userId } = await createCustomer(env);
  const sent = { email, password: CUSTOMER_PASSWORD, phone: '(21) 91234-5678' };
  await post('/api/auth/sign-in', sent, { 'User-Agent': `Jaguar/${'9'.repeat(600)}` });
  const notice = await env.DB.prepare('SELECT * FROM submissions WHERE user_id = ?').bind(userId).first();
  expect(notice).toMatchObject({ type: 'login', email, phone: '21912345678' });
  expect(Object.keys(JSON.parse(String(notice?.['data'])) as object)).toEqual(['loginTime']);
  expect(String(notice?.['user_agent'])).toHaveLength(512);
  const profile = await env.DB.prepare('SELECT phone FROM users WHERE id = ?').bind(userId).first();
  expect(profile).toEqual({ phone: '5511987654321' });
});

test('a failed sign-in leaves no notice and no session', async () => {
  const { email, userId } = await createCustomer(env);
  await post('/api/auth/sign-in', { email, password: 'wrong 9 wrong' });
  const counts = await env.DB.prepare(
    `SELECT (SELECT count(*) FROM submissions WHERE user_id = ?1) AS notices,
            (SELECT count(*) FROM sessions WHERE user_id = ?1) AS sessions`,
  )
    .bind(userId)
    .first();
  expect(counts).toEqual({ notices: 0, sessions: 1 });
});

test.each([
  ['remembered', true, true],
  ['not remembered', false, false],
  ['of an unstated wish', undefined, false],
])('the cookies of a session %s', async (_name, remember, kept) => {
  const { email } = await createCustomer(env);
  const reply = await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD, remember });
  const cookies = setCookies(reply);
  const ages: (number | undefined)[] = [];
  for (const name of ['onca_access', 'onca_refresh']) {
    const attributes = cookies.get(name)?.attributes ?? [];
    const [age, ...others] = attributes.filter((text) => text.startsWith('Max-Age='));
    expect(others).toEqual([]);
    expect(attributes.filter((text) => text !== age).sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
    ages.push(age === undefined ? undefined : Math.ceil(Number(age.slice(8)) / 10) * 10);
  }
  expect(ages).toEqual(kept ? [FIFTEEN_MINUTES_S, THIRTY_DAYS_S] : [undefined, undefined]);
});

test('on https the cookies are Secure and carry the __Host- prefix', async () => {
  const { email } = await createCustomer(env);
  const reply = await exports.default.fetch(
    new Request('https://onca.localhost/api/auth/sign-in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ email, password: CUSTOMER_PASSWORD, remember: true }),
    }),
  );
  expect(reply.status).toBe(200);
  const cookies = setCookies(reply);
  expect([...cookies.keys()].sort()).toEqual([
    '__Host-onca_access',
    '__Host-onca_device',
    '__Host-onca_refresh',
  ]);
  for (const { attributes } of cookies.values()) {
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']));
    expect(attributes.some((text) => text.startsWith('Domain'))).toBe(false);
  }
  // The plain name is not read on https: a page on http could have set it.
  const plain = cookieAfter(reply).replaceAll('__Host-', '');
  const session = await exports.default.fetch(
    new Request('https://onca.localhost/api/auth/session', { headers: { Cookie: plain } }),
  );
  expect(await session.json()).toEqual({ session: null, profile: null });
});

test.each([
  [
    'nothing',
    {},
    [
      ['email', 'emailRequired'],
      ['password', 'passwordRequired'],
    ],
  ],
  ['no password', { email: 'ana@example.com' }, [['password', 'passwordRequired']]],
  ['an e-mail of spaces', { email: '  ', password: 'x' }, [['email', 'emailRequired']]],
  [
    'numbers',
    { email: 1, password: 2 },
    [
      ['email', 'emailRequired'],
      ['password', 'passwordRequired'],
    ],
  ],
])('sign-in with %s is refused', async (_name, body, problems) => {
  const reply = await post('/api/auth/sign-in', body);
  expect(reply.status).toBe(422);
  const { errors } = await problemOf(reply);
  expect(errors?.map(({ field, code }) => [field, code])).toEqual(problems);
});

test('a password hashed at the full cost of the product is verified inside workerd', async () => {
  const { email, userId } = await createCustomer(env);
  await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?')
    .bind(CUSTOMER_PASSWORD_HASH_AT_FULL_COST, userId)
    .run();
  expect((await post('/api/auth/sign-in', { email, password: 'wrong 9 wrong' })).status).toBe(401);
  expect((await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD })).status).toBe(200);
});

test('a hash of the first version is made anew when its owner signs in, and not for a wrong password', async () => {
  const { email, userId } = await createCustomer(env);
  const old =
    '$scrypt$ln=4,r=8,p=5,k=crrPlQr2$k/OAeDbtUzP+WQ7gN1jpMQ$45gadRGq6fxpYeEUoCKkw3CGZDHYxKuUn8Xr3cwzp5Y';
  await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?').bind(old, userId).run();
  expect((await post('/api/auth/sign-in', { email, password: 'wrong 9 wrong' })).status).toBe(401);
  expect(await findPasswordHash(env.DB, userId)).toBe(old);
  expect((await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD })).status).toBe(200);
  await vi.waitFor(async () => expect(await findPasswordHash(env.DB, userId)).toContain(',v=2,'), 5_000);
  expect((await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD })).status).toBe(200);
});

test('an unknown e-mail and a wrong password get the same answer', async () => {
  const { email } = await createCustomer(env);
  const [wrong, unknown] = await Promise.all([
    post('/api/auth/sign-in', { email, password: 'wrong 9 wrong' }),
    post('/api/auth/sign-in', { email: `nobody-${email}`, password: 'wrong 9 wrong' }),
  ]);
  const answerOf = async (reply: Response) => {
    const { requestId: _, ...body } = (await reply.json()) as Record<string, unknown>;
    return { status: reply.status, names: [...reply.headers.keys()].sort(), body };
  };
  const answer = await answerOf(wrong);
  expect(answer).toMatchObject({ status: 401, body: { code: 'InvalidCredentials' } });
  expect(await answerOf(unknown)).toEqual(answer);
});

test('an unknown e-mail and a wrong password cost the same work: one hash, and the same number of queries', async () => {
  const { email } = await createCustomer(env);
  const workFor = async (address: string) => {
    const ctx = createExecutionContext();
    const fits = vi.fn<typeof verifyPassword>(verifyPassword);
    const { db, queries } = recorded(env.DB);
    const client = { addressKey: crypto.randomUUID(), userAgent: undefined, place: undefined };
    const command = { email: address, password: 'wrong 9 wrong', phone: '', remember: false, client };
    const result = await signIn({ ...depsFor(env, ctx), db }, command, fits);
    await waitOnExecutionContext(ctx);
    return { result, hashes: fits.mock.calls.length, queries };
  };
  const known = await workFor(email);
  expect(known).toMatchObject({ result: { ok: false, error: { code: 'InvalidCredentials' } }, hashes: 1 });
  expect(await workFor(`nobody-${email}`)).toEqual(known);
});

test('a full line of passwords counts as no failure: it is thrown on, to be answered 503', async () => {
  const busy = new PasswordsBusyError(10);
  const ctx = createExecutionContext();
  const client = { addressKey: crypto.randomUUID(), userAgent: undefined, place: undefined };
  const email = `line-${crypto.randomUUID()}@example.com`;
  const command = { email, password: 'x', phone: '', remember: false, client };
  const counted = () =>
    env.DB.prepare('SELECT count(*) AS n FROM attempts WHERE bucket LIKE ?')
      .bind(`%${client.addressKey}`)
      .first<number>('n');
  for (let turn = 0; turn < SIGN_IN_ACCOUNT_LIMIT.max + 1; turn += 1) {
    await expect(signIn(depsFor(env, ctx), command, () => Promise.reject(busy))).rejects.toBe(busy);
  }
  expect(await counted()).toBe(0);
});

test('a database in trouble is no refusal: it is thrown on, to be answered 503', async () => {
  const trouble = new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.');
  const ctx = createExecutionContext();
  const client = { addressKey: crypto.randomUUID(), userAgent: undefined, place: undefined };
  const command = { email: 'ana@example.com', password: 'x', phone: '', remember: false, client };
  const fits = () => Promise.reject(trouble);
  await expect(signIn(depsFor(env, ctx), command, fits)).rejects.toBe(trouble);
});

test('a suspended customer is refused, but only whoever knows the password learns it', async () => {
  const { email, userId, cookie, headers } = await createCustomer(env);
  await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(userId).run();
  const right = await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD });
  expect(right.status).toBe(403);
  expect(await problemOf(right)).toMatchObject({ code: 'AccountSuspended' });
  expect(right.headers.getSetCookie()).toEqual([]);
  expect((await post('/api/auth/sign-in', { email, password: 'wrong 9 wrong' })).status).toBe(401);
  // A session from before the suspension is worth nothing either.
  expect(await problemOf(await call('/api/profile', { headers }))).toMatchObject({
    code: 'AccountSuspended',
  });
  expect(await problemOf(await call('/api/auth/refresh', { method: 'POST', headers }))).toMatchObject({
    code: 'AccountSuspended',
  });
  const session = await call('/api/auth/session', { headers: { Cookie: cookie } });
  expect(await session.json()).toEqual({ session: null, profile: null });
});

test('signing in again in the same browser ends the session it replaces', async () => {
  const { email, sessionId, cookie } = await createCustomer(env);
  await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD }, { Cookie: cookie });
  await expect
    .poll(() =>
      env.DB.prepare('SELECT end_reason FROM sessions WHERE id = ?').bind(sessionId).first('end_reason'),
    )
    .toBe('signed-out');
});

test('an unexpected failure is said in the words of the specification', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { email } = await createCustomer(env);
  await env.DB.exec('ALTER TABLE submissions RENAME TO submissions_away');
  try {
    const reply = await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD });
    expect(reply.status).toBe(500);
    expect(await problemOf(reply)).toMatchObject({
      code: 'SignInError',
      detail: 'An unexpected error occurred during sign in',
    });
  } finally {
    await env.DB.exec('ALTER TABLE submissions_away RENAME TO submissions');
  }
  expect(logged.mock.calls.flat().join(' ')).not.toContain(CUSTOMER_PASSWORD);
  logged.mockRestore();
});
