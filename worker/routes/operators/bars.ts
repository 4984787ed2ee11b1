// /api/admin/bars: the vault, its register, and bars that one operator proposes to receive or release and another decides (P80).

import { Hono } from 'hono';
import { actorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import { type BarProposalsPage, BarReceipt, BarRelease, BarsQuery } from '../../contract/operators/bars.ts';
import {
  OperatorProposalsQuery,
  ProposalApproval,
  ProposalRejection,
} from '../../contract/operators/operators.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import { BARS, proposeReceipt, proposeRelease } from '../../services/operators/bar-proposals.ts';
import { barsOverview, pageOfBars } from '../../services/operators/bars.ts';
import {
  approveProposal,
  rejectProposal,
  withdrawProposal,
} from '../../services/operators/decide-proposal.ts';
import { pageOfProposals } from '../../services/operators/proposals.ts';

const proposals = new Hono<AppEnv>()
  .get('/', requireAdmin('bars.read'), query(OperatorProposalsQuery), async (c) => {
    const page = await pageOfProposals(depsFrom(c), BARS, actorOf(c), c.req.valid('query'));
    return c.json(page satisfies BarProposalsPage, 200);
  })
  .post('/:id/approve', requireAdminChange('bars.decide'), jsonBody(ProposalApproval), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const approved = await approveProposal(depsFrom(c), BARS, actorOf(c), command);
    return approved.ok ? c.json(approved.value, 200) : problem(c, approved.error);
  })
  .post('/:id/reject', requireAdminChange('bars.decide'), jsonBody(ProposalRejection), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const rejected = await rejectProposal(depsFrom(c), BARS, actorOf(c), command);
    return rejected.ok ? c.json(rejected.value, 200) : problem(c, rejected.error);
  })
  .post('/:id/withdraw', requireAdminChange('bars.propose'), async (c) => {
    const withdrawn = await withdrawProposal(depsFrom(c), BARS, actorOf(c), c.req.param('id'));
    return withdrawn.ok ? c.json(withdrawn.value, 200) : problem(c, withdrawn.error);
  });

export const bars = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('bars.read'), async (c) => c.json(await barsOverview(depsFrom(c)), 200))
  .get('/register', requireAdmin('bars.read'), query(BarsQuery), async (c) =>
    c.json(await pageOfBars(depsFrom(c), c.req.valid('query')), 200),
  )
  .post('/receipts', requireAdminChange('bars.propose'), jsonBody(BarReceipt), async (c) => {
    const proposed = await proposeReceipt(depsFrom(c), actorOf(c), c.req.valid('json'));
    return proposed.ok ? c.json(proposed.value, 201) : problem(c, proposed.error);
  })
  .post('/:id/releases', requireAdminChange('bars.propose'), jsonBody(BarRelease), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const proposed = await proposeRelease(depsFrom(c), actorOf(c), command);
    return proposed.ok ? c.json(proposed.value, 201) : problem(c, proposed.error);
  })
  .route('/proposals', proposals);
