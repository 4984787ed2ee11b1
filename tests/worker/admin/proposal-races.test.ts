// Proposals about operators that race: with each other and with decisions.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { OperatorProposal } from '../../../worker/contract/operators/operators.ts';
import type { Customer } from '../../support/customers.ts';
import { outcome, outcomes } from '../../support/money-calls.ts';
import { asOperator, auditOf, makeOperator } from './operator-calls.ts';

const propose = (who: Customer, kind: string, about: Customer) =>
  asOperator(who)('/proposals', {
    method: 'POST',
    body: { kind, userId: about.userId, reason: 'For good reasons' },
  });
const idOf = async (reply: Response) => ((await reply.json()) as OperatorProposal).id;
const decide = (who: Customer, id: string, how: 'approve' | 'reject') =>
  asOperator(who)(`/proposals/${id}/${how}`, { method: 'POST', body: { note: 'As I see it' } });
const statusOf = ({ userId }: Customer) =>
  env.DB.prepare('SELECT status FROM users WHERE id = ?').bind(userId).first<string>('status');
const isOperator = async ({ userId }: Customer) =>
  (await env.DB.prepare('SELECT 1 FROM admin_users WHERE user_id = ?').bind(userId).first()) !== null;
const many = (n: number) => Promise.all(Array.from({ length: n }, () => makeOperator()));

test('of six owners who propose the same at once, one does', async () => {
  const [about, ...six] = await many(7);
  if (about === undefined) throw new Error('seven were made');
  const counted = await outcomes(six.map((one) => propose(one, 'revoke', about)));
  expect(counted).toEqual({ 201: 1, ProposedAlready: 5 });
  expect(await auditOf(about.userId)).toHaveLength(1);
});

test('of five owners who decide at once, one does, and the account follows that decision', async () => {
  const [proposer, about, ...five] = await many(7);
  if (proposer === undefined || about === undefined) throw new Error('seven were made');
  const id = await idOf(await propose(proposer, 'revoke', about));
  const counted = await outcomes(
    five.map((one, index) => decide(one, id, index % 2 === 0 ? 'approve' : 'reject')),
  );
  expect(counted).toEqual({ 200: 1, ProposalDecided: 4 });
  const state = await env.DB.prepare('SELECT state FROM operator_proposals WHERE id = ?')
    .bind(id)
    .first<string>('state');
  expect(await isOperator(about)).toBe(state === 'rejected');
  expect(await auditOf(about.userId)).toHaveLength(2);
});

test('one approval sent eight times at once is done once and answered alike', async () => {
  const [proposer, about, decider] = await many(3);
  if (proposer === undefined || about === undefined || decider === undefined) throw new Error('three');
  const id = await idOf(await propose(proposer, 'suspend', about));
  const counted = await outcomes(Array.from({ length: 8 }, () => decide(decider, id, 'approve')));
  expect(counted).toEqual({ 200: 8 });
  expect((await auditOf(about.userId)).map(({ action }) => action)).toEqual([
    'proposal.made',
    'customer.suspended',
  ]);
});

test('two who have each other suspended at once leave one', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [ana, bia, one, two] = await many(4);
    if (ana === undefined || bia === undefined || one === undefined || two === undefined)
      throw new Error('4');
    const [ofBia, ofAna] = [
      await idOf(await propose(ana, 'suspend', bia)),
      await idOf(await propose(bia, 'suspend', ana)),
    ];
    const replies = await Promise.all([decide(one, ofBia, 'approve'), decide(two, ofAna, 'approve')]);
    const codes = await Promise.all(replies.map((reply) => outcome(reply)));
    expect(codes.toSorted()).toEqual([200, 'ProposalVoid']);
    expect([await statusOf(ana), await statusOf(bia)].toSorted()).toEqual(['active', 'suspended']);
  }
});

test('two owners who approve that the other one is revoked leave one, who is an owner', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [ana, bia, proposer] = await many(3);
    if (ana === undefined || bia === undefined || proposer === undefined) throw new Error('3');
    const [ofBia, ofAna] = [
      await idOf(await propose(proposer, 'revoke', bia)),
      await idOf(await propose(proposer, 'revoke', ana)),
    ];
    const replies = await Promise.all([decide(ana, ofBia, 'approve'), decide(bia, ofAna, 'approve')]);
    const codes = await Promise.all(replies.map((reply) => outcome(reply)));
    expect(codes.toSorted()).toEqual([200, 'Forbidden']);
    const left = [ana, bia].filter((_, index) => codes[index] === 200);
    expect(await Promise.all([ana, bia].map(isOperator))).toEqual([codes[0] === 200, codes[1] === 200]);
    expect(left).toHaveLength(1);
  }
});
