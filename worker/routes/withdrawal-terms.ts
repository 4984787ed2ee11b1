// /api/withdrawals/terms: what decides about a withdrawal, before one is asked for; and /api/withdrawals/confirm, the link of a letter,
// which is opened wherever the mailbox is.

import { Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { requireSession } from '../auth/guards.ts';
import {
  WithdrawalConfirmation,
  type WithdrawalConfirmed,
  type WithdrawalTerms,
} from '../contract/withdrawals.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { confirmWithdrawal } from '../services/confirm-withdrawal.ts';
import { depsFrom } from '../services/deps.ts';
import { withdrawalTerms as readTerms } from '../services/withdrawal-terms.ts';

export const withdrawalTerms = new Hono<AppEnv>()
  .use(noStore)
  .get('/terms', requireSession, async (c) => {
    const terms = await readTerms(depsFrom(c), c.var.session.userId);
    return c.json(terms satisfies WithdrawalTerms, 200);
  })
  .post('/confirm', jsonBody(WithdrawalConfirmation), async (c) => {
    const confirmed = await confirmWithdrawal(depsFrom(c), { ...c.req.valid('json'), client: clientOf(c) });
    return confirmed.ok
      ? c.json(confirmed.value satisfies WithdrawalConfirmed, 200)
      : problem(c, confirmed.error);
  });
