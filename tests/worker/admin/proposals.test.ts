// Changes of operators: one proposes, another decides. Who may, what happens, and what the tables refuse.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type {
  OperatorList,
  OperatorProposal,
  OperatorProposalsPage,
} from '../../../worker/contract/operators/operators.ts';
import type { WaitingWork } from '../../../worker/contract/operators/waiting.ts';
import {
  BAR_PROPOSALS,
  DEPOSIT_PROPOSALS,
  WITHDRAWAL_PROPOSALS,
  PLAIN_PROPOSALS,
  PROPOSAL_KINDS,
  PROPOSAL_LIFETIME_MS,
} from '../../../worker/domain/operator-proposals.ts';
import { freezeStatement } from '../../../worker/db/freezes.ts';
import type { OperatorRole } from '../../../worker/domain/operator-roles.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { outcome } from '../../support/money-calls.ts';
import { isSignedIn, lettersTo, resetsOf } from '../security/account.ts';
import { asOperator, auditOf, ClosingHub, makeOperator } from './operator-calls.ts';
import { workerWith } from '../../support/money-calls.ts';

const REASON = 'Joins the treasury desk';
const TERMS = { roles: ['treasury'], premium: false } as const;

const worker = workerWith(new ClosingHub({ gold: 400_000, silver: 5_000 }));
const call = (who: Customer) => asOperator(who, worker);
const propose = (who: Customer, body: object) =>
  call(who)('/proposals', { method: 'POST', body: { reason: REASON, ...body } });
const decide = (who: Customer, id: string, how: string, note = 'As discussed') =>
  call(who)(`/proposals/${id}/${how}`, { method: 'POST', body: { note } });
const proposed = async (who: Customer, body: object): Promise<OperatorProposal> => {
  const reply = await propose(who, body);
  expect(reply.status).toBe(201);
  return reply.json();
};
const as = (role: OperatorRole) => makeOperator({ roles: [role] });
const rolesOf = async ({ userId }: Customer) =>
  (
    await env.DB.prepare('SELECT role FROM operator_roles WHERE user_id = ? ORDER BY role')
      .bind(userId)
      .all<{ role: string }>()
  ).results.map(({ role }) => role);
const statusOf = ({ userId }: Customer) =>
  env.DB.prepare('SELECT status FROM users WHERE id = ?').bind(userId).first<string>('status');
const stateOf = (id: string) =>
  env.DB.prepare('SELECT state FROM operator_proposals WHERE id = ?').bind(id).first<string>('state');
const age = (id: string, ms: number) =>
  env.DB.prepare(
    'UPDATE operator_proposals SET proposed_at = proposed_at - ?2, expires_at = expires_at - ?2 WHERE id = ?1',
  )
    .bind(id, ms)
    .run();

test('a grant is proposed, waits for another owner, and is done by the approval with both names in the log', async () => {
  const [ana, bia, customer] = [await makeOperator(), await makeOperator(), await createCustomer(env)];
  const body = { kind: 'grant', userId: customer.userId, roles: ['treasury', 'auditor'], premium: true };
  const proposal = await proposed(ana, body);
  expect(proposal).toMatchObject({
    state: 'open',
    mine: true,
    waitsForMe: false,
    subject: { email: customer.email },
    terms: { roles: ['treasury', 'auditor'], premium: true },
  });
  expect(await rolesOf(customer)).toEqual([]);
  const waiting = async (who: Customer) =>
    ((await (await call(who)('/waiting')).json()) as WaitingWork).proposals;
  const before = await waiting(bia);
  const list = (await (await call(bia)('/proposals')).json()) as OperatorProposalsPage;
  expect(list.proposals.find(({ id }) => id === proposal.id)).toMatchObject({
    mine: false,
    waitsForMe: true,
    reason: REASON,
  });

  expect(await outcome(await decide(bia, proposal.id, 'approve'))).toBe(200);
  expect(await waiting(bia)).toBe(before - 1);
  expect(await rolesOf(customer)).toEqual(['auditor', 'treasury']);
  expect(await auditOf(customer.userId)).toMatchObject([
    { action: 'proposal.made', actor: ana.email, note: REASON },
    {
      action: 'admin.granted',
      actor: bia.email,
      note: REASON,
      before: expect.stringContaining(ana.email) as string,
      after: '{"roles":["treasury","auditor"],"premium":true,"decisionNote":"As discussed"}',
    },
  ]);
  const { operators } = (await (await call(ana)('/operators')).json()) as OperatorList;
  expect(operators.find(({ id }) => id === customer.userId)).toMatchObject({
    roles: ['treasury', 'auditor'],
    tier: 'premium',
    secondFactors: { app: false, passkeys: 0 },
    isSelf: false,
  });
  // Sent again, it is answered as before and done once.
  expect(await outcome(await decide(bia, proposal.id, 'approve'))).toBe(200);
  expect(await auditOf(customer.userId)).toHaveLength(2);
});

