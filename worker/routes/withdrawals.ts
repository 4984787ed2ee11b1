// /api/withdrawals: asks for money to be sent to an account of the customer's own, once per key; and what became of it.

import { Hono } from 'hono';
import { requireReader, requireSession, requireUnfrozen } from '../auth/guards.ts';
import { requireStepUp } from '../auth/step-up.ts';
import {
  type Withdrawal,
  type WithdrawalReply,
  WithdrawalRequest,
  type WithdrawalsPage,
  WithdrawalsQuery,
} from '../contract/withdrawals.ts';
import type { AppEnv } from '../http/hono.ts';
import { markReplayed, moneyRequestOf, requireIdempotencyKey } from '../http/money-request.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody, query } from '../http/validate.ts';
import { depsFrom, readingDepsFrom } from '../services/deps.ts';
import { requestWithdrawal } from '../services/request-withdrawal.ts';
import { cancelWithdrawal, oneWithdrawal, pageOfWithdrawals } from '../services/withdrawals.ts';

export const withdrawals = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireReader, query(WithdrawalsQuery), async (c) => {
    const page = await pageOfWithdrawals(readingDepsFrom(c), c.var.reader.userId, c.req.valid('query'));
    return c.json(page satisfies WithdrawalsPage, 200);
  })
  .get('/:id', requireReader, async (c) => {
    const one = await oneWithdrawal(readingDepsFrom(c), c.var.reader.userId, c.req.param('id'));
    return one.ok ? c.json(one.value satisfies Withdrawal, 200) : problem(c, one.error);
  })
  .post(
    '/',
    requireSession,
    requireUnfrozen,
    requireIdempotencyKey,
    requireStepUp,
    jsonBody(WithdrawalRequest),
    async (c) => {
      const request = { ...moneyRequestOf(c), provedBy: c.var.session.steppedUpBy };
      const asked = await requestWithdrawal(depsFrom(c), request, c.req.valid('json'));
      if (!asked.ok) return problem(c, asked.error);
      markReplayed(c, asked.value.replayed);
      return c.json(asked.value.body satisfies WithdrawalReply, 201);
    },
  )
  .post('/:id/cancel', requireSession, requireUnfrozen, async (c) => {
    const cancelled = await cancelWithdrawal(depsFrom(c), c.var.session.userId, c.req.param('id'));
    return cancelled.ok ? c.json(cancelled.value satisfies Withdrawal, 200) : problem(c, cancelled.error);
  });
