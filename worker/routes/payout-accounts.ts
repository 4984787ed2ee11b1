// /api/payout-accounts: where the signed-in customer's money may go.

import { type Context, Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { requireConfirmedEmail, requireSession, requireUnfrozen } from '../auth/guards.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { type PayoutAccount, PayoutAccountRequest, type PayoutAccounts } from '../contract/withdrawals.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { addPayoutAccount, ownPayoutAccounts, removePayoutAccount } from '../services/payout-accounts.ts';

const whoOf = (c: Context<AppEnv>) => ({ userId: c.var.session.userId, client: clientOf(c) });

export const payoutAccounts = new Hono<AppEnv>()
  .use(noStore)
  .use(requireSession)
  .get('/', async (c) => {
    const accounts = await ownPayoutAccounts(depsFrom(c), c.var.session.userId);
    return c.json({ accounts } satisfies PayoutAccounts, 200);
  })
  .post(
    '/',
    requireUnfrozen,
    requireConfirmedEmail,
    requireStepUp,
    jsonBody(PayoutAccountRequest),
    async (c) => {
      const added = await addPayoutAccount(depsFrom(c), whoOf(c), c.req.valid('json'));
      return added.ok ? c.json(added.value satisfies PayoutAccount, 201) : problem(c, added.error);
    },
  )
  .delete('/:id', requireUnfrozen, async (c) => {
    const removed = await removePayoutAccount(depsFrom(c), whoOf(c), c.req.param('id'));
    return removed.ok ? c.body(null, 204) : problem(c, removed.error);
  });
