// GET /api/portfolio: what the signed-in customer owns, at current prices; /history: what it was worth over time.

import { Hono } from 'hono';
import { requireSession } from '../auth/guards.ts';
import { HistoryQuery } from '../contract/prices.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { query } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { portfolioHistory } from '../services/portfolio-history.ts';
import { readPortfolio } from '../services/portfolio.ts';

export const portfolio = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireSession, async (c) => c.json(await readPortfolio(depsFrom(c), c.var.session.userId), 200))
  .get('/history', requireSession, query(HistoryQuery), async (c) => {
    const { range } = c.req.valid('query');
    return c.json(await portfolioHistory(depsFrom(c), c.var.session.userId, range), 200);
  });
