// /api/admin/reconciliation: files of the gateway and the banks, compared with the books. A file comes as the raw body.

import { Hono } from 'hono';
import { actorOf, operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  type BankBreak,
  type BankBreaksPage,
  BankBreaksQuery,
  type BankFileLines,
  type BankFileLoaded,
  BankFileQuery,
  type BankFilesPage,
  BankFilesQuery,
  BankLinesQuery,
  BreakResolution,
  type ReconciliationOverview,
  SetAsideRequest,
} from '../../contract/operators/reconciliation.ts';
import { accountOfSource, BANK_FILE_MAX_BYTES } from '../../domain/bank-files.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import {
  approveSetAside,
  bankFileLines,
  dropSetAside,
  pageOfBankFiles,
  proposeSetAside,
} from '../../services/operators/bank-files.ts';
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
  .get('/files', requireAdmin('reconciliation.read'), query(BankFilesQuery), async (c) => {
    const page = await pageOfBankFiles(depsFrom(c), actorOf(c), c.req.valid('query'));
    return c.json(page satisfies BankFilesPage, 200);
  })
  .get('/files/:id', requireAdmin('reconciliation.read'), query(BankLinesQuery), async (c) => {
    const lines = await bankFileLines(depsFrom(c), c.req.param('id'), c.req.valid('query'));
    return lines.ok ? c.json(lines.value satisfies BankFileLines, 200) : problem(c, lines.error);
  })
  .post(
    '/files/:id/set-aside',
    requireAdminChange('reconciliation.change'),
    jsonBody(SetAsideRequest),
    async (c) => {
      const command = { id: c.req.param('id'), ...c.req.valid('json') };
      const proposed = await proposeSetAside(depsFrom(c), actorOf(c), command);
      return proposed.ok ? c.json(proposed.value satisfies BankFilesPage, 201) : problem(c, proposed.error);
    },
  )
  .post('/set-asides/:id/approve', requireAdminChange('reconciliation.change'), async (c) => {
    const done = await approveSetAside(depsFrom(c), actorOf(c), c.req.param('id'));
    return done.ok ? c.json(done.value satisfies BankFilesPage, 200) : problem(c, done.error);
  })
  .post('/set-asides/:id/drop', requireAdminChange('reconciliation.change'), async (c) => {
    const dropped = await dropSetAside(depsFrom(c), actorOf(c), c.req.param('id'));
    return dropped.ok ? c.json(dropped.value satisfies BankFilesPage, 200) : problem(c, dropped.error);
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
