// GET /api/metrics: every figure as OpenMetrics text, for a scraper with OPS_TOKEN and for operators who may see them.

import { Hono, type MiddlewareHandler } from 'hono';
import { requireAdmin } from '../auth/operators.ts';
import { isOpsToken } from '../auth/ops-token.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { depsFrom } from '../services/deps.ts';
import { OPEN_METRICS_TYPE } from '../services/open-metrics.ts';
import { metricsText } from '../services/operators/figures.ts';

const guard = requireAdmin('figures.read');
const byTokenOrOperator: MiddlewareHandler<AppEnv> = (c, next) =>
  isOpsToken(c.env, c.req.header('Authorization')) ? next() : guard(c, next);

export const metrics = new Hono<AppEnv>().use(noStore).get('/', byTokenOrOperator, async (c) => {
  const text = await metricsText(depsFrom(c));
  return text.ok ? c.body(text.value, 200, { 'Content-Type': OPEN_METRICS_TYPE }) : problem(c, text.error);
});
