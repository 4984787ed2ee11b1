// /api/profile/data and /api/profile/closing: what a signed-in customer reads about the own data, takes along, and ends.

import { Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { clearSessionCookies } from '../auth/cookies.ts';
import { requireConfirmedEmail, requireReader, requireSession } from '../auth/guards.ts';
import { requireStepUp } from '../auth/step-up.ts';
import {
  type ClosingBegun,
  ClosingRequest,
  type ClosingState,
  ExportRequest,
  type MyData,
} from '../contract/my-data.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { readClosing, requestClosing } from '../services/close-account.ts';
import { depsFrom, readingDepsFrom } from '../services/deps.ts';
import { askForCopy, fetchCopy, readMyData } from '../services/my-data.ts';
import { unsubscribeCustomer } from '../services/subscribe.ts';

export const myData = new Hono<AppEnv>()
  .use(noStore)
  .get('/data', requireReader, async (c) => {
    const data: MyData = await readMyData(readingDepsFrom(c), c.var.reader.userId);
    return c.json(data, 200);
  })
  .get('/closing', requireReader, async (c) => {
    const state: ClosingState = await readClosing(readingDepsFrom(c), c.var.reader.userId);
    return c.json(state, 200);
  })
  .use(requireSession)
  .post('/data/exports', jsonBody(ExportRequest), async (c) => {
    const { userId } = c.var.session;
    const asked = await askForCopy(depsFrom(c), { ...c.req.valid('json'), userId, client: clientOf(c) });
    return asked.ok ? c.body(null, 202) : problem(c, asked.error);
  })
  .get('/data/exports/:id', requireStepUp, async (c) => {
    const wanted = { id: c.req.param('id'), userId: c.var.session.userId, client: clientOf(c) };
    const fetched = await fetchCopy(depsFrom(c), wanted);
    if (!fetched.ok) return problem(c, fetched.error);
    const { body, bytes, name } = fetched.value;
    return c.body(body, 200, {
      'Content-Type': 'application/zip',
      'Content-Length': String(bytes),
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  })
  .delete('/newsletter', requireConfirmedEmail, async (c) => {
    await unsubscribeCustomer(depsFrom(c), c.var.session.userId);
    return c.body(null, 204);
  })
  .post('/closing', requireStepUp, jsonBody(ClosingRequest), async (c) => {
    const { userId } = c.var.session;
    const begun = await requestClosing(depsFrom(c), { ...c.req.valid('json'), userId, client: clientOf(c) });
    if (!begun.ok) return problem(c, begun.error);
    clearSessionCookies(c);
    return c.json(begun.value satisfies ClosingBegun, 202);
  });
