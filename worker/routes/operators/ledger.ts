// /api/admin/ledger: the check, the house's balances, movements and operations; reversals, proposed by one operator and
// decided by another. Every change needs a proof of the last half hour and is in the audit log.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
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
import { depsFrom } from '../../services/deps.ts';
import { loggedList } from './logged-list.ts';

const reversals = new Hono<AppEnv>()
  .get('/', requireAdmin('ledger.read'), query(ReversalProposalsQuery), async (c) =>
    c.json(await pageOfProposals(depsFrom(c), operatorOf(c), c.req.valid('query')), 200),
  )
  .post('/', requireAdminChange('reversals.propose'), jsonBody(ReversalRequest), async (c) => {
    const proposed = await proposeReversal(depsFrom(c), operatorOf(c), c.req.valid('json'));
    return proposed.ok ? c.json(proposed.value, 201) : problem(c, proposed.error);
  })
  .post('/:id/approve', requireAdminChange('reversals.decide'), jsonBody(ReversalApproval), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const approved = await approveReversal(depsFrom(c), operatorOf(c), command);
    return approved.ok ? c.json(approved.value, 200) : problem(c, approved.error);
  })
  .post('/:id/reject', requireAdminChange('reversals.decide'), jsonBody(ReversalRejection), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const rejected = await rejectReversal(depsFrom(c), operatorOf(c), command);
    return rejected.ok ? c.json(rejected.value, 200) : problem(c, rejected.error);
  })
  .post('/:id/withdraw', requireAdminChange('reversals.propose'), async (c) => {
    const withdrawn = await withdrawReversal(depsFrom(c), operatorOf(c), c.req.param('id'));
    return withdrawn.ok ? c.json(withdrawn.value, 200) : problem(c, withdrawn.error);
  });

export const ledger = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('ledger.read'), async (c) => c.json(await ledgerOverview(depsFrom(c)), 200))
  .post('/checks', requireAdminChange('ledger.check'), async (c) =>
    c.json(await checkNow(depsFrom(c), operatorOf(c)), 201),
  )
  .get(
    '/movements',
    requireAdmin('ledger.read'),
    query(LedgerTransactionsQuery),
    loggedList('ledger'),
    async (c) => c.json(await pageOfLedgerTransactions(depsFrom(c), c.req.valid('query')), 200),
  )
  .get('/operations/:id', requireAdmin('ledger.read'), async (c) => {
    const found = await readOperation(depsFrom(c), operatorOf(c), c.req.param('id'));
    return found.ok ? c.json(found.value, 200) : problem(c, found.error);
  })
  .route('/reversals', reversals);
