// Changing a known password: the current one is needed, every other session ends, and guessing is limited.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { PASSWORD_CHANGE_LIMIT } from '../../../worker/domain/session-rules.ts';
import { createCustomer, CUSTOMER_PASSWORD, openSessionFor } from '../../support/customers.ts';
import { problemOf, refresh, sessionRow } from '../accounts/calls.ts';
import { stepUp } from './isolation-world.ts';
import {
  change,
  FIREFOX,
  isSignedIn,
  kindsOf,
  lettersTo,
  linkFor,
  NEW_PASSWORD,
  reset,
  signIn,
  ticketsOf,
  withApp,
} from './account.ts';

test('the new password counts at once, this session goes on, every other one ends', async () => {
  const customer = await createCustomer(env);
  const [phone, tablet] = [
    await openSessionFor(env, customer.userId, true),
    await openSessionFor(env, customer.userId),
  ];
  const reply = await change({ ...customer.headers, 'User-Agent': FIREFOX }, CUSTOMER_PASSWORD);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ sessionsEnded: 2 });
  expect((await signIn(customer.email, NEW_PASSWORD)).status).toBe(200);
  expect((await signIn(customer.email, CUSTOMER_PASSWORD)).status).toBe(401);
  expect(await isSignedIn(customer.cookie)).toBe(true);
  for (const { cookie, sessionId, refreshToken } of [phone, tablet]) {
    expect(await isSignedIn(cookie)).toBe(false);
    expect(await sessionRow(sessionId)).toMatchObject({ end_reason: 'password-changed' });
    expect(await problemOf(await refresh(refreshToken))).toMatchObject({ code: 'SessionEnded' });
  }
  expect(await kindsOf(customer.userId)).toContain('password-changed');
  expect((await lettersTo(customer.userId)).map(({ message }) => message)).toContainEqual(
    expect.objectContaining({ change: 'password-changed', device: 'Firefox · Linux' }),
  );
});

test('a new password with the own name or the product in it is refused, and nothing changes', async () => {
  const customer = await createCustomer(env, { fullName: 'João Prado' });
  for (const guessable of ['joao1234567', 'Onca2027!']) {
    const refused = await change(customer.headers, CUSTOMER_PASSWORD, guessable);
    expect(refused.status).toBe(422);
    expect(await problemOf(refused)).toMatchObject({
      code: 'ValidationFailed',
      errors: [{ field: 'newPassword', code: 'passwordTooCommon' }],
    });
  }
  expect((await signIn(customer.email)).status).toBe(200);
});

test('without the current password nothing changes', async () => {
  const customer = await createCustomer(env);
  const phone = await openSessionFor(env, customer.userId);
  const reply = await change(customer.headers, 'wrong 9 wrong');
  expect(reply.status).toBe(401);
  expect(await problemOf(reply)).toMatchObject({ code: 'PasswordIncorrect' });
  expect(await isSignedIn(phone.cookie)).toBe(true);
  expect((await signIn(customer.email)).status).toBe(200);
  expect(await kindsOf(customer.userId)).not.toContain('password-changed');
});

test.each([
  ['no current password', '', NEW_PASSWORD, [['currentPassword', 'passwordRequired']]],
  ['the same password again', CUSTOMER_PASSWORD, CUSTOMER_PASSWORD, [['newPassword', 'passwordUnchanged']]],
  ['a short password', CUSTOMER_PASSWORD, 'short1', [['newPassword', 'passwordTooShort']]],
  ['a common password', CUSTOMER_PASSWORD, 'password1', [['newPassword', 'passwordTooCommon']]],
  [
    'nothing at all',
    '',
    '',
    [
      ['currentPassword', 'passwordRequired'],
      ['newPassword', 'passwordTooShort'],
    ],
  ],
])('%s is refused as a form', async (_name, current, wanted, problems) => {
  const { headers } = await createCustomer(env);
  const reply = await change(headers, current, wanted);
  expect(reply.status).toBe(422);
  const { errors } = await problemOf(reply);
  expect(errors?.map(({ field, code }) => [field, code])).toEqual(problems);
});

test('of parallel guesses exactly as many are heard as the limit says, and then the right one is refused too', async () => {
  const customer = await createCustomer(env);
  const replies = await Promise.all(
    Array.from({ length: PASSWORD_CHANGE_LIMIT.max + 6 }, () => change(customer.headers, 'wrong 9 wrong')),
  );
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(PASSWORD_CHANGE_LIMIT.max);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(6);
  expect((await change(customer.headers, CUSTOMER_PASSWORD)).status).toBe(429);
  // The limit is this customer's own.
  const other = await createCustomer(env);
  expect((await change(other.headers, CUSTOMER_PASSWORD)).status).toBe(200);
});

test('of five changes at the same time exactly one happens', async () => {
  const customer = await createCustomer(env);
  const passwords = Array.from({ length: 5 }, (_, index) => `racing jaguar ${index}`);
  const replies = await Promise.all(
    passwords.map((password) => change(customer.headers, CUSTOMER_PASSWORD, password)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  const winner = passwords.find((_, index) => replies[index]?.status === 200);
  expect((await signIn(customer.email, winner)).status).toBe(200);
  expect((await kindsOf(customer.userId)).filter((kind) => kind === 'password-changed')).toHaveLength(1);
});

test('a change closes the links that were asked for before', async () => {
  const customer = await createCustomer(env);
  const token = await linkFor(customer);
  expect((await change(customer.headers, CUSTOMER_PASSWORD)).status).toBe(200);
  expect((await reset(token, 'another jaguar 8')).status).toBe(422);
  expect((await signIn(customer.email, NEW_PASSWORD)).status).toBe(200);
});

test('who has a second factor proves that too, however right the password is', async () => {
  const customer = await createCustomer(env);
  await withApp(customer.userId);
  const reply = await change(customer.headers, CUSTOMER_PASSWORD);
  expect(reply.status).toBe(403);
  expect(await reply.json()).toMatchObject({ code: 'StepUpRequired', methods: ['totp'] });
  expect(await kindsOf(customer.userId)).toEqual([]);
  await stepUp(customer);
  expect((await change(customer.headers, CUSTOMER_PASSWORD)).status).toBe(200);
});

test('a ticket of the old password that waits for its second step is void', async () => {
  const customer = await createCustomer(env);
  await withApp(customer.userId);
  await signIn(customer.email);
  expect(await ticketsOf(customer.userId)).toBe(1);
  await stepUp(customer);
  const reply = await change(customer.headers, CUSTOMER_PASSWORD);
  expect(await reply.json()).toEqual({ sessionsEnded: 0 });
  expect(await ticketsOf(customer.userId)).toBe(0);
});
