// Who is made an operator, by the command alone, and what the log says of it.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { type Grant, grant, list, revoke, whileBusy } from '../../../worker/commands/operators.ts';
import type { AuditActor } from '../../../worker/db/audit-log.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { withApp } from '../security/account.ts';
import { customerWithApp, send } from '../factors/enrol.ts';

const BY: AuditActor = { actorId: null, actor: 'npm run admin (ana@desk)', device: null, place: null };
const NOW = Date.now();

const make = ({ email }: Customer, over: Partial<Grant> = {}) =>
  grant(
    env.DB,
    BY,
    { email, roles: ['owner'], premium: false, note: null, withoutApproval: true, ...over },
    NOW,
  );
const unmake = ({ email }: Customer, note: string | null = null) => revoke(env.DB, BY, { email, note }, NOW);

const mayRead = async (who: Customer) => (await send(who, 'GET', '/api/admin/audit-log')).status;
const linesAbout = async ({ userId }: Customer) =>
  (
    await env.DB.prepare(
      'SELECT action, actor, before, after, note FROM audit_log WHERE subject_id = ? ORDER BY seq',
    )
      .bind(userId)
      .all()
  ).results;

test('a customer becomes an operator at once, and stops being one at once', async () => {
  await createCustomer(env, { admin: true });
  const customer = await createCustomer(env);
  await withApp(customer.userId);
  expect(await mayRead(customer)).toBe(403);
  expect(await make(customer, { note: 'first operator' })).toMatchObject({ ok: true });
  expect(await mayRead(customer)).toBe(200);
  expect(await unmake(customer)).toMatchObject({ ok: true });
  expect(await mayRead(customer)).toBe(403);
  expect(await linesAbout(customer)).toEqual([
    {
      action: 'admin.granted',
      actor: BY.actor,
      before: '{"roles":[],"tier":"standard"}',
      after: expect.stringContaining('{"roles":["owner"],"tier":"standard"') as string,
      note: 'first operator',
    },
    {
      action: 'admin.revoked',
      actor: BY.actor,
      before: '{"roles":["owner"],"tier":"standard"}',
      after: '{"roles":[],"tier":"standard"}',
      note: null,
    },
  ]);
});

test('premium opens the submissions as well, also to somebody who is an operator already', async () => {
  const customer = await createCustomer(env);
  await withApp(customer.userId);
  await make(customer);
  const submissions = async () => (await send(customer, 'GET', '/api/admin/submissions')).status;
  expect(await submissions()).toBe(403);
  await make(customer, { premium: true });
  expect(await submissions()).toBe(200);
  // Without the option, no operator loses a tier.
  await make(customer);
  expect(await submissions()).toBe(200);
  expect(await linesAbout(customer)).toHaveLength(2);
});

describe('what changes nothing leaves no line', () => {
  test('making an operator of one', async () => {
    const operator = await createCustomer(env, { admin: true });
    expect((await make(operator)).says).toContain('already');
    expect(await linesAbout(operator)).toEqual([]);
  });

  test('unmaking one who is none', async () => {
    const customer = await createCustomer(env);
    expect(await unmake(customer)).toMatchObject({ ok: true });
    expect(await linesAbout(customer)).toEqual([]);
  });

  test('naming somebody who never signed up', async () => {
    const nobody = { email: 'nobody@onca.example' } as Customer;
    expect(await make(nobody)).toMatchObject({ ok: false });
    expect(await unmake(nobody)).toMatchObject({ ok: false });
  });

  test('naming a suspended customer', async () => {
    const customer = await createCustomer(env);
    await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(customer.userId).run();
    expect(await make(customer)).toMatchObject({ ok: false });
    expect(await linesAbout(customer)).toEqual([]);
  });
});

test('who is made an operator three times at once is made one once', async () => {
  const customer = await createCustomer(env);
  const said = await Promise.all([make(customer), make(customer), make(customer)]);
  expect(said.every(({ ok }) => ok)).toBe(true);
  const rows = await env.DB.prepare('SELECT count(*) AS n FROM admin_users WHERE user_id = ?')
    .bind(customer.userId)
    .first('n');
  expect(rows).toBe(1);
  expect(await linesAbout(customer)).toHaveLength(1);
});

test('the list names everybody, and who is without a second factor', async () => {
  const [bare, safe] = [await createCustomer(env), await customerWithApp()];
  const { says: afterBare } = await make(bare);
  expect(afterBare).toContain('no second factor');
  expect((await make(safe)).says).toContain('second factor');
  const { says } = await list(env.DB);
  const lineOf = ({ email }: Customer) => says.split('\n').find((line) => line.startsWith(email));
  expect(lineOf(bare)).toContain('NO SECOND FACTOR');
  expect(lineOf(safe)).toContain('second factor on');
});

test('a busy database is asked again a few times, and then a sentence says so', async () => {
  const busy = new Error('D1_ERROR: database is locked: SQLITE_BUSY');
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  let tries = 0;
  const twice = async () => {
    tries += 1;
    if (tries < 3) throw busy;
    return { ok: true, says: 'done' };
  };
  expect(await whileBusy(twice, wait)).toEqual({ ok: true, says: 'done' });
  expect(waits).toHaveLength(2);
  const never = async () => {
    throw busy;
  };
  const { ok, says } = await whileBusy(never, wait);
  expect([ok, says]).toEqual([false, 'The database is busy. Nothing was changed. Try again in a moment.']);
  const broken = async () => {
    throw new Error('no such table: users');
  };
  await expect(whileBusy(broken, wait)).rejects.toThrow('no such table');
});