describe('what an approval does', () => {
  test('roles are replaced, tier included', async () => {
    const [ana, bia, carla] = [await makeOperator(), await makeOperator(), await makeOperator()];
    const { id } = await proposed(ana, { kind: 'roles', userId: carla.userId, ...TERMS });
    await decide(bia, id, 'approve');
    expect(await rolesOf(carla)).toEqual(['treasury']);
    expect(await outcome(await call(carla)('/users'))).toBe('Forbidden');
    expect(await outcome(await call(carla)('/price-feed'))).not.toBe('Forbidden');
  });

  test('a revocation shuts the area at once', async () => {
    const [ana, bia, carla] = [await makeOperator(), await makeOperator(), await makeOperator()];
    const { id } = await proposed(ana, { kind: 'revoke', userId: carla.userId });
    expect(await outcome(await call(carla)('/waiting'))).toBe(200);
    await decide(bia, id, 'approve');
    expect(await outcome(await call(carla)('/waiting'))).toBe('Forbidden');
    expect((await auditOf(carla.userId)).map(({ action }) => action)).toEqual([
      'proposal.made',
      'admin.revoked',
    ]);
  });

  test('a suspension ends every session and writes to the operator; the reactivation gives the account back', async () => {
    const [bia, carla, eva] = [await makeOperator(), await makeOperator(), await as('compliance')];
    const suspend = await proposed(eva, { kind: 'suspend', userId: carla.userId });
    await decide(bia, suspend.id, 'approve');
    expect(await statusOf(carla)).toBe('suspended');
    expect(await isSignedIn(carla.cookie)).toBe(false);
    const reactivate = await proposed(eva, { kind: 'reactivate', userId: carla.userId });
    await decide(bia, reactivate.id, 'approve');
    expect(await statusOf(carla)).toBe('active');
    expect((await lettersTo(carla.userId)).map(({ message }) => message['change'])).toEqual([
      'account-suspended',
      'account-reactivated',
    ]);
  });

  test('a reset of the second factor takes the factors away, and with them the area', async () => {
    const [bia, carla, eva] = [await makeOperator(), await makeOperator(), await as('support')];
    const { id } = await proposed(eva, { kind: 'two-step-reset', userId: carla.userId });
    await decide(bia, id, 'approve');
    const left = await env.DB.prepare('SELECT count(*) AS n FROM totp_factors WHERE user_id = ?')
      .bind(carla.userId)
      .first<number>('n');
    expect(left).toBe(0);
    expect(await isSignedIn(carla.cookie)).toBe(false);
  });

  test('a password link goes to the operator’s own address', async () => {
    const [bia, carla, eva] = [await makeOperator(), await makeOperator(), await as('support')];
    const { id } = await proposed(eva, { kind: 'password-reset', userId: carla.userId });
    expect(await resetsOf(carla.userId)).toEqual([]);
    await decide(bia, id, 'approve');
    expect(await resetsOf(carla.userId)).toHaveLength(1);
    expect((await lettersTo(carla.userId)).map(({ email }) => email)).toEqual([carla.email]);
  });
});

