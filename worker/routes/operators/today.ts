// /api/admin/today: what waits, and what cannot. Whoever may look into an alert takes it and gives it back; which kinds a role may look
// into, domain/operator-alerts.ts says.

import { Hono } from 'hono';
import { actorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import { AlertChange, type OperatorAlert, type Today } from '../../contract/operators/today.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import { changeAlert } from '../../services/operators/alerts.ts';
import { todayFor } from '../../services/operators/today.ts';

export const today = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('area.open'), async (c) =>
    c.json((await todayFor(depsFrom(c), c.var.session)) satisfies Today, 200),
  )
  .patch('/alerts/:id', requireAdminChange('area.open'), jsonBody(AlertChange), async (c) => {
    const changed = await changeAlert(depsFrom(c), actorOf(c), {
      id: c.req.param('id'),
      ...c.req.valid('json'),
    });
    return changed.ok ? c.json(changed.value satisfies OperatorAlert, 200) : problem(c, changed.error);
  });
