// /api/admin/proposals: changes about people that one operator proposes and another decides (P53). Which kinds a role may
// propose and decide, services/operators/proposal-kinds.ts says.

import { Hono } from 'hono';
import { actorOf, operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  type OperatorProposalsPage,
  OperatorProposalsQuery,
  ProposalApproval,
  ProposalRejection,
  ProposalRequest,
  type RetainedIdentityView,
} from '../../contract/operators/operators.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import {
  approveProposal,
  rejectProposal,
  withdrawProposal,
} from '../../services/operators/decide-proposal.ts';
import { readRetainedIdentity } from '../../services/operators/retained-identity.ts';
import { pageOfProposals, PEOPLE, propose } from '../../services/operators/proposals.ts';

export const proposals = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('operators.read'), query(OperatorProposalsQuery), async (c) => {
    const page = await pageOfProposals(depsFrom(c), PEOPLE, actorOf(c), c.req.valid('query'));
    return c.json(page satisfies OperatorProposalsPage, 200);
  })
  .post('/', requireAdminChange('proposals.make'), jsonBody(ProposalRequest), async (c) => {
    const proposed = await propose(depsFrom(c), actorOf(c), c.req.valid('json'));
    return proposed.ok ? c.json(proposed.value, 201) : problem(c, proposed.error);
  })
  .post('/:id/approve', requireAdminChange('operators.change'), jsonBody(ProposalApproval), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const approved = await approveProposal(depsFrom(c), PEOPLE, actorOf(c), command);
    return approved.ok ? c.json(approved.value, 200) : problem(c, approved.error);
  })
  .post('/:id/reject', requireAdminChange('operators.change'), jsonBody(ProposalRejection), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const rejected = await rejectProposal(depsFrom(c), PEOPLE, actorOf(c), command);
    return rejected.ok ? c.json(rejected.value, 200) : problem(c, rejected.error);
  })
  .post('/:id/identity', requireAdminChange('identities.open'), async (c) => {
    const read = await readRetainedIdentity(depsFrom(c), operatorOf(c), c.req.param('id'));
    return read.ok ? c.json(read.value satisfies RetainedIdentityView, 200) : problem(c, read.error);
  })
  .post('/:id/withdraw', requireAdminChange('proposals.make'), async (c) => {
    const withdrawn = await withdrawProposal(depsFrom(c), PEOPLE, actorOf(c), c.req.param('id'));
    return withdrawn.ok ? c.json(withdrawn.value, 200) : problem(c, withdrawn.error);
  });
