// /api/admin/operators: who runs the product, for owners.

import { Hono } from 'hono';
import { requireAdmin } from '../../auth/operators.ts';
import type { OperatorList } from '../../contract/operators/operators.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { depsFrom } from '../../services/deps.ts';
import { operatorList } from '../../services/operators/operators.ts';

export const operatorAccounts = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('operators.read'), async (c) =>
    c.json((await operatorList(depsFrom(c), c.var.session.userId)) satisfies OperatorList, 200),
  );
