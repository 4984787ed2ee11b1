// POST /api/quotes: the server's price for an order, signed, for 20 seconds.

import { Hono } from 'hono';
import { requireUnfrozenReader } from '../auth/guards.ts';
import { QuoteRequest } from '../contract/trades.ts';
import type { OrderSize } from '../domain/quotes.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { readingDepsFrom } from '../services/deps.ts';
import { makeQuote } from '../services/make-quote.ts';
import { takeQuoteSlot } from '../services/quote-limit.ts';

export const quotes = new Hono<AppEnv>()
  .use(noStore)
  .post('/', requireUnfrozenReader, jsonBody(QuoteRequest), async (c) => {
    const { userId: accountId, session } = c.var.reader;
    const body = c.req.valid('json');
    const { side, metal } = body;
    // At once, so that the database and the hub are one hop; what an ended session asks for does not count against its owner.
    const [slot, quote] = await Promise.all([
      session().then(() => takeQuoteSlot(c.env, accountId)),
      makeQuote(readingDepsFrom(c), { accountId, side, metal, size: sizeOf(body), session }),
    ]);
    if (!slot.ok) return problem(c, slot.error);
    return quote.ok ? c.json(quote.value, 201) : problem(c, quote.error);
  });

function sizeOf(body: QuoteRequest): OrderSize {
  if (body.ouncesE4 !== undefined) return { by: 'weight', ouncesE4: body.ouncesE4 };
  if (body.totalCents !== undefined) return { by: 'money', totalCents: body.totalCents };
  return { by: 'max' };
}