describe('who may', () => {
  const PROPOSERS: Readonly<Record<string, readonly OperatorRole[]>> = {
    grant: ['owner'],
    roles: ['owner'],
    revoke: ['owner'],
    suspend: ['owner', 'compliance'],
    reactivate: ['owner', 'compliance'],
    'two-step-reset': ['owner', 'support'],
    'password-reset': ['owner', 'support'],
    email: ['owner', 'support'],
    unfreeze: ['owner', 'support'],
    identity: ['owner', 'compliance'],
  };

  test.each(PROPOSAL_KINDS)('propose %s', async (kind) => {
    for (const role of ['owner', 'support', 'compliance', 'treasury', 'content', 'auditor'] as const) {
      const [who, about] = [
        await as(role),
        ['grant', 'unfreeze', 'identity'].includes(kind) ? await createCustomer(env) : await makeOperator(),
      ];
      if (kind === 'reactivate') {
        await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(about.userId).run();
      }
      if (kind === 'unfreeze') await freezeStatement(env.DB, about.userId, Date.now()).run();
      if (kind === 'identity') {
        await env.DB.prepare('UPDATE users SET closed_at = 1 WHERE id = ?').bind(about.userId).run();
      }
      const body = {
        kind,
        userId: about.userId,
        ...(PLAIN_PROPOSALS.some((one) => one === kind) ? {} : TERMS),
        ...(kind === 'email' ? { email: `nova-${crypto.randomUUID()}@example.com` } : {}),
      };
      const expected = PROPOSERS[kind]?.includes(role) === true ? 201 : 'Forbidden';
      expect(await outcome(await propose(who, body)), `${role}`).toBe(expected);
    }
  });

  test('decide: owners alone, never the proposer, never about oneself', async () => {
    const [ana, bia, carla] = [await makeOperator(), await makeOperator(), await makeOperator()];
    const { id } = await proposed(ana, { kind: 'roles', userId: carla.userId, ...TERMS });
    for (const role of ['support', 'compliance', 'treasury', 'content', 'auditor'] as const) {
      expect(await outcome(await decide(await as(role), id, 'approve')), `${role}`).toBe('Forbidden');
    }
    expect(await outcome(await decide(ana, id, 'approve'))).toBe('SecondOperatorNeeded');
    expect(await outcome(await decide(carla, id, 'approve'))).toBe('OwnAccount');
    expect(await outcome(await decide(carla, id, 'reject'))).toBe('OwnAccount');
    expect(await outcome(await decide(bia, id, 'withdraw'))).toBe('Forbidden');
    expect(await stateOf(id)).toBe('open');
    expect(await outcome(await propose(ana, { kind: 'revoke', userId: ana.userId }))).toBe('OwnAccount');
  });

  test('take back: the proposer, also one who may not decide', async () => {
    const [eva, carla] = [await as('compliance'), await makeOperator()];
    const { id } = await proposed(eva, { kind: 'suspend', userId: carla.userId });
    expect(await outcome(await decide(eva, id, 'withdraw'))).toBe(200);
    expect(await stateOf(id)).toBe('withdrawn');
    expect(await outcome(await decide(eva, id, 'withdraw'))).toBe('ProposalDecided');
    expect(await outcome(await propose(eva, { kind: 'suspend', userId: carla.userId }))).toBe(201);
  });
});

