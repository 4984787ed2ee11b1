// Proving again who one is: what needs it, how long it holds, and that nothing but the right proof gives it.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { FACTOR_LIMIT, STEP_UP_LIFETIME_MS, STEP_UP_WINDOW_MS } from '../../../worker/domain/factors.ts';
import { createCustomer, CUSTOMER_PASSWORD, openSessionFor } from '../../support/customers.ts';
import { fund } from '../../support/funds.ts';
import { callsOf, outcome, SetPrices, workerWith } from '../../support/money-calls.ts';
import { currentSession, problemOf, setCookies } from '../accounts/calls.ts';
import {
  codeOf,
  customerWithApp,
  customerWithPasskey,
  forgetLastStep,
  type Person,
  prove,
  send,
  stepUpNow,
} from './enrol.ts';

const codeAfter = async (reply: Response) =>
  reply.ok ? reply.status : ((await problemOf(reply)).code as string);

/** Whether the session may do what needs a step-up; asks for recovery codes, which a customer without factors has not. */
async function isProven(who: Person): Promise<boolean> {
  return (await codeAfter(await send(who, 'POST', '/api/auth/factors/recovery-codes'))) !== 'StepUpRequired';
}

describe('without a proof', () => {
  test.each([
    ['POST', '/api/auth/factors/totp'],
    ['DELETE', '/api/auth/factors/totp'],
    ['POST', '/api/auth/factors/recovery-codes'],
    ['POST', '/api/auth/factors/passkeys/options'],
    ['DELETE', '/api/auth/factors/passkeys/any'],
  ])('%s %s says how the customer may give one, and does nothing', async (method, path) => {
    const customer = await customerWithApp();
    const reply = await send(customer, method, path);
    expect(reply.status).toBe(403);
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    expect(await reply.json()).toMatchObject({ code: 'StepUpRequired', methods: ['totp', 'recovery'] });
    const factors = await (await send(customer, 'GET', '/api/auth/factors')).json();
    expect(factors).toMatchObject({ totp: {}, recoveryCodes: { left: 10 } });
  });

  test('a customer with a password only is asked for the password', async () => {
    const customer = await createCustomer(env);
    const reply = await send(customer, 'POST', '/api/auth/factors/totp');
    expect(await reply.json()).toMatchObject({ code: 'StepUpRequired', methods: ['password'] });
  });
});

describe('a proof', () => {
  test('by password serves a customer without factors', async () => {
    const customer = await createCustomer(env);
    const wrong = await prove(customer, { method: 'password', password: 'wrong 9 wrong' });
    expect(await codeAfter(wrong)).toBe('PasswordIncorrect');
    expect(await isProven(customer)).toBe(false);
    const right = await prove(customer, { method: 'password', password: CUSTOMER_PASSWORD });
    const { until } = await right.json<{ until: string }>();
    expect(Math.abs(Date.parse(until) - Date.now() - STEP_UP_LIFETIME_MS)).toBeLessThan(10_000);
    expect(await isProven(customer)).toBe(true);
  });

  test('by password is not taken from whoever has a factor, even the right one', async () => {
    const customer = await customerWithApp();
    const reply = await prove(customer, { method: 'password', password: CUSTOMER_PASSWORD });
    expect(await reply.json()).toMatchObject({ code: 'StepUpRequired', methods: ['totp', 'recovery'] });
    expect(await isProven(customer)).toBe(false);
  });

  test('by code holds for five minutes', async () => {
    const customer = await customerWithApp();
    expect(await codeAfter(await prove(customer, { method: 'totp', code: codeOf(customer.key) }))).toBe(200);
    expect(await isProven(customer)).toBe(true);
    await stepUpNow(customer, Date.now() - STEP_UP_LIFETIME_MS);
    expect(await isProven(customer)).toBe(false);
  });

  test('by a code that was used is none', async () => {
    const customer = await customerWithApp();
    const code = codeOf(customer.key);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async () =>
        codeAfter(await prove({ ...customer }, { method: 'totp', code })),
      ),
    );
    expect(outcomes.filter((one) => one === 200)).toHaveLength(1);
    // Who comes after the first one comes with a token of before the proof.
    const refused = outcomes.filter((one) => one === 'SecondFactorInvalid' || one === 'Unauthenticated');
    expect(refused).toHaveLength(7);
  });

  test('by recovery code uses it up', async () => {
    const customer = await customerWithApp();
    const [code = ''] = customer.codes;
    expect(await codeAfter(await prove(customer, { method: 'recovery', code }))).toBe(200);
    expect(await codeAfter(await prove(customer, { method: 'recovery', code }))).toBe('SecondFactorInvalid');
  });

  test('by passkey serves, and its challenge is good for this session only', async () => {
    const customer = await customerWithPasskey();
    const ask = async (who: Person) =>
      (await send(who, 'POST', '/api/auth/step-up/passkey-options')).json<{
        options: { challenge: string };
      }>();
    const response = await customer.device.get(await ask(customer));
    const other = { ...customer, ...(await openSessionFor(env, customer.userId)) };
    expect(await codeAfter(await prove(other, { method: 'passkey', response }))).toBe('PasskeyRefused');
    expect(await codeAfter(await prove(customer, { method: 'passkey', response }))).toBe(200);
    expect(await codeAfter(await prove(customer, { method: 'passkey', response }))).not.toBe(200);
  });

  test('gives the browser new tokens, and those from before are refused', async () => {
    const customer = await customerWithApp();
    const before = { ...customer, headers: { ...customer.headers } };
    const reply = await prove(customer, { method: 'totp', code: codeOf(customer.key) });
    expect([...setCookies(reply).keys()].toSorted()).toEqual(['onca_access', 'onca_refresh']);
    expect(await isProven(customer)).toBe(true);
    expect(await codeAfter(await send(before, 'GET', '/api/profile'))).toBe('Unauthenticated');
    expect((await currentSession(before.headers['Cookie'] ?? '')).session).toBeNull();
    expect((await currentSession(customer.headers['Cookie'] ?? '')).session).not.toBeNull();
  });

  test('in one session proves nothing in another', async () => {
    const customer = await customerWithApp();
    const other = { ...customer, ...(await openSessionFor(env, customer.userId)) };
    await prove(customer, { method: 'totp', code: codeOf(customer.key) });
    expect(await isProven(customer)).toBe(true);
    expect(await isProven(other)).toBe(false);
  });

  test('is heard ten times in a quarter of an hour', async () => {
    const customer = await createCustomer(env);
    const outcomes = await Promise.all(
      Array.from({ length: 14 }, async () =>
        codeAfter(await prove(customer, { method: 'password', password: 'wrong 9 wrong' })),
      ),
    );
    expect(outcomes.filter((one) => one === 'PasswordIncorrect')).toHaveLength(FACTOR_LIMIT.max);
    const right = await prove(customer, { method: 'password', password: CUSTOMER_PASSWORD });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(14 * 60);
  });

  test('that succeeds forgets the wrong ones', async () => {
    const customer = await customerWithApp();
    for (let round = 0; round < 2; round += 1) {
      for (let wrong = 0; wrong < FACTOR_LIMIT.max - 1; wrong += 1) {
        await prove(customer, { method: 'totp', code: '000000' });
      }
      await forgetLastStep(customer);
      expect(await codeAfter(await prove(customer, { method: 'totp', code: codeOf(customer.key) }))).toBe(
        200,
      );
    }
  });

  test.each([
    {},
    { method: 'magic' },
    { method: 'totp' },
    { method: 'totp', code: 7 },
    { method: 'password', password: '' },
    { method: 'password', password: 'x'.repeat(257) },
    { method: 'passkey', response: {} },
    { method: 'passkey', response: null },
  ])('that is no proof at all (%o) is refused as such', async (body) => {
    const reply = await prove(await createCustomer(env), body);
    expect(await codeAfter(reply)).toBe('ValidationFailed');
  });
});

