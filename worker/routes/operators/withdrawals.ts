// /api/admin/withdrawals: the queue, one of it with its entries, the decisions of operators, and what one proposes about a withdrawal that
// the bank has for another to decide.

import { type Context, Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  OperatorProposalsQuery,
  ProposalApproval,
  ProposalRejection,
} from '../../contract/operators/operators.ts';
import {
  ContradictionResolution,
  WithdrawalDecision,
  type WithdrawalDetails,
  WithdrawalProposalRequest,
  type WithdrawalProposalsPage,
  type WithdrawalQueue,
  WithdrawalQueueQuery,
  WithdrawalRejection,
} from '../../contract/operators/withdrawals.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import {
  approveAndTell,
  rejectProposal,
  withdrawProposal,
} from '../../services/operators/decide-proposal.ts';
import { type Actor, pageOfProposals } from '../../services/operators/proposals.ts';
import { proposeAboutWithdrawal, WITHDRAWALS } from '../../services/operators/withdrawal-proposals.ts';
import {
  approveWithdrawal,
  oneQueued,
  rejectWithdrawal,
  resolveContradictions,
  stopWithdrawal,
  withdrawalQueue,
} from '../../services/operators/withdrawals.ts';
import { loggedList } from './logged-list.ts';

const actorOf = (c: Context<AppEnv>): Actor => ({ ...operatorOf(c), facts: c.var.session });

const proposals = new Hono<AppEnv>()
  .get(
    '/',
    requireAdmin('withdrawals.read'),
    query(OperatorProposalsQuery),
    loggedList('withdrawal'),
    async (c) => {
      const page = await pageOfProposals(depsFrom(c), WITHDRAWALS, actorOf(c), c.req.valid('query'));
      return c.json(page satisfies WithdrawalProposalsPage, 200);
    },
  )
  .post('/:id/approve', requireAdminChange('withdrawals.decide'), jsonBody(ProposalApproval), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const approved = await approveAndTell(depsFrom(c), WITHDRAWALS, actorOf(c), command);
    return approved.ok ? c.json(approved.value, 200) : problem(c, approved.error);
  })
  .post('/:id/reject', requireAdminChange('withdrawals.decide'), jsonBody(ProposalRejection), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const rejected = await rejectProposal(depsFrom(c), WITHDRAWALS, actorOf(c), command);
    return rejected.ok ? c.json(rejected.value, 200) : problem(c, rejected.error);
  })
  .post('/:id/withdraw', requireAdminChange('withdrawals.decide'), async (c) => {
    const withdrawn = await withdrawProposal(depsFrom(c), WITHDRAWALS, actorOf(c), c.req.param('id'));
    return withdrawn.ok ? c.json(withdrawn.value, 200) : problem(c, withdrawn.error);
  });

export const withdrawalDesk = new Hono<AppEnv>()
  .use(noStore)
  .get(
    '/',
    requireAdmin('withdrawals.read'),
    query(WithdrawalQueueQuery),
    loggedList('withdrawal'),
    async (c) => {
      const queue = await withdrawalQueue(depsFrom(c), operatorOf(c), c.req.valid('query'));
      return c.json(queue satisfies WithdrawalQueue, 200);
    },
  )
  .route('/proposals', proposals)
  .get('/:id', requireAdmin('withdrawals.read'), loggedList('withdrawal'), async (c) => {
    const one = await oneQueued(depsFrom(c), actorOf(c), c.req.param('id'));
    return one.ok ? c.json(one.value satisfies WithdrawalDetails, 200) : problem(c, one.error);
  })
  .post('/:id/approve', requireAdminChange('withdrawals.decide'), jsonBody(WithdrawalDecision), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const approved = await approveWithdrawal(depsFrom(c), actorOf(c), command);
    return approved.ok ? c.json(approved.value satisfies WithdrawalDetails, 200) : problem(c, approved.error);
  })
  .post('/:id/stop', requireAdminChange('withdrawals.decide'), jsonBody(WithdrawalDecision), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const stopped = await stopWithdrawal(depsFrom(c), actorOf(c), command);
    return stopped.ok ? c.json(stopped.value satisfies WithdrawalDetails, 200) : problem(c, stopped.error);
  })
  .post('/:id/reject', requireAdminChange('withdrawals.decide'), jsonBody(WithdrawalRejection), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const rejected = await rejectWithdrawal(depsFrom(c), actorOf(c), command);
    return rejected.ok ? c.json(rejected.value satisfies WithdrawalDetails, 200) : problem(c, rejected.error);
  })
  .post(
    '/:id/resolve',
    requireAdminChange('withdrawals.decide'),
    jsonBody(ContradictionResolution),
    async (c) => {
      const command = { id: c.req.param('id'), ...c.req.valid('json') };
      const resolved = await resolveContradictions(depsFrom(c), actorOf(c), command);
      return resolved.ok
        ? c.json(resolved.value satisfies WithdrawalDetails, 200)
        : problem(c, resolved.error);
    },
  )
  .post(
    '/:id/proposals',
    requireAdminChange('withdrawals.decide'),
    jsonBody(WithdrawalProposalRequest),
    async (c) => {
      const command = { id: c.req.param('id'), ...c.req.valid('json') };
      const proposed = await proposeAboutWithdrawal(depsFrom(c), actorOf(c), command);
      return proposed.ok ? c.json(proposed.value, 201) : problem(c, proposed.error);
    },
  );
