// POST /api/deposits: asks the payment gateway for money, once per key.

import { Hono } from 'hono';
import { requireSession } from '../auth/guards.ts';
import { DepositRequest } from '../contract/deposits.ts';
import type { AppEnv } from '../http/hono.ts';
import { markReplayed, moneyRequestOf, requireIdempotencyKey } from '../http/money-request.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { makeDeposit } from '../services/make-deposit.ts';

export const deposits = new Hono<AppEnv>()
  .use(noStore)
  .post('/', requireSession, requireIdempotencyKey, jsonBody(DepositRequest), async (c) => {
    const deposited = await makeDeposit(depsFrom(c), moneyRequestOf(c), c.req.valid('json'));
    if (!deposited.ok) return problem(c, deposited.error);
    markReplayed(c, deposited.value.replayed);
    return c.json(deposited.value.body, 201);
  });