describe('an order', () => {
  const SILVER = 5_000;
  const buy = (totalCents: number) => ({ side: 'buy', metal: 'silver', totalCents });

  async function buyer() {
    const customer = await createCustomer(env);
    await fund(env.DB, customer, 5_000_000);
    return { customer, calls: callsOf(customer, workerWith(new SetPrices({ silver: SILVER }))) };
  }

  test('up to ten thousand dollars needs no proof, above it does', async () => {
    const { customer, calls } = await buyer();
    expect(await outcome(await calls.post('/api/quotes', buy(1_000_000)))).toBe(201);
    const refused = await calls.post('/api/quotes', buy(1_000_600));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'StepUpRequired', methods: ['password'] });
    await prove(customer, { method: 'password', password: CUSTOMER_PASSWORD });
    expect(await outcome(await calls.post('/api/quotes', buy(1_000_600)))).toBe(201);
  });

  test('whose quote was given is carried out, though the proof has run out meanwhile', async () => {
    const { customer, calls } = await buyer();
    await stepUpNow(customer);
    const { quote } = await (await calls.post('/api/quotes', buy(2_000_000))).json<{ quote: string }>();
    await stepUpNow(customer, Date.now() - STEP_UP_LIFETIME_MS);
    expect(await outcome(await calls.trade(quote))).toBe(201);
  });

  test('that cannot be is refused for what it is, before anybody is asked to prove anything', async () => {
    const { calls } = await buyer();
    const tooMuch = { side: 'buy', metal: 'silver', ouncesE4: 100_000_000 };
    expect(await outcome(await calls.post('/api/quotes', tooMuch))).toBe('InsufficientFunds');
  });

  test('to sell is weighed by what it brings', async () => {
    const { customer, calls } = await buyer();
    await stepUpNow(customer);
    const { quote } = await (await calls.post('/api/quotes', buy(3_000_000))).json<{ quote: string }>();
    await calls.trade(quote);
    await stepUpNow(customer, 0);
    // The purchase of today would count: it was made the day before.
    await env.DB.prepare('UPDATE transactions SET created_at = created_at - ?2 WHERE account_id = ?1')
      .bind(customer.userId, STEP_UP_WINDOW_MS)
      .run();
    const all = { side: 'sell', metal: 'silver', max: true };
    expect(await outcome(await calls.post('/api/quotes', all))).toBe('StepUpRequired');
    const some = { side: 'sell', metal: 'silver', ouncesE4: 1_000_000 };
    expect(await outcome(await calls.post('/api/quotes', some))).toBe(201);
  });
});