describe('what is refused', () => {
  test('what does not fit the account as it is', async () => {
    const [ana, carla, customer] = [await makeOperator(), await makeOperator(), await createCustomer(env)];
    const { userId } = customer;
    for (const kind of PLAIN_PROPOSALS) {
      expect(await outcome(await propose(ana, { kind, userId })), `${kind}`).toBe('NotAsProposed');
    }
    expect(await outcome(await propose(ana, { kind: 'roles', userId, ...TERMS }))).toBe('NotAsProposed');
    const again = { kind: 'grant', userId: carla.userId, ...TERMS };
    expect(await outcome(await propose(ana, again))).toBe('NotAsProposed');
    const same = { kind: 'roles', userId: carla.userId, roles: ['owner'], premium: false };
    expect(await outcome(await propose(ana, same))).toBe('NotAsProposed');
    expect(await outcome(await propose(ana, { kind: 'revoke', userId: 'nobody' }))).toBe('NotFound');
  });

  test.each([
    [{ kind: 'grant', userId: 'x', premium: false }],
    [{ kind: 'grant', userId: 'x', roles: [], premium: false }],
    [{ kind: 'grant', userId: 'x', roles: ['king'], premium: false }],
    [{ kind: 'grant', userId: 'x', roles: ['owner'] }],
    [{ kind: 'erase', userId: 'x' }],
    [{ kind: 'revoke', userId: 'x', reason: '' }],
    [{ kind: 'revoke', userId: 'x', reason: 'x'.repeat(501) }],
    [{ kind: 'revoke', userId: 'x'.repeat(101) }],
    [{ kind: ['revoke'], userId: 'x' }],
  ])('nonsense (%j)', async (body) => {
    expect(await outcome(await propose(await makeOperator(), body))).toBe('ValidationFailed');
  });

  test('a second one of the same kind, until the first is decided', async () => {
    const [ana, bia, carla] = [await makeOperator(), await makeOperator(), await makeOperator()];
    const body = { kind: 'revoke', userId: carla.userId };
    const { id } = await proposed(ana, body);
    expect(await outcome(await propose(bia, body))).toBe('ProposedAlready');
    expect(await outcome(await propose(bia, { kind: 'suspend', userId: carla.userId }))).toBe(201);
    expect(await outcome(await decide(bia, id, 'reject'))).toBe(200);
    expect(await outcome(await decide(bia, id, 'approve'))).toBe('ProposalDecided');
    expect(await outcome(await propose(bia, body))).toBe(201);
    expect(await rolesOf(carla)).toEqual(['owner']);
  });

  test('one that nobody decided for seven days, to the millisecond; then there is room for another', async () => {
    const [ana, bia, carla] = [await makeOperator(), await makeOperator(), await makeOperator()];
    const body = { kind: 'revoke', userId: carla.userId };
    const { id } = await proposed(ana, body);
    await age(id, PROPOSAL_LIFETIME_MS - 10_000);
    expect(await outcome(await propose(bia, body))).toBe('ProposedAlready');
    await age(id, 10_000);
    for (const how of ['approve', 'reject'] as const) {
      expect(await outcome(await decide(bia, id, how))).toBe('ProposalExpired');
    }
    expect(await outcome(await decide(ana, id, 'withdraw'))).toBe('ProposalExpired');
    const list = (await (await call(bia)('/proposals?state=decided')).json()) as OperatorProposalsPage;
    expect(list.proposals.find((one) => one.id === id)).toMatchObject({
      state: 'expired',
      waitsForMe: false,
    });
    expect(await outcome(await propose(bia, body))).toBe(201);
    expect(await stateOf(id)).toBe('expired');
    expect(await rolesOf(carla)).toEqual(['owner']);
  });

  test('one whose proposer may not propose it any more', async () => {
    const [bia, carla, eva] = [await makeOperator(), await makeOperator(), await as('compliance')];
    const { id } = await proposed(eva, { kind: 'suspend', userId: carla.userId });
    await env.DB.prepare(`UPDATE operator_roles SET role = 'content' WHERE user_id = ?`)
      .bind(eva.userId)
      .run();
    expect(await outcome(await decide(bia, id, 'approve'))).toBe('ProposalVoid');
    expect(await statusOf(carla)).toBe('active');
    expect(await outcome(await decide(bia, id, 'reject'))).toBe(200);
  });

  test('one whose subject has changed since', async () => {
    const [ana, bia, carla] = [await makeOperator(), await makeOperator(), await makeOperator()];
    const { id } = await proposed(ana, { kind: 'revoke', userId: carla.userId });
    await env.DB.prepare('DELETE FROM admin_users WHERE user_id = ?').bind(carla.userId).run();
    expect(await outcome(await decide(bia, id, 'approve'))).toBe('NotAsProposed');
    expect(await stateOf(id)).toBe('open');
  });
});

