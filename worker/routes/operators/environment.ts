// GET /api/admin/environment: whether money here is real. Asked of the Worker's own setting, because an address says nothing
// certain of what answers at it.

import { Hono } from 'hono';
import { requireAdmin } from '../../auth/operators.ts';
import type { DeploymentEnvironment } from '../../contract/operators/environment.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';

export const environment = new Hono<AppEnv>().use(noStore).get('/', requireAdmin('area.open'), (c) => {
  // Whatever is not local is treated as production, as by the payment gateways.
  const isLocal = (c.env.ENVIRONMENT as string) === 'local';
  return c.json({ name: isLocal ? 'local' : 'production' } satisfies DeploymentEnvironment, 200);
});
