// POST /api/trades: executes a quote, once per key and once per quote.

import { Hono, type MiddlewareHandler } from 'hono';
import { claimsOf, isUse, requireSession } from '../auth/guards.ts';
import { TradeRequest } from '../contract/trades.ts';
import type { AppEnv } from '../http/hono.ts';
import {
  markReplayed,
  moneyRequestOf,
  requireIdempotencyKey,
  sentMoneyRequest,
} from '../http/money-request.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody, readJson } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { executeTrade } from '../services/execute-trade.ts';
import { tradeAtOnce } from '../services/trade-at-once.ts';

/** Where nothing is unusual one call to the database decides; everything else goes on to the guards, which refuse in their order. */
const atOnce: MiddlewareHandler<AppEnv> = async (c, next) => {
  const claims = await claimsOf(c, Date.now());
  const body = claims === null ? null : await readJson(c, TradeRequest);
  if (claims === null || body === null || !body.ok) return next();
  const request = sentMoneyRequest(c, claims.userId);
  if (request === null) return next();
  const session = { id: claims.sessionId, generation: claims.generation, isUse: isUse(c) };
  const traded = await tradeAtOnce(depsFrom(c), request, session, body.value.quote);
  if (traded === null) return next();
  return traded.ok ? c.json(traded.value, 201) : problem(c, traded.error);
};

export const trades = new Hono<AppEnv>()
  .use(noStore)
  .post('/', atOnce, requireSession, requireIdempotencyKey, jsonBody(TradeRequest), async (c) => {
    const { quote } = c.req.valid('json');
    const traded = await executeTrade(depsFrom(c), moneyRequestOf(c), quote, c.var.session.steppedUpAt);
    if (!traded.ok) return problem(c, traded.error);
    markReplayed(c, traded.value.replayed);
    return c.json(traded.value.body, 201);
  });
