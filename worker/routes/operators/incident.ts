// /api/admin/incident: the banner of the site.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import { IncidentEnd, type IncidentReport, IncidentRequest } from '../../contract/operators/incident.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import { announceIncident, endIncident, incidentReport } from '../../services/operators/incident.ts';

export const incident = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('incident.read'), async (c) =>
    c.json((await incidentReport(depsFrom(c))) satisfies IncidentReport, 200),
  )
  .post('/', requireAdminChange('incident.change'), jsonBody(IncidentRequest), async (c) => {
    const announced = await announceIncident(depsFrom(c), operatorOf(c), c.req.valid('json'));
    return announced.ok ? c.json(announced.value satisfies IncidentReport, 200) : problem(c, announced.error);
  })
  .post('/end', requireAdminChange('incident.change'), jsonBody(IncidentEnd), async (c) => {
    const ended = await endIncident(depsFrom(c), operatorOf(c), c.req.valid('json').id);
    return ended.ok ? c.json(ended.value satisfies IncidentReport, 200) : problem(c, ended.error);
  });
