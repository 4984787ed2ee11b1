// GET /api/admin/treasury: the house's money.

import { Hono } from 'hono';
import { requireAdmin } from '../../auth/operators.ts';
import type { TreasuryReport } from '../../contract/operators/treasury.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { depsFrom } from '../../services/deps.ts';
import { treasuryReport } from '../../services/operators/treasury.ts';

export const treasury = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('treasury.read'), async (c) =>
    c.json((await treasuryReport(depsFrom(c))) satisfies TreasuryReport, 200),
  );
