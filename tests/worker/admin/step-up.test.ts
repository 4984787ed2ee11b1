// Proving again who one is, once per half hour: what it opens, how long, and for which session.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { ADMIN_STEP_UP_LIFETIME_MS } from '../../../worker/domain/factors.ts';
import { createCustomer, CUSTOMER_PASSWORD, openSessionFor } from '../../support/customers.ts';
import { problemOf } from '../accounts/calls.ts';
import { codeOf, customerWithApp, type Person, prove, send, stepUpNow } from '../factors/enrol.ts';

/** A change that leaves nothing behind but its line. */
const change = (who: Person) => send(who, 'POST', '/api/admin/audit-log/exports', {});
const outcomeOf = async (reply: Response) => (reply.ok ? reply.status : (await problemOf(reply)).code);
const linesOf = ({ userId }: Person) =>
  env.DB.prepare('SELECT count(*) AS n FROM audit_log WHERE actor_id = ?').bind(userId).first<number>('n');

const MINUTE = 60_000;

describe('an operator', () => {
  test('reads without a proof, and changes nothing without one', async () => {
    const operator = await createCustomer(env, { admin: true });
    expect((await send(operator, 'GET', '/api/admin/audit-log')).status).toBe(200);
    expect(await outcomeOf(await change(operator))).toBe('StepUpRequired');
    expect(await linesOf(operator)).toBe(0);
  });

  test('with a second factor is asked for it, not for the password', async () => {
    const operator = await customerWithApp({ admin: true });
    const refused = await change(operator);
    expect(await refused.json()).toMatchObject({ code: 'StepUpRequired', methods: ['totp', 'recovery'] });
    const byPassword = { method: 'password', password: CUSTOMER_PASSWORD };
    expect((await send(operator, 'POST', '/api/auth/step-up', byPassword)).status).toBe(403);
    expect(await outcomeOf(await change(operator))).toBe('StepUpRequired');
    const byCode = { method: 'totp', code: codeOf(operator.key) };
    expect((await prove(operator, byCode)).status).toBe(200);
    expect(await outcomeOf(await change(operator))).toBe(201);
  });

  test('without one changes and reads nothing, however well the password fits', async () => {
    const operator = await createCustomer(env, { admin: true, factor: false });
    const read = () => send(operator, 'GET', '/api/admin/audit-log');
    expect(await outcomeOf(await change(operator))).toBe('SecondFactorNeeded');
    const proof = { method: 'password', password: CUSTOMER_PASSWORD };
    expect((await prove(operator, proof)).status).toBe(200);
    expect(await outcomeOf(await change(operator))).toBe('SecondFactorNeeded');
    expect(await outcomeOf(await read())).toBe('SecondFactorNeeded');
  });

  test.each([
    ['just now', 0, 201],
    ['after the five minutes that customers get', 6 * MINUTE, 201],
    ['just before the half hour', ADMIN_STEP_UP_LIFETIME_MS - 20_000, 201],
    ['at the half hour', ADMIN_STEP_UP_LIFETIME_MS, 'StepUpRequired'],
    ['hours ago', 5 * 60 * MINUTE, 'StepUpRequired'],
    ['in a time to come', -MINUTE, 'StepUpRequired'],
  ] as const)('who proved it %s', async (_when, ago, expected) => {
    const operator = await createCustomer(env, { admin: true });
    await stepUpNow(operator, Date.now() - ago);
    expect(await outcomeOf(await change(operator))).toBe(expected);
  });

  test('does not stretch the half hour by working', async () => {
    const operator = await createCustomer(env, { admin: true });
    const provenAt = Date.now() - ADMIN_STEP_UP_LIFETIME_MS + 20_000;
    await stepUpNow(operator, provenAt);
    for (let times = 0; times < 3; times += 1) expect(await outcomeOf(await change(operator))).toBe(201);
    const kept = await env.DB.prepare('SELECT stepped_up_at AS at FROM sessions WHERE id = ?')
      .bind(operator.sessionId)
      .first<number>('at');
    expect(kept).toBe(provenAt);
  });

  test('has proved it in this session, not in another', async () => {
    const operator = await createCustomer(env, { admin: true, steppedUp: true });
    const other = { ...operator, ...(await openSessionFor(env, operator.userId)) };
    expect(await outcomeOf(await change(other))).toBe('StepUpRequired');
    expect(await outcomeOf(await change(operator))).toBe(201);
  });

  test('who no longer is one changes nothing with a proof that still holds', async () => {
    const operator = await createCustomer(env, { admin: true, steppedUp: true });
    await env.DB.prepare('DELETE FROM admin_users WHERE user_id = ?').bind(operator.userId).run();
    expect(await outcomeOf(await change(operator))).toBe('Forbidden');
    expect(await linesOf(operator)).toBe(0);
  });
});

test('a customer is not even asked for a proof', async () => {
  const customer = await createCustomer(env, { tier: 'premium' });
  expect(await outcomeOf(await change(customer))).toBe('Forbidden');
});
