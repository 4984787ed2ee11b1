// /api/admin/withdrawals: the queue, one of it with its entries, and the decisions of operators.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  WithdrawalDecision,
  type WithdrawalDetails,
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
  approveWithdrawal,
  oneQueued,
  rejectWithdrawal,
  stopWithdrawal,
  withdrawalQueue,
} from '../../services/operators/withdrawals.ts';
import { loggedList } from './logged-list.ts';

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
  .get('/:id', requireAdmin('withdrawals.read'), loggedList('withdrawal'), async (c) => {
    const one = await oneQueued(depsFrom(c), operatorOf(c), c.req.param('id'));
    return one.ok ? c.json(one.value satisfies WithdrawalDetails, 200) : problem(c, one.error);
  })
  .post('/:id/approve', requireAdminChange('withdrawals.decide'), jsonBody(WithdrawalDecision), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const approved = await approveWithdrawal(depsFrom(c), operatorOf(c), command);
    return approved.ok ? c.json(approved.value satisfies WithdrawalDetails, 200) : problem(c, approved.error);
  })
  .post('/:id/stop', requireAdminChange('withdrawals.decide'), jsonBody(WithdrawalDecision), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const stopped = await stopWithdrawal(depsFrom(c), operatorOf(c), command);
    return stopped.ok ? c.json(stopped.value satisfies WithdrawalDetails, 200) : problem(c, stopped.error);
  })
  .post('/:id/reject', requireAdminChange('withdrawals.decide'), jsonBody(WithdrawalRejection), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const rejected = await rejectWithdrawal(depsFrom(c), operatorOf(c), command);
    return rejected.ok ? c.json(rejected.value satisfies WithdrawalDetails, 200) : problem(c, rejected.error);
  });
