// /api/admin/deposits: deposits that wait, and what one operator proposes about a deposit for another to decide (P98, P99).

import { Hono } from 'hono';
import { actorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  DepositProposalRequest,
  type DepositProposalsPage,
  DepositsQuery,
} from '../../contract/operators/deposits.ts';
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
import {
  approveAndTell,
  rejectProposal,
  withdrawProposal,
} from '../../services/operators/decide-proposal.ts';
import { DEPOSITS, proposeAboutDeposit } from '../../services/operators/deposit-proposals.ts';
import { pageOfDeposits, readDeposit } from '../../services/operators/deposits.ts';
import { pageOfProposals } from '../../services/operators/proposals.ts';
import { loggedList } from './logged-list.ts';

const proposals = new Hono<AppEnv>()
  .get(
    '/',
    requireAdmin('deposits.read'),
    query(OperatorProposalsQuery),
    loggedList('deposit'),
    async (c) => {
      const page = await pageOfProposals(depsFrom(c), DEPOSITS, actorOf(c), c.req.valid('query'));
      return c.json(page satisfies DepositProposalsPage, 200);
    },
  )
  .post('/:id/approve', requireAdminChange('deposits.decide'), jsonBody(ProposalApproval), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const approved = await approveAndTell(depsFrom(c), DEPOSITS, actorOf(c), command);
    return approved.ok ? c.json(approved.value, 200) : problem(c, approved.error);
  })
  .post('/:id/reject', requireAdminChange('deposits.decide'), jsonBody(ProposalRejection), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const rejected = await rejectProposal(depsFrom(c), DEPOSITS, actorOf(c), command);
    return rejected.ok ? c.json(rejected.value, 200) : problem(c, rejected.error);
  })
  .post('/:id/withdraw', requireAdminChange('deposits.propose'), async (c) => {
    const withdrawn = await withdrawProposal(depsFrom(c), DEPOSITS, actorOf(c), c.req.param('id'));
    return withdrawn.ok ? c.json(withdrawn.value, 200) : problem(c, withdrawn.error);
  });

export const workedDeposits = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('deposits.read'), query(DepositsQuery), loggedList('deposit'), async (c) =>
    c.json(await pageOfDeposits(depsFrom(c), c.req.valid('query')), 200),
  )
  .route('/proposals', proposals)
  .get('/:id', requireAdmin('deposits.read'), loggedList('deposit'), async (c) => {
    const found = await readDeposit(depsFrom(c), actorOf(c), c.req.param('id'));
    return found.ok ? c.json(found.value, 200) : problem(c, found.error);
  })
  .post(
    '/:id/proposals',
    requireAdminChange('deposits.propose'),
    jsonBody(DepositProposalRequest),
    async (c) => {
      const command = { id: c.req.param('id'), ...c.req.valid('json') };
      const proposed = await proposeAboutDeposit(depsFrom(c), actorOf(c), command);
      return proposed.ok ? c.json(proposed.value, 201) : problem(c, proposed.error);
    },
  );
