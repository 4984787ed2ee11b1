// How many owners there are, and what the command does about it: it counts all of them.

import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { type Grant, grant, revoke } from '../../../worker/commands/operators.ts';
import { receive } from '../../../worker/commands/vault.ts';
import type { AuditActor } from '../../../worker/db/audit-log.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { auditOf } from './operator-calls.ts';

const BY: AuditActor = { actorId: null, actor: 'npm run admin (ana@desk)', device: null, place: null };
const PLAIN = { roles: ['owner'], premium: false, note: null, withoutApproval: false } as const;

const make = ({ email }: Customer, over: Partial<Grant> = {}) =>
  grant(env.DB, BY, { ...PLAIN, email, ...over }, Date.now());
const unmake = ({ email }: Customer) => revoke(env.DB, BY, { email, note: null }, Date.now());
const owners = async () =>
  (
    await env.DB.prepare(`SELECT user_id AS id FROM operator_roles WHERE role = 'owner'`).all<{
      id: string;
    }>()
  ).results.map(({ id }) => id);

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM admin_users').run();
});

test('the first bars of a deployment come in by the command alone, and the log has them', async () => {
  const bar = { metal: 'gold', refiner: 'Metalor', serial: 'A1', grossE3: 401_125, assayE1: 9_958 } as const;
  const first = { withoutApproval: false, note: 'First stock' };
  const by = { ...BY, actor: 'npm run bars (ana@desk)' };
  expect(await receive(env.DB, by, [bar], first, Date.now())).toMatchObject({
    ok: true,
    says: expect.stringContaining('Bars received: 1.') as string,
  });
  const line = await env.DB.prepare(
    `SELECT actor, after, note FROM audit_log WHERE subject_kind = 'bar' AND subject_id = 'gold/metalor/A1'`,
  ).first();
  expect(line).toEqual({ actor: by.actor, after: '{"bars":["gold/metalor/A1"]}', note: 'First stock' });
  await expectBooksToBalance(env.DB);
});

test('the command makes the first two owners; after them it wants to be told, and the log says it', async () => {
  const [first, second, third] = [
    await createCustomer(env),
    await createCustomer(env),
    await createCustomer(env),
  ];
  for (const one of [first, second]) expect(await make(one)).toMatchObject({ ok: true });
  const refused = await make(third);
  expect(refused.ok).toBe(false);
  expect(refused.says).toContain('/admin/operators');
  expect(await auditOf(third.userId)).toEqual([]);
  const roles = ['support', 'auditor'] as const;
  expect(await make(third, { roles, withoutApproval: true })).toMatchObject({ ok: true });
  expect(await auditOf(third.userId)).toMatchObject([
    { after: '{"roles":["support","auditor"],"tier":"standard","withoutApproval":true}' },
  ]);
  expect((await owners()).toSorted()).toEqual([first.userId, second.userId].toSorted());
});

test('a suspended owner decides nothing, so the command makes another one', async () => {
  const [first, second, third] = [
    await createCustomer(env),
    await createCustomer(env),
    await createCustomer(env),
  ];
  await make(first);
  await make(second);
  await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(second.userId).run();
  expect(await make(third)).toMatchObject({ ok: true });
});

test('the last owner is neither unmade nor given lesser roles, also when two commands race', async () => {
  const [first, second] = [await createCustomer(env), await createCustomer(env)];
  await make(first);
  await make(second);
  const said = await Promise.all([unmake(first), unmake(second)]);
  expect(said.map(({ ok }) => Number(ok)).toSorted()).toEqual([0, 1]);
  expect(said.find(({ ok }) => !ok)?.says).toContain('last owner');
  const [left] = await owners();
  const last = left === first.userId ? first : second;
  expect((await make(last, { roles: ['support'] })).says).toContain('last owner');
  expect(await owners()).toEqual([last.userId]);
});

test('the migration’s rows: whoever was an operator is an owner, and a role goes with its operator', async () => {
  const operator = await createCustomer(env, { admin: true, roles: ['support', 'content'] });
  const roles = () =>
    env.DB.prepare('SELECT count(*) AS n FROM operator_roles WHERE user_id = ?')
      .bind(operator.userId)
      .first<number>('n');
  expect(await roles()).toBe(2);
  await env.DB.prepare('DELETE FROM admin_users WHERE user_id = ?').bind(operator.userId).run();
  expect(await roles()).toBe(0);
  await expect(
    env.DB.prepare(`INSERT INTO operator_roles (user_id, role, granted_at) VALUES (?, 'owner', 1)`)
      .bind(operator.userId)
      .run(),
  ).rejects.toThrow('FOREIGN KEY');
});
