// /api/admin/submissions: what customers sent, for operators of tier premium (P12).

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import { SubmissionExport, SubmissionsQuery } from '../../contract/operators/submissions.ts';
import { CSV_TYPE } from '../../domain/csv.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import {
  forwardFailedAgain,
  forwardNow,
  oneSubmission,
  pageOfSubmissions,
  submissionCounters,
} from '../../services/operators/submissions.ts';
import { depsFrom } from '../../services/deps.ts';
import { exportedFile, openExport } from '../../services/operators/export-submissions.ts';
import { loggedList } from './logged-list.ts';

export const submissions = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('submissions.read'), query(SubmissionsQuery), loggedList('submission'), async (c) =>
    c.json(await pageOfSubmissions(depsFrom(c), c.req.valid('query')), 200),
  )
  .get('/counters', requireAdmin('submissions.read'), async (c) =>
    c.json(await submissionCounters(depsFrom(c)), 200),
  )
  .post('/exports', requireAdminChange('submissions.export'), jsonBody(SubmissionExport), async (c) =>
    c.json(await openExport(depsFrom(c), operatorOf(c), c.req.valid('json')), 201),
  )
  .get('/exports/:id', requireAdmin('submissions.export'), async (c) => {
    const file = await exportedFile(depsFrom(c), c.var.session.userId, c.req.param('id'));
    if (!file.ok) return problem(c, file.error);
    c.header('Content-Type', CSV_TYPE);
    c.header('Content-Disposition', `attachment; filename="${file.value.name}"`);
    return c.body(file.value.body, 200);
  })
  .post('/forward-failed', requireAdminChange('submissions.forward'), async (c) => {
    const queued = await forwardFailedAgain(depsFrom(c), operatorOf(c));
    return queued.ok ? c.json(queued.value, 200) : problem(c, queued.error);
  })
  .get('/:id', requireAdmin('submissions.read'), async (c) => {
    const submission = await oneSubmission(depsFrom(c), c.req.param('id'));
    return submission.ok ? c.json(submission.value, 200) : problem(c, submission.error);
  })
  .post('/:id/forward', requireAdminChange('submissions.forward'), async (c) => {
    const forwarding = await forwardNow(depsFrom(c), operatorOf(c), c.req.param('id'));
    return forwarding.ok ? c.json(forwarding.value, 200) : problem(c, forwarding.error);
  });
