// A pepper and a session secret are rotated while customers live: everybody gets in, and what is used moves to the new value.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { app } from '../../../worker/app.ts';
import { hashPassword, isOutdatedHash } from '../../../worker/auth/passwords.ts';
import { findPasswordHash } from '../../../worker/db/users.ts';
import { deliverWaiting } from '../../../worker/services/deliver-mail.ts';
import { createCustomer, CUSTOMER_PASSWORD, jsonHeaders, ORIGIN } from '../../support/customers.ts';
import { mailboxOf } from '../../support/outbox.ts';
import { problemOf } from '../accounts/calls.ts';
import { codeOf, customerWithApp } from './enrol.ts';

const NEXT = 'the-next-value-0123456789abcdef-01';
const OLD = env.PASSWORD_PEPPER;
const ROTATING = { PASSWORD_PEPPER: `${NEXT},${OLD}` } as Partial<Env>;
const ROTATED = { PASSWORD_PEPPER: NEXT } as Partial<Env>;

async function send(settings: Partial<Env>, path: string, body: unknown): Promise<Response> {
  const request = new Request(ORIGIN + path, {
    method: 'POST',
    headers: jsonHeaders(),
    body: JSON.stringify(body),
  });
  const context = createExecutionContext();
  const reply = await app.fetch(request, { ...env, ...settings }, context);
  await waitOnExecutionContext(context);
  return reply;
}

const signIn = (settings: Partial<Env>, email: string) =>
  send(settings, '/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD });

async function ticketUnder(settings: Partial<Env>, email: string): Promise<string> {
  const reply = await (await signIn(settings, email)).json<{ secondFactor: { ticket: string } }>();
  return reply.secondFactor.ticket;
}

test('whoever signs in while both values are read needs the new one alone from then on', async () => {
  const { email, userId } = await createCustomer(env);
  const { email: absent } = await createCustomer(env);
  const before = await findPasswordHash(env.DB, userId);
  expect((await signIn(ROTATING, email)).status).toBe(200);
  expect(await findPasswordHash(env.DB, userId)).not.toBe(before);
  expect((await signIn(ROTATED, email)).status).toBe(200);
  expect((await signIn(ROTATED, absent)).status).toBe(401);
  expect((await signIn(ROTATING, absent)).status).toBe(200);
});

test('a hash that is as it should be stays, and a wrong password renews none', async () => {
  const { email, userId } = await createCustomer(env);
  await env.DB.prepare('UPDATE users SET password_hash = ?2 WHERE id = ?1')
    .bind(userId, await hashPassword(CUSTOMER_PASSWORD, OLD))
    .run();
  const before = (await findPasswordHash(env.DB, userId)) ?? '';
  expect(isOutdatedHash(before, OLD)).toBe(false);
  await send(ROTATING, '/api/auth/sign-in', { email, password: 'wrong jaguar 9' });
  expect((await signIn({}, email)).status).toBe(200);
  expect(await findPasswordHash(env.DB, userId)).toBe(before);
});

test('an app goes on, under the new value alone once it was used, and a recovery code while its value is read', async () => {
  const { email, key, codes } = await customerWithApp();
  const enter = async (settings: Partial<Env>, answer: object) =>
    send(settings, '/api/auth/second-factor', { ticket: await ticketUnder(settings, email), ...answer });
  expect((await enter(ROTATING, { method: 'totp', code: codeOf(key) })).status).toBe(200);
  expect((await enter(ROTATED, { method: 'totp', code: codeOf(key, 1) })).status).toBe(200);
  const [first = '', second = ''] = codes;
  expect((await enter(ROTATING, { method: 'recovery', code: first })).status).toBe(200);
  const spent = await enter(ROTATING, { method: 'recovery', code: first });
  expect(await problemOf(spent)).toMatchObject({ code: 'SecondFactorInvalid' });
  const late = await enter(ROTATED, { method: 'recovery', code: second });
  expect(await problemOf(late)).toMatchObject({ code: 'SecondFactorInvalid' });
});

test('a link that was asked for before the session secret was rotated arrives, and works', async () => {
  const { email } = await createCustomer(env, { language: 'en' });
  // No transport: the letter waits.
  const waiting = { MAIL: undefined } as unknown as Partial<Env>;
  expect((await send(waiting, '/api/auth/password/forgot', { email })).status).toBeLessThan(300);
  const rotated = { SESSION_SECRET: `${NEXT},${env.SESSION_SECRET}` } as Partial<Env>;
  await deliverWaiting({ env: { ...env, ...rotated } as Env, db: env.DB, now: () => Date.now() });
  const [letter] = await mailboxOf(email);
  const token = /token=([\w-]{43})/u.exec(letter?.text ?? '')?.[1];
  const reply = await send(rotated, '/api/auth/password/reset', { token, password: 'a new tucano 7 flies' });
  expect(reply.status).toBe(204);
});
