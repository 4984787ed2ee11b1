// /api/admin/audit-log: what operators did, for operators.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  type AuditActors,
  AuditCheckQuery,
  type AuditCheckStep,
  AuditExport,
  type AuditExportReady,
  type AuditLogPage,
  AuditLogQuery,
} from '../../contract/operators/audit-log.ts';
import { CSV_TYPE } from '../../domain/csv.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import {
  auditActors,
  auditLogPage,
  checkAuditLog,
  exportedAuditLog,
  openAuditExport,
} from '../../services/operators/audit-log.ts';
import { depsFrom } from '../../services/deps.ts';

export const auditLog = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('audit.read'), query(AuditLogQuery), async (c) =>
    c.json((await auditLogPage(depsFrom(c), c.req.valid('query'))) satisfies AuditLogPage, 200),
  )
  .get('/actors', requireAdmin('audit.read'), async (c) =>
    c.json((await auditActors(depsFrom(c))) satisfies AuditActors, 200),
  )
  .get('/check', requireAdmin('audit.read'), query(AuditCheckQuery), async (c) =>
    c.json((await checkAuditLog(depsFrom(c), c.req.valid('query'))) satisfies AuditCheckStep, 200),
  )
  .post('/exports', requireAdminChange('audit.export'), jsonBody(AuditExport), async (c) => {
    const ready = await openAuditExport(depsFrom(c), operatorOf(c), c.req.valid('json'));
    return c.json(ready satisfies AuditExportReady, 201);
  })
  .get('/exports/:id', requireAdmin('audit.export'), async (c) => {
    const file = await exportedAuditLog(depsFrom(c), c.var.session.userId, c.req.param('id'));
    if (!file.ok) return problem(c, file.error);
    c.header('Content-Type', CSV_TYPE);
    c.header('Content-Disposition', `attachment; filename="${file.value.name}"`);
    return c.body(file.value.body, 200);
  });
