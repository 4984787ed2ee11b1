// The proof of an e-mail address: what waits for it, the link that gives it, and the letters that ask for it.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { DepositReply } from '../../../worker/contract/deposits.ts';
import type { EmailConfirmed } from '../../../worker/contract/emails.ts';
import type { Profile } from '../../../worker/contract/profile.ts';
import { mailStatement } from '../../../worker/db/outbox.ts';
import { UNCONFIRMED_DEPOSITS_MAX_CENTS } from '../../../worker/domain/limits.ts';
import { MAILED_LINKS } from '../../../worker/domain/mailed-links.ts';
import { CONFIRM_EMAIL_LIMIT, LINK_ADDRESS_LIMIT } from '../../../worker/domain/session-rules.ts';
import { EVERY_MESSAGE } from '../../fixtures/mail-examples.ts';
import { GOOD_FORM } from '../../fixtures/sign-up-examples.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { callsOf, outcome } from '../../support/money-calls.ts';
import { send, stepUpNow } from '../factors/enrol.ts';
import { kindsOf, lettersTo } from '../security/account.ts';
import { call, cookieAfter, post, problemOf } from './calls.ts';
import { accountOf, ageLinks, confirm, linksOf, tokenOf } from './links.ts';

const unconfirmed = () => createCustomer(env, { unconfirmed: true });

async function withLink(): Promise<Customer & { token: string }> {
  const customer = await unconfirmed();
  expect((await resend(customer)).status).toBe(202);
  return { ...customer, token: await tokenOf(customer.userId, 'confirm-email') };
}

const resend = (who: Customer) => send(who, 'POST', '/api/auth/email/resend');

async function profileOf(cookie: string): Promise<Profile> {
  return (await call('/api/profile', { headers: { Cookie: cookie } })).json<Profile>();
}

describe('the link', () => {
  test('comes with the sign-up, proves the address once it is pressed, and the welcome follows', async () => {
    const email = `ana-${crypto.randomUUID()}@example.com`;
    const cookie = cookieAfter(await post('/api/auth/sign-up', { ...GOOD_FORM, email }));
    const { id, emailConfirmed } = await profileOf(cookie);
    expect(emailConfirmed).toBe(false);
    expect((await lettersTo(id)).map(({ kind }) => kind)).toEqual(['confirm-email']);
    const confirmed = await confirm(await tokenOf(id, 'confirm-email'));
    expect(await confirmed.json<EmailConfirmed>()).toEqual({ what: 'address', email, waitsFor: null });
    expect((await profileOf(cookie)).emailConfirmed).toBe(true);
    expect((await lettersTo(id)).map(({ kind }) => kind)).toEqual(['confirm-email', 'welcome']);
    expect((await kindsOf(id)).filter((kind) => kind === 'email-confirmed')).toHaveLength(1);
  });

  test('pressed twice, or ten times at once, answers the same and happens once', async () => {
    const { userId, token } = await withLink();
    const replies = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    replies.push(await confirm(token));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await kindsOf(userId)).filter((kind) => kind === 'email-confirmed')).toHaveLength(1);
    expect((await lettersTo(userId)).filter(({ kind }) => kind === 'welcome')).toHaveLength(1);
  });

  test('works until its day is over, and not a moment longer', async () => {
    const { userId, token } = await withLink();
    await ageLinks(userId, MAILED_LINKS['confirm-email']);
    expect(await outcome(await confirm(token))).toBe('LinkInvalid');
    await ageLinks(userId, -10_000);
    expect((await confirm(token)).status).toBe(200);
  });

  test('of an address that the account no longer has proves nothing', async () => {
    const { userId, token } = await withLink();
    await env.DB.prepare('UPDATE users SET email = ? WHERE id = ?')
      .bind(`other-${userId}@example.com`, userId)
      .run();
    expect(await outcome(await confirm(token))).toBe('LinkInvalid');
    expect((await accountOf(userId)).confirmedAt).toBeNull();
  });

  test.each([
    ['nothing', ''],
    ['another link’s shape', 'A'.repeat(43)],
    ['a long text', 'x'.repeat(5_000)],
  ])('made up is refused: %s', async (_, token) => {
    expect(await outcome(await confirm(token))).toBe('LinkInvalid');
  });

  test('of a new password proves no address, and the other way round', async () => {
    const { userId, email, token } = await withLink();
    await post('/api/auth/password/forgot', { email });
    expect(await outcome(await confirm(await tokenOf(userId, 'password-reset')))).toBe('LinkInvalid');
    const reset = await post('/api/auth/password/reset', { token, password: 'a new jaguar 7' });
    expect(await outcome(reset)).toBe('LinkInvalid');
  });

  test('cannot be tried for ever from one address', async () => {
    const headers = { 'CF-Connecting-IP': '203.0.113.77' };
    const tries = [];
    for (let n = 0; n <= LINK_ADDRESS_LIMIT.max; n += 1) {
      tries.push(await outcome(await post('/api/auth/email/confirm', { token: 'B'.repeat(43) }, headers)));
    }
    expect(tries.at(-1)).toBe('TooManyRequests');
    expect(tries.slice(0, -1).every((code) => code === 'LinkInvalid')).toBe(true);
  });
});

