// POST /api/quotes: the server's price for an order, signed, for 20 seconds.

import { Hono } from 'hono';
import { requireSession, requireUnfrozen } from '../auth/guards.ts';
import { QuoteRequest } from '../contract/trades.ts';
import type { OrderSize } from '../domain/quotes.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { makeQuote } from '../services/make-quote.ts';
import { takeQuoteSlot } from '../services/quote-limit.ts';

export const quotes = new Hono<AppEnv>()
  .use(noStore)
  .post('/', requireSession, requireUnfrozen, jsonBody(QuoteRequest), async (c) => {
    const { userId: accountId, steppedUpAt } = c.var.session;
    const slot = await takeQuoteSlot(c.env, accountId);
    if (!slot.ok) return problem(c, slot.error);
    const body = c.req.valid('json');
    const { side, metal } = body;
    const command = { accountId, side, metal, size: sizeOf(body), steppedUpAt };
    const quote = await makeQuote(depsFrom(c), command);
    return quote.ok ? c.json(quote.value, 201) : problem(c, quote.error);
  });

function sizeOf(body: QuoteRequest): OrderSize {
  if (body.ouncesE4 !== undefined) return { by: 'weight', ouncesE4: body.ouncesE4 };
  if (body.totalCents !== undefined) return { by: 'money', totalCents: body.totalCents };
  return { by: 'max' };
}
