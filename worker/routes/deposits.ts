// /api/deposits: asks the payment gateway for money, once per key. In reais: what decides about them, a charge by PIX, and what has become
// of a deposit.

import { Hono } from 'hono';
import { requireReader, requireSession } from '../auth/guards.ts';
import { DepositRequest } from '../contract/deposits.ts';
import { type BrlDeposit, type BrlTerms, type PixDepositReply, PixDepositRequest } from '../contract/pix.ts';
import type { AppEnv } from '../http/hono.ts';
import { markReplayed, moneyRequestOf, requireIdempotencyKey } from '../http/money-request.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { brlTerms, readBrlDeposit } from '../services/brl-deposits.ts';
import { depsFrom, readingDepsFrom } from '../services/deps.ts';
import { makeDeposit } from '../services/make-deposit.ts';
import { makePixDeposit } from '../services/pix-deposits.ts';

export const deposits = new Hono<AppEnv>()
  .use(noStore)
  .post('/', requireSession, requireIdempotencyKey, jsonBody(DepositRequest), async (c) => {
    const deposited = await makeDeposit(depsFrom(c), moneyRequestOf(c), c.req.valid('json'));
    if (!deposited.ok) return problem(c, deposited.error);
    markReplayed(c, deposited.value.replayed);
    return c.json(deposited.value.body, 201);
  })
  .get('/reais', requireReader, async (c) =>
    c.json((await brlTerms(readingDepsFrom(c), c.var.reader.userId)) satisfies BrlTerms, 200),
  )
  .post('/pix', requireSession, requireIdempotencyKey, jsonBody(PixDepositRequest), async (c) => {
    const made = await makePixDeposit(depsFrom(c), moneyRequestOf(c), c.req.valid('json'));
    if (!made.ok) return problem(c, made.error);
    markReplayed(c, made.value.replayed);
    return c.json(made.value.body satisfies PixDepositReply, 201);
  })
  .get('/pix/:id', requireReader, async (c) => {
    const deposit = await readBrlDeposit(readingDepsFrom(c), c.var.reader.userId, c.req.param('id'));
    return deposit === null ? problem(c, { code: 'NotFound' }) : c.json(deposit satisfies BrlDeposit, 200);
  });
