// GET /api/stats: public counts, the same for all.

import { Hono } from 'hono';
import type { AppEnv } from '../http/hono.ts';
import { depsFrom } from '../services/deps.ts';
import { publicStats, STATS_CACHE_SECONDS } from '../services/public-stats.ts';

export const stats = new Hono<AppEnv>().get('/', async (c) => {
  const counted = await publicStats(depsFrom(c));
  c.header('Cache-Control', `public, max-age=${STATS_CACHE_SECONDS}`);
  return c.json(counted, 200);
});
