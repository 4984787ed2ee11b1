// Guessing passwords: 10 failures per account and 50 per address in 15 minutes, also when they arrive together.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import {
  PASSWORD_WORK_LIMIT,
  SIGN_IN_ACCOUNT_LIMIT,
  SIGN_IN_ADDRESS_LIMIT,
} from '../../../worker/domain/session-rules.ts';
import { GOOD_FORM } from '../../fixtures/sign-up-examples.ts';
import { createCustomer, CUSTOMER_PASSWORD, freshAddress } from '../../support/customers.ts';
import { cookieAfter, post, problemOf } from './calls.ts';

const guess = (email: string, address = freshAddress(), password = 'wrong 9 wrong') =>
  post('/api/auth/sign-in', { email, password }, { 'CF-Connecting-IP': address });

const many = async (
  n: number,
  make: (index: number) => Promise<Response>,
): Promise<Record<string, number>> => {
  const replies = await Promise.all(Array.from({ length: n }, (_, index) => make(index)));
  const counts: Record<string, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** As if every attempt so far had been made this much earlier. */
const letTimePass = (ms: number) =>
  env.DB.prepare('UPDATE attempts SET made_at = made_at - ?1, expires_at = expires_at - ?1').bind(ms).run();

test('of 25 parallel guesses at one account from 25 addresses, exactly 10 are heard', async () => {
  const { email } = await createCustomer(env);
  expect(await many(25, () => guess(email))).toEqual({ 401: 10, 429: 15 });
});

test('a locked account refuses the right password too, and says when to come back', async () => {
  const { email } = await createCustomer(env);
  await many(SIGN_IN_ACCOUNT_LIMIT.max, () => guess(email));
  const reply = await guess(email, freshAddress(), CUSTOMER_PASSWORD);
  expect(reply.status).toBe(429);
  expect(await problemOf(reply)).toMatchObject({ code: 'TooManyRequests' });
  const wait = Number(reply.headers.get('Retry-After'));
  expect(wait).toBeGreaterThan(14 * 60);
  expect(wait).toBeLessThanOrEqual(15 * 60);

  await letTimePass(SIGN_IN_ACCOUNT_LIMIT.windowMs);
  expect((await guess(email, freshAddress(), CUSTOMER_PASSWORD)).status).toBe(200);
});

describe('a browser that has signed in before', () => {
  /** Signs in once, and keeps nothing but what names the browser. */
  const deviceOf = async (email: string): Promise<string> => {
    const reply = await guess(email, freshAddress(), CUSTOMER_PASSWORD);
    const device = cookieAfter(reply)
      .split('; ')
      .find((cookie) => cookie.includes('onca_device='));
    if (device === undefined) throw new Error('a sign-in names its browser');
    return device;
  };
  const from = (device: string, email: string, password: string, address = freshAddress()) =>
    post('/api/auth/sign-in', { email, password }, { 'CF-Connecting-IP': address, Cookie: device });

  test('is not shut out by a stranger who guesses, wherever the stranger sits', async () => {
    const { email } = await createCustomer(env);
    const device = await deviceOf(email);
    const address = freshAddress();
    await many(SIGN_IN_ACCOUNT_LIMIT.max, () => guess(email));
    await many(SIGN_IN_ADDRESS_LIMIT.max, (index) => guess(`other-${index}-${address}@example.com`, address));
    expect((await guess(email, freshAddress(), CUSTOMER_PASSWORD)).status).toBe(429);
    expect((await from(device, email, CUSTOMER_PASSWORD, address)).status).toBe(200);
    // It signed in, and the strangers are as locked as before.
    expect((await guess(email, freshAddress(), CUSTOMER_PASSWORD)).status).toBe(429);
  });

  test('guesses as little as anybody else, and locks only itself', async () => {
    const { email } = await createCustomer(env);
    const device = await deviceOf(email);
    expect(await many(14, () => from(device, email, 'wrong 9 wrong'))).toEqual({ 401: 10, 429: 4 });
    expect((await from(device, email, CUSTOMER_PASSWORD)).status).toBe(429);
    expect((await guess(email, freshAddress(), CUSTOMER_PASSWORD)).status).toBe(200);
  });

  test('is known to the accounts it has signed in to, not to others, and cannot be invented', async () => {
    const [{ email }, { email: mine }] = await Promise.all([createCustomer(env), createCustomer(env)]);
    const device = await deviceOf(mine);
    await many(SIGN_IN_ACCOUNT_LIMIT.max, () => guess(email));
    expect((await from(device, email, 'wrong 9 wrong')).status).toBe(429);
    expect((await from(`onca_device=${'A'.repeat(43)}`, email, 'wrong 9 wrong')).status).toBe(429);
  });
});

test('an e-mail without an account locks just the same', async () => {
  const email = `nobody-${crypto.randomUUID()}@example.com`;
  expect(await many(14, () => guess(email))).toEqual({ 401: 10, 429: 4 });
});

test('the lock counts the e-mail, however it is written', async () => {
  const { email } = await createCustomer(env);
  await many(SIGN_IN_ACCOUNT_LIMIT.max, (index) =>
    guess(index % 2 === 0 ? email.toUpperCase() : ` ${email} `),
  );
  expect((await guess(email)).status).toBe(429);
});

test('of 60 guesses at 60 accounts from one address, exactly 50 are heard', async () => {
  const address = freshAddress();
  const counts = await many(60, (index) => guess(`guess-${index}-${address}@example.com`, address));
  expect(counts).toEqual({ 401: SIGN_IN_ADDRESS_LIMIT.max, 429: 10 });
  // The next addresses are not punished for it, and a shut-out address cannot fill other people's accounts.
  const { email } = await createCustomer(env);
  await many(20, () => guess(email, address));
  expect((await guess(email, freshAddress(), CUSTOMER_PASSWORD)).status).toBe(200);
});

test('the right password forgets the failures of its account', async () => {
  const { email } = await createCustomer(env);
  for (let round = 0; round < 2; round += 1) {
    await many(SIGN_IN_ACCOUNT_LIMIT.max - 1, () => guess(email));
    expect((await guess(email, freshAddress(), CUSTOMER_PASSWORD)).status).toBe(200);
  }
});

/** Without the counter of all hashing, which a right password does not empty. */
const attemptsCounted = (): Promise<number | null> =>
  env.DB.prepare(`SELECT count(*) AS n FROM attempts WHERE bucket <> 'password-work'`).first<number>('n');

test('signing in rightly is no failure: it leaves nothing in the counters', async () => {
  const { email } = await createCustomer(env);
  const before = await attemptsCounted();
  expect((await guess(email, freshAddress(), CUSTOMER_PASSWORD)).status).toBe(200);
  expect(await attemptsCounted()).toBe(before);
});

test('passwords beyond the budget of all strangers are not looked at; a known browser signs in, and nobody is locked', async () => {
  const { email } = await createCustomer(env);
  const device = cookieAfter(await guess(email, freshAddress(), CUSTOMER_PASSWORD));
  const fill = env.DB.prepare(
    `INSERT INTO attempts (id, bucket, made_at, expires_at) VALUES (?1, 'password-work', 1, ?2)`,
  );
  const full = Array.from({ length: PASSWORD_WORK_LIMIT.max }, () => crypto.randomUUID());
  await env.DB.batch(full.map((id) => fill.bind(id, Date.now() + 60_000)));
  const before = await attemptsCounted();
  for (let turn = 0; turn < SIGN_IN_ACCOUNT_LIMIT.max + 1; turn += 1) {
    const reply = await guess(email);
    expect(reply.status).toBe(503);
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await problemOf(reply)).toMatchObject({ code: 'PasswordsBusy' });
  }
  expect((await post('/api/auth/sign-up', { ...GOOD_FORM, email: `new-${email}` })).status).toBe(503);
  expect(await attemptsCounted()).toBe(before);
  const own = await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD }, { Cookie: device });
  expect(own.status).toBe(200);
  await env.DB.prepare(`DELETE FROM attempts WHERE bucket = 'password-work'`).run();
  expect((await guess(email, freshAddress(), CUSTOMER_PASSWORD)).status).toBe(200);
});

