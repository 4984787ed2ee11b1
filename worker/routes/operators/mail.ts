// /api/admin/mail: the outbox, for operators.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import { ChosenMails, OutboxQuery } from '../../contract/operators/mail.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { discardMails, outboxSummary, pageOfOutbox, resendMails } from '../../services/operators/mail.ts';
import { depsFrom } from '../../services/deps.ts';
import { loggedList } from './logged-list.ts';

export const mail = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('mail.read'), query(OutboxQuery), loggedList('mail'), async (c) =>
    c.json(await pageOfOutbox(depsFrom(c), c.req.valid('query')), 200),
  )
  .get('/summary', requireAdmin('mail.read'), async (c) => c.json(await outboxSummary(depsFrom(c)), 200))
  .post('/resend', requireAdminChange('mail.change'), jsonBody(ChosenMails), async (c) =>
    c.json(await resendMails(depsFrom(c), operatorOf(c), c.req.valid('json')), 200),
  )
  .post('/discard', requireAdminChange('mail.change'), jsonBody(ChosenMails), async (c) =>
    c.json(await discardMails(depsFrom(c), operatorOf(c), c.req.valid('json')), 200),
  );
