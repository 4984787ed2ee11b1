// /api/admin/reconciliation: files of the gateway and the banks, compared with the books. A file comes as the raw body.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  type BankBreak,
  type BankBreaksPage,
  BankBreaksQuery,
  type BankFileLoaded,
  BankFileQuery,
  BreakResolution,
  type ReconciliationOverview,
} from '../../contract/operators/reconciliation.ts';
import { accountOfSource, BANK_FILE_MAX_BYTES } from '../../domain/bank-files.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import { loadBankFile } from '../../services/operators/load-bank-file.ts';
import {
  pageOfBreaks,
  reconciliationOverview,
  resolveBreak,
  takeBreak,
} from '../../services/operators/reconciliation.ts';

export const reconciliation = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('reconciliation.read'), async (c) =>
    c.json((await reconciliationOverview(depsFrom(c))) satisfies ReconciliationOverview, 200),
  )
  .post('/files', requireAdminChange('reconciliation.change'), query(BankFileQuery), async (c) => {
    const bytes = await readBytes(c.req.raw, BANK_FILE_MAX_BYTES);
    if (bytes === null) return problem(c, { code: 'BankFileTooLarge' });
    const asked = c.req.valid('query');
    const account = accountOfSource(c.env.BANK_ACCOUNTS, asked.source);
    const loaded = await loadBankFile(depsFrom(c), operatorOf(c), { ...asked, bytes, account });
    return loaded.ok ? c.json(loaded.value satisfies BankFileLoaded, 201) : problem(c, loaded.error);
  })
  .get('/breaks', requireAdmin('reconciliation.read'), query(BankBreaksQuery), async (c) => {
    const page = await pageOfBreaks(depsFrom(c), c.var.session.userId, c.req.valid('query'));
    return c.json(page satisfies BankBreaksPage, 200);
  })
  .post('/breaks/:id/take', requireAdminChange('reconciliation.change'), async (c) => {
    const taken = await takeBreak(depsFrom(c), operatorOf(c), c.req.param('id'));
    return taken.ok ? c.json(taken.value satisfies BankBreak, 200) : problem(c, taken.error);
  })
  .post(
    '/breaks/:id/resolve',
    requireAdminChange('reconciliation.change'),
    jsonBody(BreakResolution),
    async (c) => {
      const command = { id: c.req.param('id'), ...c.req.valid('json') };
      const resolved = await resolveBreak(depsFrom(c), operatorOf(c), command);
      return resolved.ok ? c.json(resolved.value satisfies BankBreak, 200) : problem(c, resolved.error);
    },
  );
