// /api/admin/ledger: the check, the house's balances, movements and operations; reversals, proposed by one operator and
// decided by another. Every change needs a proof of the last half hour and is in the audit log.

import { type Context, Hono } from 'hono';
import { requireAdmin } from '../../auth/guards.ts';
import { operatorOf, requireAdminStepUp } from '../../auth/operators.ts';
import {
  LedgerTransactionsQuery,
  ReversalApproval,
  ReversalProposalsQuery,
  ReversalRejection,
  ReversalRequest,
} from '../../contract/operators/ledger.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import {
  approveReversal,
  rejectReversal,
  withdrawReversal,
} from '../../services/operators/decide-reversal.ts';
import {
  checkNow,
  ledgerOverview,
  pageOfLedgerTransactions,
  readOperation,
} from '../../services/operators/ledger.ts';
import { pageOfProposals, proposeReversal } from '../../services/operators/reversals.ts';
import type { Operator } from '../../services/operators/customer-status.ts';
import { depsFrom } from '../../services/deps.ts';

const operator = (c: Context<AppEnv>): Operator => ({ ...operatorOf(c), actorId: c.var.session.userId });

const reversals = new Hono<AppEnv>()
  .get('/', query(ReversalProposalsQuery), async (c) =>
    c.json(await pageOfProposals(depsFrom(c), operator(c), c.req.valid('query')), 200),
  )
  .post('/', requireAdminStepUp, jsonBody(ReversalRequest), async (c) => {
    const proposed = await proposeReversal(depsFrom(c), operator(c), c.req.valid('json'));
    return proposed.ok ? c.json(proposed.value, 201) : problem(c, proposed.error);
  })
  .post('/:id/approve', requireAdminStepUp, jsonBody(ReversalApproval), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const approved = await approveReversal(depsFrom(c), operator(c), command);
    return approved.ok ? c.json(approved.value, 200) : problem(c, approved.error);
  })
  .post('/:id/reject', requireAdminStepUp, jsonBody(ReversalRejection), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const rejected = await rejectReversal(depsFrom(c), operator(c), command);
    return rejected.ok ? c.json(rejected.value, 200) : problem(c, rejected.error);
  })
  .post('/:id/withdraw', requireAdminStepUp, async (c) => {
    const withdrawn = await withdrawReversal(depsFrom(c), operator(c), c.req.param('id'));
    return withdrawn.ok ? c.json(withdrawn.value, 200) : problem(c, withdrawn.error);
  });

export const ledger = new Hono<AppEnv>()
  .use(noStore)
  .use(requireAdmin)
  .get('/', async (c) => c.json(await ledgerOverview(depsFrom(c)), 200))
  .post('/checks', requireAdminStepUp, async (c) => c.json(await checkNow(depsFrom(c), operator(c)), 201))
  .get('/movements', query(LedgerTransactionsQuery), async (c) =>
    c.json(await pageOfLedgerTransactions(depsFrom(c), c.req.valid('query')), 200),
  )
  .get('/operations/:id', async (c) => {
    const found = await readOperation(depsFrom(c), operator(c), c.req.param('id'));
    return found.ok ? c.json(found.value, 200) : problem(c, found.error);
  })
  .route('/reversals', reversals);
