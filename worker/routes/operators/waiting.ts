// GET /api/admin/waiting: the work that waits for the calling operator.

import { Hono } from 'hono';
import { requireAdmin } from '../../auth/operators.ts';
import type { WaitingWork } from '../../contract/operators/waiting.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { depsFrom } from '../../services/deps.ts';
import { waitingWork } from '../../services/operators/waiting.ts';

export const waiting = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('area.open'), async (c) =>
    c.json((await waitingWork(depsFrom(c), c.var.session)) satisfies WaitingWork, 200),
  );
