// GET /api/health for load balancers; /api/health/deep for monitoring: well or not for everybody, with OPS_TOKEN in detail.

import { Hono } from 'hono';
import { isOpsToken } from '../auth/ops-token.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { depsFrom } from '../services/deps.ts';
import { deepHealth, publicHealth } from '../services/health.ts';

export const health = new Hono<AppEnv>()
  .use(noStore)
  .get('/', (c) => c.json({ status: 'ok' as const }, 200))
  .get('/deep', async (c) => {
    if (isOpsToken(c.env, c.req.header('Authorization'))) {
      const report = await deepHealth(depsFrom(c));
      return c.json(report, report.database.ok ? 200 : 503);
    }
    const { answers, ...told } = await publicHealth(depsFrom(c));
    return c.json(told, answers ? 200 : 503);
  });
