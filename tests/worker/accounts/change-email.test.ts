// A customer's own address and phone number: who has to say yes, and what each is told.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { EmailConfirmed, OpenEmailChange } from '../../../worker/contract/emails.ts';
import { MAILED_LINKS } from '../../../worker/domain/mailed-links.ts';
import { EMAIL_CHANGE_LIMIT, PHONE_CHANGE_LIMIT } from '../../../worker/domain/session-rules.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { outcome } from '../../support/money-calls.ts';
import { send, stepUpNow } from '../factors/enrol.ts';
import { eventsOf, isSignedIn, kindsOf, lettersTo, signIn } from '../security/account.ts';
import { post } from './calls.ts';
import { accountOf, ageLinks, confirm, linksOf, tokenOf } from './links.ts';

const PATH = '/api/profile/email-change';
const fresh = () => `nova-${crypto.randomUUID()}@example.com`;

async function proved(over: { unconfirmed?: boolean } = {}): Promise<Customer> {
  const customer = await createCustomer(env, over);
  await stepUpNow(customer);
  return customer;
}

const begin = (who: Customer, email: string) => send(who, 'POST', PATH, { email });
const openOf = async (who: Customer) => (await send(who, 'GET', PATH)).json<OpenEmailChange>();
const oldToken = ({ userId }: Customer) => tokenOf(userId, 'email-change-old');
const newToken = ({ userId }: Customer) => tokenOf(userId, 'email-change-new');

