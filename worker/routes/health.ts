// GET /api/health for load balancers; /api/health/deep for people. With OPS_TOKEN the ledger check runs now.

import { Hono } from 'hono';
import { isOpsToken } from '../auth/ops-token.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { depsFrom } from '../services/deps.ts';
import { deepHealth } from '../services/health.ts';

export const health = new Hono<AppEnv>()
  .use(noStore)
  .get('/', (c) => c.json({ status: 'ok' as const }, 200))
  .get('/deep', async (c) => {
    const report = await deepHealth(depsFrom(c), isOpsToken(c.env, c.req.header('Authorization')));
    return report.database.ok ? c.json(report, 200) : c.json(report, 503);
  });
