// GET /api/portfolio: what the signed-in customer owns, at current prices.

import { Hono } from 'hono';
import { requireSession } from '../auth/guards.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { depsFrom } from '../services/deps.ts';
import { readPortfolio } from '../services/portfolio.ts';

export const portfolio = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireSession, async (c) => c.json(await readPortfolio(depsFrom(c), c.var.session.userId), 200));
