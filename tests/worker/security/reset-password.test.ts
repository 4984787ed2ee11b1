// A link for a new password: good once and for half an hour, and every session of the account ends with its use.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { linkToken } from '../../../worker/auth/mailed-link-token.ts';
import { sweepLinks } from '../../../worker/db/mailed-links.ts';
import { PASSWORD_RESET_LIFETIME_MS, SIGN_IN_ACCOUNT_LIMIT } from '../../../worker/domain/session-rules.ts';
import { depsFor } from '../../../worker/services/deps.ts';
import { resetPassword } from '../../../worker/services/reset-password.ts';
import { createCustomer, CUSTOMER_PASSWORD, freshAddress, openSessionFor } from '../../support/customers.ts';
import { cookieAfter, problemOf, refresh, sessionRow } from '../accounts/calls.ts';
import {
  FIREFOX,
  forgot,
  isSignedIn,
  kindsOf,
  lettersTo,
  linkFor,
  NEW_PASSWORD,
  reset,
  resetsOf,
  signIn,
  ticketsOf,
  withApp,
} from './account.ts';

test('the link sets the password, once, and the old one is worth nothing', async () => {
  const customer = await createCustomer(env);
  const token = await linkFor(customer);
  const reply = await reset(token);
  expect(reply.status).toBe(204);
  expect(reply.headers.getSetCookie()).toEqual([]);
  expect((await signIn(customer.email, NEW_PASSWORD)).status).toBe(200);
  expect((await signIn(customer.email, CUSTOMER_PASSWORD)).status).toBe(401);
  const again = await reset(token, 'another jaguar 8');
  expect(again.status).toBe(422);
  expect(await problemOf(again)).toMatchObject({ code: 'LinkInvalid' });
  expect((await signIn(customer.email, NEW_PASSWORD)).status).toBe(200);
});

test('a password that is guessed soon is refused, and the link stays good', async () => {
  const customer = await createCustomer(env);
  const token = await linkFor(customer);
  for (const guessable of ['onca2027', 'Prado#2026']) {
    const refused = await reset(token, guessable);
    expect(refused.status).toBe(422);
    expect(await problemOf(refused)).toMatchObject({
      errors: [{ field: 'password', code: 'passwordTooCommon' }],
    });
  }
  expect((await reset(token)).status).toBe(204);
});

test('every session of the account ends, and nobody else’s', async () => {
  const customer = await createCustomer(env);
  const [phone, stranger] = [await openSessionFor(env, customer.userId, true), await createCustomer(env)];
  await reset(await linkFor(customer));
  expect(await isSignedIn(customer.cookie)).toBe(false);
  expect(await isSignedIn(phone.cookie)).toBe(false);
  expect(await isSignedIn(stranger.cookie)).toBe(true);
  expect(await sessionRow(phone.sessionId)).toMatchObject({ end_reason: 'password-changed' });
  const refused = await refresh(phone.refreshToken);
  expect(refused.status).toBe(401);
  expect(await problemOf(refused)).toMatchObject({ code: 'SessionEnded' });
});

test('the customer is told by letter and in the log', async () => {
  const customer = await createCustomer(env);
  await reset(await linkFor(customer), NEW_PASSWORD, { 'User-Agent': FIREFOX });
  expect(await kindsOf(customer.userId)).toEqual(['password-reset-requested', 'password-reset']);
  const letters = await lettersTo(customer.userId);
  expect(letters.find(({ kind }) => kind === 'security-change')?.message).toMatchObject({
    change: 'password-reset',
    device: 'Firefox · Linux',
    place: null,
  });
});

test('of ten uses of one link at the same time, exactly one sets the password', async () => {
  const customer = await createCustomer(env);
  const token = await linkFor(customer);
  const passwords = Array.from({ length: 10 }, (_, index) => `racing jaguar ${index}`);
  const replies = await Promise.all(passwords.map((password) => reset(token, password)));
  const winner = passwords.find((_, index) => replies[index]?.status === 204);
  expect(replies.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 422)]);
  expect((await signIn(customer.email, winner)).status).toBe(200);
  expect((await kindsOf(customer.userId)).filter((kind) => kind === 'password-reset')).toHaveLength(1);
});

test('using one link closes the others', async () => {
  const customer = await createCustomer(env);
  const [first, second] = [await linkFor(customer), await linkFor(customer)];
  expect((await reset(first)).status).toBe(204);
  expect((await reset(second, 'another jaguar 8')).status).toBe(422);
  expect((await resetsOf(customer.userId)).map(({ uses }) => uses)).toEqual([1, 1]);
});

test('a link works until half an hour is over, and not a moment longer', async () => {
  const customer = await createCustomer(env);
  const token = await linkFor(customer);
  const age = (ms: number) =>
    env.DB.prepare(
      'UPDATE mailed_links SET created_at = created_at - ?2, expires_at = expires_at - ?2 WHERE user_id = ?1',
    )
      .bind(customer.userId, ms)
      .run();
  await age(PASSWORD_RESET_LIFETIME_MS);
  expect((await reset(token)).status).toBe(422);
  expect((await signIn(customer.email)).status).toBe(200);
  await age(-60_000);
  expect((await reset(token)).status).toBe(204);
});

