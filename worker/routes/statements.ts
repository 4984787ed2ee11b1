// /api/statements: a customer's months, each as a page reads it and as files.

import { Hono } from 'hono';
import { requireSession } from '../auth/guards.ts';
import { StatementFileQuery, StatementQuery } from '../contract/statements.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { query } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { statementFile } from '../services/statement-files.ts';
import { listMonths, viewStatement } from '../services/statements.ts';
import { fileReply } from './file-reply.ts';

export const statements = new Hono<AppEnv>()
  .use(noStore)
  .use(requireSession)
  .get('/', async (c) => {
    const list = await listMonths(depsFrom(c), c.var.session.userId);
    return list.ok ? c.json(list.value, 200) : problem(c, list.error);
  })
  .get('/:month', query(StatementQuery), async (c) => {
    const { userId } = c.var.session;
    const view = await viewStatement(depsFrom(c), userId, c.req.param('month'), c.req.valid('query'));
    return view.ok ? c.json(view.value, 200) : problem(c, view.error);
  })
  .get('/:month/file', query(StatementFileQuery), async (c) => {
    const { userId } = c.var.session;
    const wanted = { accountId: userId, readerId: userId, month: c.req.param('month') };
    const file = await statementFile(depsFrom(c), wanted, c.req.valid('query'));
    return file.ok ? fileReply(c, file.value) : problem(c, file.error);
  });
