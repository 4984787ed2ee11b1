// /api/identity: the signed-in customer's own. A document comes as the raw body; what it is, its bytes say.

import { type Context, Hono } from 'hono';
import { requireConfirmedEmail, requireSession } from '../auth/guards.ts';
import {
  Appeal,
  DocumentQuery,
  DocumentsSubmission,
  type IdentityOverview,
  IdentityRequest,
  PepStatement,
} from '../contract/identity.ts';
import { IMAGE_MAX_BYTES } from '../domain/media.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { readBytes } from '../http/read-bytes.ts';
import { jsonBody, query } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { removeDraft, submitDocuments, uploadDocument } from '../services/identity-papers.ts';
import { appealRefusal, giveIdentity, identityOverview, statePep } from '../services/identity.ts';

const overviewOf = (c: Context<AppEnv>): Promise<IdentityOverview> =>
  identityOverview(depsFrom(c), c.var.session);

export const identity = new Hono<AppEnv>()
  .use(noStore)
  .use(requireSession)
  .get('/', async (c) => c.json(await overviewOf(c), 200))
  .post('/', requireConfirmedEmail, jsonBody(IdentityRequest), async (c) => {
    const given = await giveIdentity(depsFrom(c), c.var.session.userId, c.req.valid('json'));
    return given.ok ? c.json(await overviewOf(c), 200) : problem(c, given.error);
  })
  .post('/documents', query(DocumentQuery), async (c) => {
    const bytes = await readBytes(c.req.raw, IMAGE_MAX_BYTES);
    if (bytes === null) return problem(c, { code: 'ImageTooLarge' });
    const { kind } = c.req.valid('query');
    const uploaded = await uploadDocument(depsFrom(c), c.var.session.userId, { kind, bytes });
    return uploaded.ok ? c.json(await overviewOf(c), 201) : problem(c, uploaded.error);
  })
  .delete('/documents/:id', async (c) => {
    const removed = await removeDraft(depsFrom(c), c.var.session.userId, c.req.param('id'));
    return removed.ok ? c.body(null, 204) : problem(c, removed.error);
  })
  .post('/documents/submission', jsonBody(DocumentsSubmission), async (c) => {
    const submitted = await submitDocuments(depsFrom(c), c.var.session.userId, c.req.valid('json'));
    return submitted.ok ? c.json(await overviewOf(c), 200) : problem(c, submitted.error);
  })
  .post('/appeal', jsonBody(Appeal), async (c) => {
    const appealed = await appealRefusal(depsFrom(c), c.var.session.userId, c.req.valid('json'));
    return appealed.ok ? c.json(await overviewOf(c), 200) : problem(c, appealed.error);
  })
  .put('/pep', jsonBody(PepStatement), async (c) => {
    const stated = await statePep(depsFrom(c), c.var.session.userId, c.req.valid('json'));
    return stated.ok ? c.json(await overviewOf(c), 200) : problem(c, stated.error);
  });
