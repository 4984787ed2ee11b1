// GET /api/admin/figures: how the system runs, for the charts of the operators' page.

import { Hono } from 'hono';
import { requireAdmin } from '../../auth/operators.ts';
import { FiguresQuery, type FiguresReport } from '../../contract/operators/figures.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import { figuresReport } from '../../services/operators/figures.ts';

export const figures = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('figures.read'), query(FiguresQuery), async (c) => {
    const report = await figuresReport(depsFrom(c), c.req.valid('query').period);
    return report.ok ? c.json(report.value satisfies FiguresReport, 200) : problem(c, report.error);
  });
