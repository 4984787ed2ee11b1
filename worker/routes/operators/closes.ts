// /api/admin/closes: the closes of the days, the signed record of each, and computing some of them again.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import { CloseCheckRequest, DayClosesQuery } from '../../contract/operators/closes.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import { checkCloses, closeRecord, pageOfCloses } from '../../services/operators/day-closes.ts';

export const closes = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('ledger.read'), query(DayClosesQuery), async (c) =>
    c.json(await pageOfCloses(depsFrom(c), c.req.valid('query')), 200),
  )
  .post('/checks', requireAdminChange('ledger.check'), jsonBody(CloseCheckRequest), async (c) =>
    c.json(await checkCloses(depsFrom(c), operatorOf(c), c.req.valid('json')), 201),
  )
  .get('/:day/record', requireAdmin('ledger.read'), async (c) => {
    const day = c.req.param('day');
    const record = await closeRecord(depsFrom(c), day);
    if (!record.ok) return problem(c, record.error);
    c.header('Content-Disposition', `attachment; filename="onca-close-${day}.json"`);
    return c.body(record.value, 200, { 'Content-Type': 'application/json' });
  });
