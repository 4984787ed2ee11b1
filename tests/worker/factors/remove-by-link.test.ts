// A factor that its owner did not add: removed by the link of the letter, or doubted at a reset of the password.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Factors } from '../../../worker/contract/factors.ts';
import type { FactorsInDoubt } from '../../../worker/contract/passwords.ts';
import { MAILED_LINKS, YOUNG_FACTOR_MS } from '../../../worker/domain/mailed-links.ts';
import { createCustomer, type Customer, openSessionFor } from '../../support/customers.ts';
import { outcome } from '../../support/money-calls.ts';
import { post } from '../accounts/calls.ts';
import { ageLinks, linksOf, tokenOf } from '../accounts/links.ts';
import { isSignedIn, kindsOf, lettersTo, NEW_PASSWORD, signIn } from '../security/account.ts';
import { addApp, addPasskey, customerWithApp, send } from './enrol.ts';

const remove = (token: string) => post('/api/auth/email/remove-factor', { token });

const factorsOf = async (who: Customer) => (await send(who, 'GET', '/api/auth/factors')).json<Factors>();

/** What of the second step is in the tables. */
const countOf = (userId: string) =>
  env.DB.prepare(
    `SELECT (SELECT count(*) FROM totp_factors WHERE user_id = ?1) AS app,
            (SELECT count(*) FROM passkeys WHERE user_id = ?1) AS passkeys,
            (SELECT count(*) FROM recovery_codes WHERE user_id = ?1) AS codes`,
  )
    .bind(userId)
    .first();

/** As if every factor and code had been added that much earlier. */
const ageFactors = (userId: string, ms: number) =>
  env.DB.batch(
    ['totp_factors', 'passkeys', 'recovery_codes'].map((table) =>
      env.DB.prepare(`UPDATE ${table} SET created_at = created_at - ?2 WHERE user_id = ?1`).bind(userId, ms),
    ),
  );

describe('the link of the letter', () => {
  test('removes the app with its codes, and ends every session', async () => {
    const customer = await customerWithApp();
    const thief = await openSessionFor(env, customer.userId, true);
    const letters = await lettersTo(customer.userId);
    expect(letters.map(({ message }) => message['change'])).toEqual(['two-step-on']);
    expect((await remove(await tokenOf(customer.userId, 'remove-factor'))).status).toBe(204);
    expect(await countOf(customer.userId)).toEqual({ app: 0, passkeys: 0, codes: 0 });
    expect([await isSignedIn(customer.cookie), await isSignedIn(thief.cookie)]).toEqual([false, false]);
    expect(await kindsOf(customer.userId)).toEqual(expect.arrayContaining(['two-step-on', 'factor-removed']));
    // Without the factor the password signs in.
    expect(await (await signIn(customer.email)).json()).toHaveProperty('session');
  });

  test('removes its own passkey and no other, nor the app or the codes of before', async () => {
    const customer = await customerWithApp();
    await ageFactors(customer.userId, 60_000);
    await addPasskey(customer, 'Own');
    await ageFactors(customer.userId, 60_000);
    await addPasskey(customer, 'Thief');
    const links = await linksOf(customer.userId, 'remove-factor');
    expect(links).toHaveLength(3);
    expect((await remove(await tokenOf(customer.userId, 'remove-factor'))).status).toBe(204);
    const session = await openSessionFor(env, customer.userId, false);
    const left = await factorsOf({ ...customer, ...session });
    expect(left.passkeys.map(({ name }) => name)).toEqual(['Own']);
    expect(left.totp).not.toBeNull();
    expect(left.recoveryCodes.left).toBe(10);
  });

  test('works once, also when it is pressed ten times at once', async () => {
    const customer = await customerWithApp();
    const token = await tokenOf(customer.userId, 'remove-factor');
    const replies = await Promise.all(Array.from({ length: 10 }, () => remove(token)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      204,
      ...Array.from({ length: 9 }, () => 422),
    ]);
  });

  test('works for seven days, and not for an app that was added after it', async () => {
    const customer = await customerWithApp();
    const token = await tokenOf(customer.userId, 'remove-factor');
    await ageLinks(customer.userId, MAILED_LINKS['remove-factor']);
    expect(await outcome(await remove(token))).toBe('LinkInvalid');
    await ageLinks(customer.userId, -MAILED_LINKS['remove-factor'] / 2);
    await env.DB.prepare('DELETE FROM totp_factors WHERE user_id = ?').bind(customer.userId).run();
    await addApp(customer);
    expect((await remove(token)).status).toBe(204);
    expect(await countOf(customer.userId)).toMatchObject({ app: 1 });
  });

  test('of another kind, or made up, removes nothing', async () => {
    const customer = await customerWithApp();
    await post('/api/auth/password/forgot', { email: customer.email });
    for (const token of [await tokenOf(customer.userId, 'password-reset'), 'C'.repeat(43), '']) {
      expect(await outcome(await remove(token))).toBe('LinkInvalid');
    }
    expect(await countOf(customer.userId)).toMatchObject({ app: 1 });
  });
});

