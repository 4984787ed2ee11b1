// Helping a customer back in: the link for a new password, and the reset of lost second factors.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { linkToken } from '../../../worker/auth/mailed-link-token.ts';
import type { CustomerDetails } from '../../../worker/contract/operators/customers.ts';
import { createCustomer, type Customer, openSessionFor } from '../../support/customers.ts';
import { cookieAfter } from '../accounts/calls.ts';
import {
  isSignedIn,
  kindsOf,
  lettersTo,
  NEW_PASSWORD,
  reset,
  resetsOf,
  signIn,
  ticketsOf,
  withApp,
} from '../security/account.ts';
import { rowsOf } from '../security/isolation-rows.ts';
import { asOperator, auditOf, codeOf, makeOperator } from './operator-calls.ts';

const sendLink = (operator: Customer, userId: string, reason: unknown = 'Asked for it by telephone') =>
  asOperator(operator)(`/users/${userId}/password-reset`, { method: 'POST', body: { reason } });
const resetFactors = (operator: Customer, userId: string, reason: unknown = 'Lost the phone, showed an ID') =>
  asOperator(operator)(`/users/${userId}/two-step-reset`, { method: 'POST', body: { reason } });

test('a link goes to the customer’s own address; it works once and the operator never sees it', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  const reply = await sendLink(operator, customer.userId);
  expect([reply.status, await reply.text()]).toEqual([202, '']);
  expect((await lettersTo(customer.userId)).map(({ kind, email }) => [kind, email])).toEqual([
    ['password-reset', customer.email],
  ]);
  expect(await kindsOf(customer.userId)).toEqual(['password-reset-sent']);
  const [line, ...more] = await auditOf(customer.userId);
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    action: 'customer.password-reset-sent',
    actor: operator.email,
    note: 'Asked for it by telephone',
  });
  const [link] = await resetsOf(customer.userId);
  const token = linkToken(env.SESSION_SECRET, { purpose: 'password-reset', id: link?.id ?? '' });
  expect(JSON.stringify(line)).not.toContain(token);
  expect((await reset(token)).status).toBe(204);
  expect((await signIn(customer.email, NEW_PASSWORD)).status).toBe(200);
  expect((await reset(token)).status).toBe(422);
});

test('five links an hour, the customer’s own requests among them; the sixth is refused and writes nothing', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  for (let n = 0; n < 5; n += 1) expect((await sendLink(operator, customer.userId)).status).toBe(202);
  const sixth = await sendLink(operator, customer.userId);
  expect([sixth.status, await codeOf(sixth)]).toEqual([429, 'TooManyRequests']);
  expect(Number(sixth.headers.get('Retry-After'))).toBeGreaterThan(3_000);
  expect(await resetsOf(customer.userId)).toHaveLength(5);
  expect(await auditOf(customer.userId)).toHaveLength(5);
});

test('lost factors go, all of them, with the codes, the sessions and half a sign-in; the password stays', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  await env.DB.batch([...rowsOf(env, customer.userId).statements]);
  const phone = await openSessionFor(env, customer.userId);
  await signIn(customer.email);
  expect(await ticketsOf(customer.userId)).toBe(1);
  const lettersBefore = (await lettersTo(customer.userId)).length;
  const reply = await resetFactors(operator, customer.userId);
  expect(reply.status).toBe(200);
  const after: CustomerDetails = await reply.json();
  expect(after).toMatchObject({ secondFactors: { app: false, passkeys: 0 }, openSessions: 0 });
  for (const table of ['totp_factors', 'passkeys', 'recovery_codes']) {
    const left = await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`)
      .bind(customer.userId)
      .first('n');
    expect([table, left]).toEqual([table, 0]);
  }
  expect(await isSignedIn(customer.cookie)).toBe(false);
  expect(await isSignedIn(phone.cookie)).toBe(false);
  expect(await ticketsOf(customer.userId)).toBe(0);
  expect(await auditOf(customer.userId)).toMatchObject([
    {
      action: 'customer.two-step-reset',
      before: '{"app":true,"passkeys":1}',
      after: '{"app":false,"passkeys":0}',
      note: 'Lost the phone, showed an ID',
    },
  ]);
  const letters = (await lettersTo(customer.userId)).slice(lettersBefore);
  expect(letters.map(({ message }) => message['change'])).toEqual(['two-step-reset']);
  expect(await isSignedIn(cookieAfter(await signIn(customer.email)))).toBe(true);
});

test('who has no second factor has none to reset, and two resets at once are one', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  const none = await resetFactors(operator, customer.userId);
  expect([none.status, await codeOf(none)]).toEqual([409, 'NoSecondFactor']);
  await withApp(customer.userId);
  const replies = await Promise.all([1, 2, 3].map(() => resetFactors(operator, customer.userId)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await auditOf(customer.userId)).toHaveLength(1);
  expect(await lettersTo(customer.userId)).toHaveLength(1);
});

test('never one’s own; a reason is asked for; nobody is not found', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  await withApp(customer.userId);
  const own = await resetFactors(operator, operator.userId);
  expect([own.status, await codeOf(own)]).toEqual([409, 'OwnAccount']);
  for (const reason of [undefined, '', '  ', 7, 'x'.repeat(501)]) {
    for (const ask of [resetFactors, sendLink]) {
      const refused = await ask(operator, customer.userId, reason ?? null);
      expect([refused.status, await codeOf(refused)]).toEqual([422, 'ValidationFailed']);
    }
  }
  expect(await auditOf(customer.userId)).toEqual([]);
  expect(await resetsOf(customer.userId)).toEqual([]);
  for (const ask of [resetFactors, sendLink]) {
    expect((await ask(operator, crypto.randomUUID())).status).toBe(404);
  }
});

test('both need a fresh proof', async () => {
  const [operator, customer] = [await makeOperator({ steppedUp: false }), await createCustomer(env)];
  await withApp(customer.userId);
  for (const ask of [resetFactors, sendLink]) {
    const refused = await ask(operator, customer.userId);
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'StepUpRequired']);
  }
  expect(await auditOf(customer.userId)).toEqual([]);
  expect(await lettersTo(customer.userId)).toEqual([]);
});
