// POST /api/trades: executes a quote, once per key and once per quote.

import { Hono } from 'hono';
import { requireSession } from '../auth/guards.ts';
import { TradeRequest } from '../contract/trades.ts';
import type { AppEnv } from '../http/hono.ts';
import { markReplayed, moneyRequestOf, requireIdempotencyKey } from '../http/money-request.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { executeTrade } from '../services/execute-trade.ts';

export const trades = new Hono<AppEnv>()
  .use(noStore)
  .post('/', requireSession, requireIdempotencyKey, jsonBody(TradeRequest), async (c) => {
    const { quote } = c.req.valid('json');
    const traded = await executeTrade(depsFrom(c), moneyRequestOf(c), quote, c.var.session.steppedUpAt);
    if (!traded.ok) return problem(c, traded.error);
    markReplayed(c, traded.value.replayed);
    return c.json(traded.value.body, 201);
  });