test('attempts whose window is over are swept away', async () => {
  const { email } = await createCustomer(env);
  await letTimePass(24 * 60 * 60_000);
  const form = { ...GOOD_FORM, email };
  expect(await many(20, () => post('/api/auth/sign-up', form))).toEqual({ 409: 20 });
  expect(await attemptsCounted()).toBe(20);
});

test('no address and no e-mail is readable in the counters', async () => {
  const { email } = await createCustomer(env);
  await guess(email, '203.0.113.77');
  const { results } = await env.DB.prepare('SELECT bucket FROM attempts').all();
  expect(JSON.stringify(results)).not.toContain('203.0.113');
  expect(JSON.stringify(results)).not.toContain(email);
});

test('a flood meets the platform limiter first, which says to wait a minute', async () => {
  const address = freshAddress();
  // The limiter counts 100 a minute of the clock: of 210 over the turn of a minute, one minute has more.
  const replies = await Promise.all(
    Array.from({ length: 210 }, () => guess(`flood-${address}@example.com`, address)),
  );
  const waits = replies
    .filter(({ status }) => status === 429)
    .map(({ headers }) => headers.get('Retry-After'));
  expect(waits).toHaveLength(200);
  expect(waits.filter((wait) => wait === '60').length).toBeGreaterThan(0);
});