describe('a reset of the password', () => {
  async function resetToken({ email, userId }: Customer): Promise<string> {
    await post('/api/auth/password/forgot', { email });
    return tokenOf(userId, 'password-reset');
  }

  const doubted = async (token: string) =>
    (await post('/api/auth/password/reset/factors', { token })).json<FactorsInDoubt>();

  const reset = (token: string, keepFactors?: readonly string[]) =>
    post('/api/auth/password/reset', { token, password: NEW_PASSWORD, keepFactors });

  test('asks about factors younger than seven days, the latest first, and names no other', async () => {
    const customer = await customerWithApp();
    await ageFactors(customer.userId, YOUNG_FACTOR_MS - 60_000);
    await addPasskey(customer, 'Celular');
    const token = await resetToken(customer);
    const both = await doubted(token);
    expect(both.factors.map(({ name }) => name)).toEqual(['Celular', null]);
    await ageFactors(customer.userId, 60_000);
    expect((await doubted(token)).factors.map(({ name }) => name)).toEqual(['Celular']);
  });

  test('keeps those that the owner ticks, and removes the others with their codes', async () => {
    const customer = await customerWithApp();
    await addPasskey(customer, 'Celular');
    const token = await resetToken(customer);
    const { factors } = await doubted(token);
    const app = factors.find(({ name }) => name === null);
    expect((await reset(token, [app?.id ?? ''])).status).toBe(204);
    expect(await countOf(customer.userId)).toEqual({ app: 1, passkeys: 0, codes: 0 });
    expect(await (await signIn(customer.email, NEW_PASSWORD)).json()).toMatchObject({
      secondFactor: { methods: ['totp'] },
    });
  });

  test('keeps everything where all are ticked, and the old ones always', async () => {
    const customer = await customerWithApp();
    await addPasskey(customer, 'Celular');
    const token = await resetToken(customer);
    const { factors } = await doubted(token);
    expect(
      (
        await reset(
          token,
          factors.map(({ id }) => id),
        )
      ).status,
    ).toBe(204);
    expect(await countOf(customer.userId)).toEqual({ app: 1, passkeys: 1, codes: 10 });
    await ageFactors(customer.userId, YOUNG_FACTOR_MS);
    expect((await reset(await resetToken(customer))).status).toBe(204);
    expect(await countOf(customer.userId)).toEqual({ app: 1, passkeys: 1, codes: 10 });
  });

  test('a thief’s factor is out and the owner in, where nothing is ticked', async () => {
    const customer = await customerWithApp();
    expect((await reset(await resetToken(customer))).status).toBe(204);
    expect(await countOf(customer.userId)).toEqual({ app: 0, passkeys: 0, codes: 0 });
    expect(await (await signIn(customer.email, NEW_PASSWORD)).json()).toHaveProperty('session');
  });

  test('tells nothing by a link that is used, made up or of another purpose', async () => {
    const customer = await customerWithApp();
    const token = await resetToken(customer);
    await reset(token);
    for (const wrong of [token, 'D'.repeat(43)]) {
      expect(await outcome(await post('/api/auth/password/reset/factors', { token: wrong }))).toBe(
        'LinkInvalid',
      );
    }
    const other = await createCustomer(env, { unconfirmed: true });
    expect((await doubted(await resetToken(other))).factors).toEqual([]);
  });

  test.each([
    ['a text', 'totp'],
    ['too many', Array.from({ length: 12 }, () => 'x')],
    ['a number', [1]],
  ])('refuses %s as factors to keep', async (_, keepFactors) => {
    const token = await resetToken(await createCustomer(env));
    const reply = await post('/api/auth/password/reset', { token, password: NEW_PASSWORD, keepFactors });
    expect(await outcome(reply)).toBe('ValidationFailed');
  });
});