test.each([
  ['no token', ''],
  ['a short one', 'abc'],
  ['one of the right form', 'A'.repeat(43)],
  [
    'one derived under another secret',
    linkToken('x'.repeat(40), { purpose: 'password-reset', id: crypto.randomUUID() }),
  ],
  ['an injection', `' OR 1=1 --${'x'.repeat(32)}`],
  ['a very long one', 'A'.repeat(60_000)],
])('%s opens nothing', async (_name, token) => {
  const reply = await reset(token);
  expect(reply.status).toBe(422);
  expect(await problemOf(reply)).toMatchObject({ code: 'LinkInvalid' });
});

test('the stored hash is no token', async () => {
  const customer = await createCustomer(env);
  await forgot(customer.email);
  const hash = await env.DB.prepare('SELECT token_hash AS h FROM mailed_links WHERE user_id = ?')
    .bind(customer.userId)
    .first<string>('h');
  expect((await reset(hash ?? '')).status).toBe(422);
});

test.each([
  ['short1', 'passwordTooShort'],
  ['onlyletters', 'passwordNeedsLettersAndNumbers'],
  ['Senha123', 'passwordTooCommon'],
  [`${'x'.repeat(256)}1`, 'passwordTooLong'],
])('the password %s is refused, and the link stays good', async (password, code) => {
  const customer = await createCustomer(env);
  const token = await linkFor(customer);
  const reply = await reset(token, password);
  expect(reply.status).toBe(422);
  expect((await problemOf(reply)).errors).toMatchObject([{ field: 'password', code }]);
  expect((await reset(token)).status).toBe(204);
});

test('a customer locked out by somebody’s guesses is in again after a reset', async () => {
  const customer = await createCustomer(env);
  const guesses = Array.from({ length: SIGN_IN_ACCOUNT_LIMIT.max }, () =>
    signIn(customer.email, 'wrong 9 wrong'),
  );
  await Promise.all(guesses);
  expect((await signIn(customer.email)).status).toBe(429);
  await reset(await linkFor(customer));
  expect((await signIn(customer.email, NEW_PASSWORD)).status).toBe(200);
});

test('after a reset other devices are strange again, the one that made it is not', async () => {
  const customer = await createCustomer(env);
  const [own, other] = [cookieAfter(await signIn(customer.email)), cookieAfter(await signIn(customer.email))];
  const strange = async (cookie: string) => {
    const count = async () =>
      (await lettersTo(customer.userId)).filter(({ kind }) => kind === 'new-sign-in').length;
    const before = await count();
    await signIn(customer.email, NEW_PASSWORD, { Cookie: cookie });
    return (await count()) - before;
  };
  await reset(await linkFor(customer), NEW_PASSWORD, { Cookie: own });
  expect(await strange(own)).toBe(0);
  expect(await strange(other)).toBe(1);
});

test('tried links are counted by address', async () => {
  const address = freshAddress();
  const replies = await Promise.all(
    Array.from({ length: 34 }, () => reset('A'.repeat(43), NEW_PASSWORD, { 'CF-Connecting-IP': address })),
  );
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(4);
});

test('links that are long over are swept', async () => {
  const [old, young] = [await createCustomer(env), await createCustomer(env)];
  await linkFor(old);
  await linkFor(young);
  await env.DB.prepare('UPDATE mailed_links SET created_at = 1, expires_at = 2 WHERE user_id = ?')
    .bind(old.userId)
    .run();
  expect(await sweepLinks(env.DB, Date.now())).toBe(1);
  expect(await resetsOf(old.userId)).toEqual([]);
  expect(await resetsOf(young.userId)).toHaveLength(1);
});

test('a reset is no way around the second factor, and voids tickets of the old password', async () => {
  const customer = await createCustomer(env);
  await withApp(customer.userId);
  // The owner's for long: one of the last days is doubted.
  await env.DB.prepare('UPDATE totp_factors SET created_at = 1 WHERE user_id = ?')
    .bind(customer.userId)
    .run();
  await signIn(customer.email);
  expect(await ticketsOf(customer.userId)).toBe(1);
  expect((await reset(await linkFor(customer))).status).toBe(204);
  expect(await ticketsOf(customer.userId)).toBe(0);
  const reply = await signIn(customer.email, NEW_PASSWORD);
  expect(await reply.json()).toMatchObject({ secondFactor: { methods: ['totp'] } });
  expect(reply.headers.getSetCookie()).toEqual([]);
});

test('a database in trouble is no refusal: the link stays good and the same request may be sent again', async () => {
  const customer = await createCustomer(env);
  const token = await linkFor(customer);
  const overloaded = new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.');
  const client = { addressKey: crypto.randomUUID(), userAgent: undefined, place: undefined };
  const ctx = createExecutionContext();
  const deps = depsFor(env, ctx);
  // Counting the attempt is the first batch; setting the password the second.
  const real = env.DB.batch.bind(env.DB);
  const batch = vi.spyOn(env.DB, 'batch');
  batch.mockImplementationOnce(real).mockRejectedValueOnce(overloaded);
  const command = { token, password: NEW_PASSWORD, keepFactors: [], client };
  await expect(resetPassword(deps, command)).rejects.toBe(overloaded);
  batch.mockRestore();
  expect(await resetPassword(deps, command)).toEqual({ ok: true, value: null });
  await waitOnExecutionContext(ctx);
});
