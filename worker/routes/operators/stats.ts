// GET /api/admin/stats: the four figures of the operators' dashboard.

import { Hono } from 'hono';
import { requireAdmin } from '../../auth/operators.ts';
import { type CustomerStatistics, CustomerStatisticsQuery } from '../../contract/operators/customers.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { query } from '../../http/validate.ts';
import { customerStatistics as readStats } from '../../services/operators/stats.ts';
import { depsFrom } from '../../services/deps.ts';

export const customerStatistics = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('customers.read'), query(CustomerStatisticsQuery), async (c) => {
    const stats = await readStats(depsFrom(c), c.req.valid('query').fresh === '1');
    return c.json(stats satisfies CustomerStatistics, 200);
  });
