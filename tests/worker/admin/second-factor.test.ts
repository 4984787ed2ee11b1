// What the audit did to operators (H2): a password alone, and one operator alone, no longer open anything.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { grant } from '../../../worker/commands/operators.ts';
import { createCustomer, CUSTOMER_PASSWORD, type Customer } from '../../support/customers.ts';
import { outcome } from '../../support/money-calls.ts';
import { addApp, addPasskey, codeOf, forgetLastStep, prove, send, stepUpNow } from '../factors/enrol.ts';
import { makeOperator } from './operator-calls.ts';

const byPassword = { method: 'password', password: CUSTOMER_PASSWORD } as const;
const stepUp = (who: Customer) => prove(who, byPassword);
const change = (who: Customer) => send(who, 'POST', '/api/admin/audit-log/exports', {});
const granted = async (): Promise<Customer> => {
  const customer = await createCustomer(env);
  const by = { actorId: null, actor: 'a command', device: null, place: null };
  const terms = { roles: ['owner'], premium: false, note: null, withoutApproval: true } as const;
  await grant(env.DB, by, { email: customer.email, ...terms }, Date.now());
  return customer;
};

test('H2: a new operator with a password alone reads no customers, and takes no colleague’s second factor', async () => {
  const [operator, colleague, customer] = [await granted(), await makeOperator(), await createCustomer(env)];
  expect(await outcome(await send(operator, 'GET', '/api/admin/users?search=a'))).toBe('SecondFactorNeeded');
  expect((await stepUp(operator)).status).toBe(200);
  const reset = `/api/admin/users/${colleague.userId}/two-step-reset`;
  expect(await outcome(await send(operator, 'POST', reset, { reason: 'audit' }))).toBe('SecondFactorNeeded');
  const suspension = { status: 'suspended', reason: 'audit' };
  for (const { userId } of [colleague, customer]) {
    const reply = await send(operator, 'PATCH', `/api/admin/users/${userId}`, suspension);
    expect(await outcome(reply)).toBe('SecondFactorNeeded');
  }
});

test('H2: with a second factor, one operator alone still takes nothing from a colleague', async () => {
  const [operator, colleague] = [await makeOperator(), await makeOperator()];
  const path = `/api/admin/users/${colleague.userId}`;
  expect(await outcome(await send(operator, 'POST', `${path}/two-step-reset`, { reason: 'audit' }))).toBe(
    'ApprovalNeeded',
  );
  for (const status of ['suspended', 'active'] as const) {
    const reply = await send(operator, 'PATCH', path, { status, reason: 'audit' });
    expect(await outcome(reply)).toBe(status === 'suspended' ? 'ApprovalNeeded' : 200);
  }
  const standing = await env.DB.prepare('SELECT status FROM users WHERE id = ?')
    .bind(colleague.userId)
    .first<string>('status');
  expect(standing).toBe('active');
});

describe('the first factor', () => {
  test('is added with the password, which opens nothing else, before or after', async () => {
    const operator = await granted();
    expect(await outcome(await send(operator, 'POST', '/api/auth/factors/totp'))).toBe('StepUpRequired');
    expect((await stepUp(operator)).status).toBe(200);
    expect(await outcome(await send(operator, 'POST', '/api/auth/factors/recovery-codes'))).toBe(
      'SecondFactorNeeded',
    );
    const setup = await (
      await send(operator, 'POST', '/api/auth/factors/totp')
    ).json<{ setup: string; key: string }>();
    const confirmed = { setup: setup.setup, code: codeOf(setup.key) };
    expect((await send(operator, 'POST', '/api/auth/factors/totp/confirm', confirmed)).status).toBe(201);
    // The area opens; the password typed before does not open its changes, nor a second factor.
    expect((await send(operator, 'GET', '/api/admin/audit-log')).status).toBe(200);
    expect(await outcome(await change(operator))).toBe('StepUpRequired');
    expect(await outcome(await send(operator, 'POST', '/api/auth/factors/passkeys/options'))).toBe(
      'StepUpRequired',
    );
    expect(await outcome(await stepUp(operator))).toBe('StepUpRequired');
    await forgetLastStep(operator);
    const proof = { method: 'totp', code: codeOf(setup.key, 1) };
    expect((await prove(operator, proof)).status).toBe(200);
    expect((await change(operator)).status).toBe(201);
  });

  test('a passkey is as good as an app', async () => {
    const operator = await granted();
    await stepUp(operator);
    expect((await send(operator, 'POST', '/api/auth/factors/passkeys/options')).status).toBe(200);
    await addPasskey(operator);
    expect((await send(operator, 'GET', '/api/admin/audit-log')).status).toBe(200);
  });

  test('a password typed as a customer opens nothing once the customer is an operator with a factor', async () => {
    const customer = await createCustomer(env);
    await addApp(customer);
    await stepUpNow(customer, Date.now(), 'password');
    const by = { actorId: null, actor: 'a command', device: null, place: null };
    const terms = { roles: ['owner'], premium: false, note: null, withoutApproval: true } as const;
    await grant(env.DB, by, { email: customer.email, ...terms }, Date.now());
    expect((await send(customer, 'GET', '/api/admin/audit-log')).status).toBe(200);
    expect(await outcome(await change(customer))).toBe('StepUpRequired');
  });

  test('the area shuts with the last one', async () => {
    const operator = await granted();
    await addApp(operator);
    expect((await send(operator, 'GET', '/api/admin/audit-log')).status).toBe(200);
    await stepUpNow(operator);
    expect((await send(operator, 'DELETE', '/api/auth/factors/totp')).status).toBe(200);
    expect(await outcome(await send(operator, 'GET', '/api/admin/audit-log'))).toBe('SecondFactorNeeded');
  });
});

test('an order above the bound asks an operator without a factor for one, not for the password', async () => {
  const operator = await granted();
  await stepUp(operator);
  const reply = await send(operator, 'POST', '/api/auth/password/change', {
    currentPassword: CUSTOMER_PASSWORD,
    newPassword: 'a new jaguar 7',
  });
  // His own password he changes with the current one, as everybody without a factor does.
  expect(reply.status).toBe(200);
  expect(await outcome(await send(operator, 'DELETE', '/api/auth/factors/totp'))).toBe('SecondFactorNeeded');
});
