// GET /api/portfolio: what the signed-in customer owns, at current prices; /history: what it was worth over time.

import { Hono } from 'hono';
import { requireReader } from '../auth/guards.ts';
import { HistoryQuery } from '../contract/prices.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { query } from '../http/validate.ts';
import { readingDepsFrom } from '../services/deps.ts';
import { portfolioHistory } from '../services/portfolio-history.ts';
import { readPortfolio } from '../services/portfolio.ts';

export const portfolio = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireReader, async (c) =>
    c.json(await readPortfolio(readingDepsFrom(c), c.var.reader.userId), 200),
  )
  .get('/history', requireReader, query(HistoryQuery), async (c) => {
    const { range } = c.req.valid('query');
    return c.json(await portfolioHistory(readingDepsFrom(c), c.var.reader.userId, range), 200);
  });
