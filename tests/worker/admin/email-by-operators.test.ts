// A customer who lost the mailbox gets another address: one operator proposes it, another approves it, the new mailbox proves it.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { OperatorProposal } from '../../../worker/contract/operators/operators.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { outcome } from '../../support/money-calls.ts';
import { accountOf, confirm, linksOf, tokenOf } from '../accounts/links.ts';
import { send } from '../factors/enrol.ts';
import { kindsOf, lettersTo } from '../security/account.ts';
import { asOperator, auditOf, makeOperator } from './operator-calls.ts';

const fresh = () => `nova-${crypto.randomUUID()}@example.com`;

const propose = (who: Customer, about: Customer, email: unknown) =>
  asOperator(who)('/proposals', {
    method: 'POST',
    body: { kind: 'email', userId: about.userId, email, reason: 'Identity checked by telephone' },
  });
const approve = (who: Customer, id: string) =>
  asOperator(who)(`/proposals/${id}/approve`, { method: 'POST', body: { note: '' } });

async function proposed(email: string) {
  const [ana, proposer, decider] = [await createCustomer(env), await makeOperator(), await makeOperator()];
  const reply = await propose(proposer, ana, email);
  expect(reply.status).toBe(201);
  const proposal = await reply.json<OperatorProposal>();
  return { ana, proposer, decider, proposal };
}

test('nothing changes before another operator approves and the new mailbox confirms; both mailboxes are told', async () => {
  const email = fresh();
  const { ana, proposer, decider, proposal } = await proposed(email);
  expect(proposal).toMatchObject({ kind: 'email', email, terms: null, mine: true });
  expect(await linksOf(ana.userId, 'email-change-new')).toEqual([]);
  expect(await outcome(await approve(proposer, proposal.id))).toBe('SecondOperatorNeeded');
  expect((await approve(decider, proposal.id)).status).toBe(200);
  expect((await accountOf(ana.userId)).email).toBe(ana.email);
  expect((await lettersTo(ana.userId)).map((letter) => [letter.kind, letter.email])).toEqual(
    expect.arrayContaining([
      ['email-change-new', email],
      ['security-change', ana.email],
    ]),
  );
  const confirmed = await confirm(await tokenOf(ana.userId, 'email-change-new'));
  expect(await confirmed.json()).toEqual({ what: 'change', email, waitsFor: null });
  expect((await accountOf(ana.userId)).email).toBe(email);
  expect(await kindsOf(ana.userId)).toEqual(['email-change-by-team', 'email-changed']);
  expect((await auditOf(ana.userId)).map(({ action }) => action)).toEqual([
    'proposal.made',
    'customer.email-change-begun',
  ]);
});

test('the customer, who still has the session, takes it back', async () => {
  const { ana, decider, proposal } = await proposed(fresh());
  await approve(decider, proposal.id);
  const token = await tokenOf(ana.userId, 'email-change-new');
  expect((await send(ana, 'DELETE', '/api/profile/email-change')).status).toBe(204);
  expect(await outcome(await confirm(token))).toBe('LinkInvalid');
  expect((await accountOf(ana.userId)).email).toBe(ana.email);
});

test('an address that changed meanwhile is not changed again by an old approval', async () => {
  const { ana, decider, proposal } = await proposed(fresh());
  await env.DB.prepare('UPDATE users SET email = ? WHERE id = ?').bind(fresh(), ana.userId).run();
  const done = await approve(decider, proposal.id);
  // It is asked anew with the address of now: the link goes out, and the letter to the present mailbox.
  expect(done.status).toBe(200);
  const change = await env.DB.prepare('SELECT from_email FROM email_changes WHERE user_id = ?')
    .bind(ana.userId)
    .first<string>('from_email');
  expect(change).toBe((await accountOf(ana.userId)).email);
});

test('a role without customers’ access proposes none, and hostile addresses are refused', async () => {
  const ana = await createCustomer(env);
  const taken = await createCustomer(env);
  const auditor = await makeOperator({ roles: ['auditor'] });
  expect(await outcome(await propose(auditor, ana, fresh()))).toBe('Forbidden');
  const owner = await makeOperator();
  expect(await outcome(await propose(owner, ana, taken.email))).toBe('DuplicateEmail');
  expect(await outcome(await propose(owner, ana, ana.email))).toBe('NotAsProposed');
  for (const wrong of [
    '',
    'no address',
    'a,victim@x.example',
    7,
    null,
    ['a@b.co'],
    `${'a'.repeat(300)}@b.co`,
  ]) {
    expect(await outcome(await propose(owner, ana, wrong)), `refuses ${String(wrong)}`).toBe(
      'ValidationFailed',
    );
  }
});
