// A full line of passwords: who is turned away was not looked at, so it uses up none of the tries. Sign-in's own are in
// accounts/sign-in.test.ts and accounts/lockout.test.ts.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { inTurn, PASSWORDS_WAITING_MAX } from '../../../worker/auth/password-queue.ts';
import { GOOD_FORM } from '../../fixtures/sign-up-examples.ts';
import { createCustomer, CUSTOMER_PASSWORD, type Customer, freshAddress } from '../../support/customers.ts';
import { post, problemOf } from '../accounts/calls.ts';
import { send } from '../factors/enrol.ts';
import { change } from './account.ts';

/** Others hold every place of the line until the work is over. */
async function inAFullLine<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const step = (): void => {
    if (isOver) throw new Error('leaves the line');
  };
  const others = Array.from({ length: PASSWORDS_WAITING_MAX }, () =>
    inTurn(Array.from({ length: 1_000 }, () => step)),
  );
  const left = Promise.allSettled(others);
  try {
    return await work();
  } finally {
    isOver = true;
    await left;
  }
}

const countedFor = (userId: string): Promise<number | null> =>
  env.DB.prepare('SELECT count(*) AS n FROM attempts WHERE instr(bucket, ?)').bind(userId).first<number>('n');

const stepUp = (customer: Customer, password: string) =>
  send(customer, 'POST', '/api/auth/step-up', { method: 'password', password });

test.each([
  ['a step-up', stepUp, 200],
  [
    'a change of the password',
    (customer: Customer, password: string) => change(customer.headers, password),
    200,
  ],
] as const)('%s that meets a full line is no try', async (_name, ask, done) => {
  const customer = await createCustomer(env);
  await ask(customer, 'wrong 9 wrong');
  const before = await countedFor(customer.userId);
  expect(before).toBeGreaterThan(0);
  const reply = await inAFullLine(() => ask(customer, 'wrong 9 wrong'));
  expect(reply.status).toBe(503);
  expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await problemOf(reply)).toMatchObject({ code: 'PasswordsBusy' });
  expect(await countedFor(customer.userId)).toBe(before);
  expect((await ask(customer, CUSTOMER_PASSWORD)).status).toBe(done);
});

test('a sign-up that meets a full line is none: neither the address nor the budget of all strangers is used', async () => {
  const from = { 'CF-Connecting-IP': freshAddress() };
  const form = { ...GOOD_FORM, email: `line-${crypto.randomUUID()}@example.com` };
  const counted = () => env.DB.prepare('SELECT count(*) AS n FROM attempts').first<number>('n');
  const before = await counted();
  const reply = await inAFullLine(() => post('/api/auth/sign-up', form, from));
  expect(await problemOf(reply)).toMatchObject({ code: 'PasswordsBusy' });
  expect(await counted()).toBe(before);
  expect((await post('/api/auth/sign-up', form, from)).status).toBe(201);
});
