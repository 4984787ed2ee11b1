// /api/alerts: a customer's own price alerts and the log of what they reported. Signed-in customers only.

import { Hono } from 'hono';
import { requireReader, requireSession } from '../auth/guards.ts';
import { AlertLogQuery, AlertsRead, AlertSwitch, NewAlert } from '../contract/alerts.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody, query } from '../http/validate.ts';
import { markAlertsRead, pageOfAlertLog } from '../services/alert-log.ts';
import { addAlert, alertsOf, removeAlert, switchAlert } from '../services/alerts.ts';
import { depsFrom, readingDepsFrom } from '../services/deps.ts';

export const alerts = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireReader, async (c) => c.json(await alertsOf(readingDepsFrom(c), c.var.reader.userId), 200))
  .get('/log', requireReader, query(AlertLogQuery), async (c) =>
    c.json(await pageOfAlertLog(readingDepsFrom(c), c.var.reader.userId, c.req.valid('query')), 200),
  )
  .use(requireSession)
  .post('/', jsonBody(NewAlert), async (c) => {
    const added = await addAlert(depsFrom(c), c.var.session.userId, c.req.valid('json'));
    return added.ok ? c.json(added.value, 201) : problem(c, added.error);
  })
  .post('/log/read', jsonBody(AlertsRead), async (c) =>
    c.json(await markAlertsRead(depsFrom(c), c.var.session.userId, c.req.valid('json').upTo), 200),
  )
  .patch('/:alertId', jsonBody(AlertSwitch), async (c) => {
    const { isActive } = c.req.valid('json');
    const switched = await switchAlert(depsFrom(c), c.var.session.userId, c.req.param('alertId'), isActive);
    return switched.ok ? c.json(switched.value, 200) : problem(c, switched.error);
  })
  .delete('/:alertId', async (c) => {
    const removed = await removeAlert(depsFrom(c), c.var.session.userId, c.req.param('alertId'));
    return removed.ok ? c.body(null, 204) : problem(c, removed.error);
  });
