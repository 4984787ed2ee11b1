// Asking for a link: everybody gets the same answer for the same work, and only a customer gets a letter.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { linkToken } from '../../../worker/auth/mailed-link-token.ts';
import {
  PASSWORD_FORGOT_ACCOUNT_LIMIT,
  PASSWORD_FORGOT_ADDRESS_LIMIT,
  PASSWORD_RESET_LIFETIME_MS,
} from '../../../worker/domain/session-rules.ts';
import { depsFor } from '../../../worker/services/deps.ts';
import { requestPasswordReset } from '../../../worker/services/reset-password.ts';
import { createCustomer, freshAddress } from '../../support/customers.ts';
import { recorded } from '../../support/recorded-queries.ts';
import { problemOf } from '../accounts/calls.ts';
import { ANDROID, eventsOf, forgot, lettersTo, resetsOf } from './account.ts';

test('a customer gets a letter with a link, and the log says who asked', async () => {
  const { email, userId } = await createCustomer(env);
  const reply = await forgot(`  ${email.toUpperCase()} `, { 'User-Agent': ANDROID });
  expect(reply.status).toBe(202);
  expect(await reply.text()).toBe('');
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  const [made, ...others] = await resetsOf(userId);
  expect(others).toEqual([]);
  expect(made?.uses).toBe(0);
  expect(Math.abs((made?.expires_at ?? 0) - Date.now() - PASSWORD_RESET_LIFETIME_MS)).toBeLessThan(60_000);
  expect(await lettersTo(userId)).toEqual([
    {
      kind: 'password-reset',
      email,
      message: { kind: 'password-reset', resetId: made?.id, expiresAt: made?.expires_at },
    },
  ]);
  expect(await eventsOf(userId)).toEqual([
    { kind: 'password-reset-requested', device: 'Chrome · Android', place: null, detail: null, times: 1 },
  ]);
});

test('the token stands nowhere: not in the table, the outbox or the log', async () => {
  const { email, userId } = await createCustomer(env);
  await forgot(email);
  const token = linkToken(env.SESSION_SECRET, {
    purpose: 'password-reset',
    id: (await resetsOf(userId))[0]?.id ?? '',
  });
  const stored = await Promise.all(
    ['mailed_links', 'mail_outbox', 'security_events'].map((table) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE user_id = ?`).bind(userId).all(),
    ),
  );
  expect(stored.map(({ results }) => results.length)).toEqual([1, 1, 1]);
  expect(JSON.stringify(stored)).not.toContain(token);
});

test('an unknown e-mail gets the same answer, and nothing is written about it', async () => {
  const { email } = await createCustomer(env);
  const answerOf = async (reply: Response) => ({
    status: reply.status,
    names: [...reply.headers.keys()].sort(),
    body: await reply.text(),
  });
  const unknown = `nobody-${email}`;
  const before = await env.DB.prepare('SELECT count(*) AS n FROM mail_outbox').first('n');
  expect(await answerOf(await forgot(unknown))).toEqual(await answerOf(await forgot(email)));
  const after = await env.DB.prepare('SELECT count(*) AS n FROM mail_outbox').first('n');
  expect(after).toBe(Number(before) + 1);
});

test('a known and an unknown e-mail cost the same work: the same queries in the same order', async () => {
  const { email } = await createCustomer(env);
  const workFor = async (address: string) => {
    const ctx = createExecutionContext();
    const { db, queries: all } = recorded(env.DB);
    const client = { addressKey: crypto.randomUUID(), userAgent: undefined, place: undefined };
    const result = await requestPasswordReset({ ...depsFor(env, ctx), db }, { email: address, client });
    // What is sent is sent after the answer, by a dispatcher that works for everybody's letters.
    const queries = all.filter((sql) => !sql.startsWith('UPDATE mail_'));
    await waitOnExecutionContext(ctx);
    return { result, queries };
  };
  const known = await workFor(email);
  expect(known.result).toEqual({ ok: true, value: null });
  expect(known.queries.length).toBeGreaterThan(5);
  expect(await workFor(`nobody-${email}`)).toEqual(known);
});

test.each([
  ['nothing', {}],
  ['no address', { email: 'not an e-mail' }],
  ['a list', { email: ['a@b.co'] }],
  ['an address too long', { email: `${'a'.repeat(250)}@b.co` }],
])('asking with %s is refused as a form', async (_name, body) => {
  const reply = await forgot((body as { email?: string }).email as string);
  expect(reply.status).toBe(422);
  expect((await problemOf(reply)).errors).toMatchObject([{ field: 'email', code: 'invalidEmail' }]);
});

test('an account gets only so many letters an hour, also when all are asked for at once, and nobody can tell', async () => {
  const { email, userId } = await createCustomer(env);
  const replies = await Promise.all(Array.from({ length: 12 }, () => forgot(email)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
  expect(await lettersTo(userId)).toHaveLength(PASSWORD_FORGOT_ACCOUNT_LIMIT.max);
  expect(await resetsOf(userId)).toHaveLength(PASSWORD_FORGOT_ACCOUNT_LIMIT.max);
});

test('an address may ask only so often, whoever it asks for, and is told when to come back', async () => {
  const address = freshAddress();
  const ask = (index: number) =>
    forgot(`nobody-${index}-${address}@example.com`, { 'CF-Connecting-IP': address });
  const replies = await Promise.all(
    Array.from({ length: PASSWORD_FORGOT_ADDRESS_LIMIT.max + 5 }, (_, index) => ask(index)),
  );
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(59 * 60);
});

test('a suspended customer may secure the account, but stays out', async () => {
  const { email, userId } = await createCustomer(env);
  await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(userId).run();
  expect((await forgot(email)).status).toBe(202);
  expect(await lettersTo(userId)).toHaveLength(1);
});