describe('another letter', () => {
  test('is sent a few times an hour, and never to an address that is confirmed', async () => {
    const customer = await unconfirmed();
    for (let n = 0; n < CONFIRM_EMAIL_LIMIT.max; n += 1) expect((await resend(customer)).status).toBe(202);
    const refused = await resend(customer);
    expect([refused.status, (await problemOf(refused)).code]).toEqual([429, 'TooManyRequests']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000);
    expect(await linksOf(customer.userId, 'confirm-email')).toHaveLength(CONFIRM_EMAIL_LIMIT.max);
    const confirmed = await createCustomer(env);
    expect((await resend(confirmed)).status).toBe(202);
    expect(await lettersTo(confirmed.userId)).toEqual([]);
  });

  test('leaves the earlier links good, and the first press closes them all', async () => {
    const customer = await withLink();
    await resend(customer);
    expect((await confirm(customer.token)).status).toBe(200);
    expect((await linksOf(customer.userId, 'confirm-email')).map(({ uses }) => uses)).toEqual([1, 1]);
  });
});

describe('until then', () => {
  test('no letter goes out but the proof and a new password, whatever happens', async () => {
    const { userId } = await unconfirmed();
    await env.DB.batch(
      EVERY_MESSAGE.map((message, n) =>
        mailStatement(env.DB, { id: `${userId}-${n}`, userId, message, now: Date.now() }),
      ),
    );
    const kinds = new Set((await lettersTo(userId)).map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['confirm-email', 'password-reset']));
    const other = await createCustomer(env);
    await env.DB.batch(
      EVERY_MESSAGE.map((message, n) =>
        mailStatement(env.DB, { id: `${other.userId}-${n}`, userId: other.userId, message, now: Date.now() }),
      ),
    );
    expect(await lettersTo(other.userId)).toHaveLength(EVERY_MESSAGE.length);
  });

  test('there is no bonus and no second factor; afterwards there is', async () => {
    const customer = await withLink();
    await stepUpNow(customer);
    const tries = () =>
      Promise.all([
        send(customer, 'POST', '/api/auth/factors/totp').then(outcome),
        send(customer, 'POST', '/api/auth/factors/passkeys/options').then(outcome),
        callsOf(customer).post('/api/bonus/claim', {}, 'claim').then(outcome),
      ]);
    expect(await tries()).toEqual(['EmailNotConfirmed', 'EmailNotConfirmed', 'EmailNotConfirmed']);
    await confirm(customer.token);
    expect(await tries()).toEqual([200, 200, 201]);
  });

  test('deposits come to a thousand dollars in all, to the cent, also when they race', async () => {
    const customer = await withLink();
    const deposit = async (amountCents: number) =>
      outcome(await callsOf(customer).deposit({ amountCents, method: 'bank_transfer' }));
    expect(await deposit(UNCONFIRMED_DEPOSITS_MAX_CENTS + 1)).toBe('DepositNeedsEmail');
    const raced = await Promise.all(Array.from({ length: 5 }, () => deposit(30_000)));
    expect(raced.filter((code) => code === 201)).toHaveLength(3);
    expect(raced.filter((code) => code === 'DepositNeedsEmail')).toHaveLength(2);
    expect(await deposit(10_001)).toBe('DepositNeedsEmail');
    expect(await deposit(10_000)).toBe(201);
    expect(await deposit(10_000)).toBe('DepositNeedsEmail');
    await confirm(customer.token);
    expect(await deposit(10_000)).toBe(201);
  });

  test('a deposit that failed counts for nothing', async () => {
    const customer = await unconfirmed();
    const calls = callsOf(customer);
    const failed = await (
      await calls.deposit({ amountCents: 99_966, method: 'debit_card' })
    ).json<DepositReply>();
    expect(failed.transaction.status).toBe('failed');
    expect((await calls.deposit({ amountCents: 100_000, method: 'bank_transfer' })).status).toBe(201);
  });
});

test('a stranger who registers somebody’s address ends outside, and its owner inside', async () => {
  const email = `victim-${crypto.randomUUID()}@example.com`;
  const attacker = await post('/api/auth/sign-up', { ...GOOD_FORM, email });
  const cookie = cookieAfter(attacker);
  const { id: userId } = await profileOf(cookie);
  // Not through the product any more: as if a release before this one had let it.
  await env.DB.batch([
    env.DB.prepare('INSERT INTO totp_factors VALUES (?1, ?2, 0, ?3, NULL)').bind(
      userId,
      'x'.repeat(80),
      Date.now(),
    ),
    env.DB.prepare('INSERT INTO recovery_codes VALUES (?1, ?2, ?3, NULL)').bind(
      userId,
      'c'.repeat(43),
      Date.now(),
    ),
    env.DB.prepare(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, synced, name, others, created_at)
       VALUES (?1, ?2, ?1, ?3, 0, '[]', 0, 'Dele', 0, 1)`,
    ).bind(crypto.randomUUID(), userId, 'p'.repeat(64)),
  ]);
  await post('/api/auth/password/forgot', { email });
  const reset = { token: await tokenOf(userId, 'password-reset'), password: 'victim pass 12 sky' };
  expect((await post('/api/auth/password/reset', reset)).status).toBe(204);
  const owner = await post('/api/auth/sign-in', { email, password: reset.password });
  expect(await owner.json()).toMatchObject({ profile: { email, emailConfirmed: true } });
  expect((await call('/api/profile', { headers: { Cookie: cookie } })).status).toBe(401);
  const counts = await env.DB.prepare(
    `SELECT (SELECT count(*) FROM totp_factors WHERE user_id = ?1) + (SELECT count(*) FROM passkeys WHERE user_id = ?1)
       + (SELECT count(*) FROM recovery_codes WHERE user_id = ?1) AS n`,
  )
    .bind(userId)
    .first<number>('n');
  expect(counts).toBe(0);
});