describe('a confirmed address', () => {
  test.each([
    ['the old mailbox first', oldToken, newToken, ['new', null]],
    ['the new mailbox first', newToken, oldToken, ['old', null]],
  ] as const)('changes when both mailboxes have said yes: %s', async (_, first, second, waits) => {
    const customer = await proved();
    const email = fresh();
    expect((await begin(customer, email)).status).toBe(202);
    expect((await lettersTo(customer.userId)).map((letter) => [letter.kind, letter.email])).toEqual(
      expect.arrayContaining([
        ['email-change-old', customer.email],
        ['email-change-new', email],
      ]),
    );
    const [one, two] = [await first(customer), await second(customer)];
    expect(await (await confirm(one)).json<EmailConfirmed>()).toEqual({
      what: 'change',
      email,
      waitsFor: waits[0],
    });
    expect((await accountOf(customer.userId)).email).toBe(customer.email);
    expect(await (await confirm(two)).json<EmailConfirmed>()).toEqual({
      what: 'change',
      email,
      waitsFor: null,
    });
    expect((await accountOf(customer.userId)).email).toBe(email);
    // Both are told; who is signed in stays so; the old address opens nothing.
    const told = (await lettersTo(customer.userId)).filter(({ kind }) => kind === 'security-change');
    expect(told.map((letter) => letter.email).toSorted()).toEqual([customer.email, email].toSorted());
    expect(await kindsOf(customer.userId)).toEqual(['email-change-begun', 'email-changed']);
    expect(await isSignedIn(customer.cookie)).toBe(true);
    expect((await signIn(customer.email)).status).toBe(401);
    expect((await signIn(email)).status).toBe(200);
    expect(await openOf(customer)).toEqual({ change: null });
  });

  test('changes once when both links are pressed at the same moment, and ten times each', async () => {
    const customer = await proved();
    const email = fresh();
    await begin(customer, email);
    const tokens = [await oldToken(customer), await newToken(customer)];
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(tokens[n % 2] ?? '')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await accountOf(customer.userId)).email).toBe(email);
    expect((await kindsOf(customer.userId)).filter((kind) => kind === 'email-changed')).toHaveLength(1);
    const told = (await lettersTo(customer.userId)).filter(({ kind }) => kind === 'security-change');
    expect(told).toHaveLength(2);
  });

  test('needs a step-up, and never changes by one mailbox alone or after its day', async () => {
    const customer = await createCustomer(env);
    expect(await outcome(await begin(customer, fresh()))).toBe('StepUpRequired');
    await stepUpNow(customer);
    await begin(customer, fresh());
    const [one, two] = [await oldToken(customer), await newToken(customer)];
    expect((await confirm(two)).status).toBe(200);
    await ageLinks(customer.userId, MAILED_LINKS['email-change-old']);
    expect(await outcome(await confirm(one))).toBe('LinkInvalid');
    expect((await accountOf(customer.userId)).email).toBe(customer.email);
  });

  test('a change that is taken back, or replaced by another, opens nothing', async () => {
    const customer = await proved();
    const [first, second] = [fresh(), fresh()];
    await begin(customer, first);
    const stale = [await oldToken(customer), await newToken(customer)];
    await begin(customer, second);
    for (const token of stale) expect(await outcome(await confirm(token))).toBe('LinkInvalid');
    expect(await openOf(customer)).toMatchObject({
      change: { email: second, oldConfirmed: false, newConfirmed: false },
    });
    const current = await newToken(customer);
    expect((await send(customer, 'DELETE', PATH)).status).toBe(204);
    expect(await outcome(await confirm(current))).toBe('LinkInvalid');
    expect(await openOf(customer)).toEqual({ change: null });
  });

  test('an address that another account took meanwhile is refused, and nothing is lost', async () => {
    const customer = await proved();
    const email = fresh();
    await begin(customer, email);
    expect((await confirm(await oldToken(customer))).status).toBe(200);
    await createCustomer(env, { email });
    expect(await outcome(await confirm(await newToken(customer)))).toBe('DuplicateEmail');
    expect((await accountOf(customer.userId)).email).toBe(customer.email);
  });

  test('two customers who want one address: the first with both mailboxes has it', async () => {
    const [ana, rui] = [await proved(), await proved()];
    const email = fresh();
    await Promise.all([begin(ana, email), begin(rui, email)]);
    await Promise.all([confirm(await oldToken(ana)), confirm(await oldToken(rui))]);
    const replies = await Promise.all([newToken(ana).then(confirm), newToken(rui).then(confirm)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('a reset of the password ends a change that waits: it may be the thief’s', async () => {
    const customer = await proved();
    await begin(customer, fresh());
    const token = await oldToken(customer);
    await post('/api/auth/password/forgot', { email: customer.email });
    const reset = { token: await tokenOf(customer.userId, 'password-reset'), password: 'a new jaguar 7' };
    expect((await post('/api/auth/password/reset', reset)).status).toBe(204);
    expect(await outcome(await confirm(token))).toBe('LinkInvalid');
  });
});

test('an address that nobody confirmed is put right at once, and the wrong one opens nothing', async () => {
  const customer = await proved({ unconfirmed: true });
  await send(customer, 'POST', '/api/auth/email/resend');
  const wrong = await tokenOf(customer.userId, 'confirm-email');
  const email = fresh();
  expect((await begin(customer, email)).status).toBe(202);
  expect(await accountOf(customer.userId)).toEqual({ email, confirmedAt: null });
  expect(await outcome(await confirm(wrong))).toBe('LinkInvalid');
  const links = await linksOf(customer.userId, 'confirm-email');
  expect(links.map((link) => [link.email, link.uses])).toEqual(
    expect.arrayContaining([
      [customer.email, 1],
      [email, 0],
    ]),
  );
  expect((await confirm(await tokenOf(customer.userId, 'confirm-email'))).status).toBe(200);
  expect((await accountOf(customer.userId)).confirmedAt).not.toBeNull();
});

test.each([
  ['no address', { email: 'not an e-mail' }, 'ValidationFailed'],
  ['two recipients', { email: 'a,victim@x.example' }, 'ValidationFailed'],
  ['a list', { email: ['a@b.co'] }, 'ValidationFailed'],
  ['nothing', {}, 'ValidationFailed'],
])('refuses %s', async (_, body, code) => {
  expect(await outcome(await send(await proved(), 'POST', PATH, body))).toBe(code);
});

test('refuses the address it has, one that is taken, and too many tries', async () => {
  const customer = await proved();
  const other = await createCustomer(env);
  expect(await outcome(await begin(customer, customer.email.toUpperCase()))).toBe('SameEmail');
  expect(await outcome(await begin(customer, other.email))).toBe('DuplicateEmail');
  for (let n = 1; n < EMAIL_CHANGE_LIMIT.max; n += 1) {
    expect((await begin(customer, fresh())).status).toBe(202);
  }
  expect(await outcome(await begin(customer, fresh()))).toBe('TooManyRequests');
});

describe('the phone number', () => {
  const change = (who: Customer, phone: unknown) => send(who, 'PUT', '/api/profile/phone', { phone });

  test('changes after a step-up; the mailbox and the log are told', async () => {
    const customer = await createCustomer(env);
    expect(await outcome(await change(customer, '(47) 93724-3085'))).toBe('StepUpRequired');
    await stepUpNow(customer);
    expect((await change(customer, '(47) 93724-3085')).status).toBe(204);
    const phone = await env.DB.prepare('SELECT phone FROM users WHERE id = ?')
      .bind(customer.userId)
      .first('phone');
    expect(phone).toBe('47937243085');
    expect((await eventsOf(customer.userId)).map(({ kind }) => kind)).toEqual(['phone-changed']);
    expect((await lettersTo(customer.userId)).map(({ message }) => message['change'])).toEqual([
      'phone-changed',
    ]);
  });

  test('is refused where it is none, and beyond the limit', async () => {
    const customer = await proved();
    for (const wrong of ['', '123', 'x'.repeat(300), 12, null]) {
      expect(await outcome(await change(customer, wrong))).toBe('ValidationFailed');
    }
    for (let n = 0; n < PHONE_CHANGE_LIMIT.max; n += 1) await change(customer, '5547937243085');
    expect(await outcome(await change(customer, '5547937243085'))).toBe('TooManyRequests');
  });
});