test('the customer’s pages say what waits, and who may take it back', async () => {
  const [ana, eva, carla] = [await makeOperator(), await as('compliance'), await makeOperator()];
  const { id } = await proposed(eva, { kind: 'suspend', userId: carla.userId });
  const proposalsFor = async (who: Customer) => {
    await call(who)(`/users/${carla.userId}/detail-views`, { method: 'POST' });
    return ((await (await call(who)(`/users/${carla.userId}`)).json()) as { proposals: object[] }).proposals;
  };
  expect(await proposalsFor(eva)).toMatchObject([{ id, kind: 'suspend', proposedBy: eva.email, mine: true }]);
  expect(await proposalsFor(ana)).toMatchObject([{ id, mine: false }]);
});

test('the routes of customers refuse what takes two, and change nothing', async () => {
  const [ana, carla] = [await makeOperator(), await makeOperator()];
  const path = `/users/${carla.userId}`;
  const body = { reason: REASON };
  const sent = [
    await call(ana)(path, { method: 'PATCH', body: { ...body, status: 'suspended' } }),
    await call(ana)(`${path}/two-step-reset`, { method: 'POST', body }),
    await call(ana)(`${path}/password-reset`, { method: 'POST', body }),
  ];
  for (const reply of sent) expect(await outcome(reply)).toBe('ApprovalNeeded');
  expect(await auditOf(carla.userId)).toEqual([]);
  expect(await statusOf(carla)).toBe('active');
  expect(await resetsOf(carla.userId)).toEqual([]);
});

describe('the tables refuse', () => {
  const row = async (over: Record<string, unknown>) => {
    const [ana, bia, carla] = [await makeOperator(), await makeOperator(), await makeOperator()];
    const values: Record<string, unknown> = {
      id: crypto.randomUUID(),
      kind: 'revoke',
      subject_id: carla.userId,
      detail: '{}',
      proposed_by: ana.userId,
      proposed_at: 1,
      expires_at: 2,
      reason: REASON,
      state: 'approved',
      decided_by: bia.userId,
      decided_at: 1,
      ...over,
    };
    const same = (value: unknown) =>
      value === 'proposer' ? ana.userId : value === 'subject' ? carla.userId : value;
    const names = Object.keys(values);
    return env.DB.prepare(
      `INSERT INTO operator_proposals (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    )
      .bind(...names.map((name) => same(values[name])))
      .run();
  };

  test('nothing of a sound row', async () => {
    expect((await row({})).meta.changes).toBe(1);
  });

  test.each([
    ['two_operators_decide', { decided_by: 'proposer' }],
    ['own_proposals_are_withdrawn', { state: 'withdrawn' }],
    ['nobody_decides_about_himself', { decided_by: 'subject' }],
    ['nobody_decides_about_himself', { proposed_by: 'subject' }],
    ['decided_means_when', { decided_at: null }],
    ['decided_means_by_whom', { decided_by: null }],
    ['FOREIGN KEY', { kind: 'erase' }],
    ['reason', { reason: 'x' }],
  ])('%s', async (rule, over) => {
    await expect(row(over)).rejects.toThrow(rule);
  });

  test('a kind that the code does not know, or the other way round', async () => {
    const { results } = await env.DB.prepare('SELECT kind FROM proposal_kinds').all<{ kind: string }>();
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(
      [...PROPOSAL_KINDS, ...BAR_PROPOSALS, ...DEPOSIT_PROPOSALS, ...WITHDRAWAL_PROPOSALS].toSorted(),
    );
  });
});
