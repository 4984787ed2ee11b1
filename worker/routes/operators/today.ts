// GET /api/admin/today: what waits, and what cannot.

import { Hono } from 'hono';
import { requireAdmin } from '../../auth/operators.ts';
import type { Today } from '../../contract/operators/today.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { depsFrom } from '../../services/deps.ts';
import { todayFor } from '../../services/operators/today.ts';

export const today = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('area.open'), async (c) =>
    c.json((await todayFor(depsFrom(c), c.var.session)) satisfies Today, 200),
  );
