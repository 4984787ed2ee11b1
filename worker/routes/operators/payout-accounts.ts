// /api/admin/payout-accounts: accounts that wait because no bank says whose they are.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  PayoutAccountDecision,
  PayoutAccountsQuery,
  type PayoutAccountView,
  type WaitingPayoutAccounts,
} from '../../contract/operators/payout-accounts.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import {
  decidePayoutAccount,
  pageOfPayoutAccounts,
  viewPayoutAccountOf,
} from '../../services/operators/payout-accounts.ts';
import { loggedList } from './logged-list.ts';

export const waitingPayoutAccounts = new Hono<AppEnv>()
  .use(noStore)
  .get(
    '/',
    requireAdmin('payouts.decide'),
    query(PayoutAccountsQuery),
    loggedList('payout-account'),
    async (c) => {
      const page = await pageOfPayoutAccounts(depsFrom(c), operatorOf(c), c.req.valid('query'));
      return c.json(page satisfies WaitingPayoutAccounts, 200);
    },
  )
  .post('/:id/views', requireAdmin('payouts.decide'), async (c) => {
    const opened = await viewPayoutAccountOf(depsFrom(c), operatorOf(c), c.req.param('id'));
    return opened.ok ? c.json(opened.value satisfies PayoutAccountView, 201) : problem(c, opened.error);
  })
  .post(
    '/:id/decisions',
    requireAdminChange('payouts.decide'),
    jsonBody(PayoutAccountDecision),
    async (c) => {
      const command = { id: c.req.param('id'), ...c.req.valid('json') };
      const decided = await decidePayoutAccount(depsFrom(c), operatorOf(c), command);
      return decided.ok ? c.body(null, 204) : problem(c, decided.error);
    },
  );
