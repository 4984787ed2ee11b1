// /api/admin/identities: compliance's queue; one identity and its papers, once their opening is in the audit log.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  type IdentitiesPage,
  IdentitiesQuery,
  IdentityDecision,
  type IdentityDetails,
  type IdentityView,
} from '../../contract/operators/identities.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { loggedList } from './logged-list.ts';
import { depsFrom } from '../../services/deps.ts';
import { decideIdentity } from '../../services/operators/decide-identity.ts';
import {
  openIdentityView,
  pageOfIdentities,
  readIdentity,
  readIdentityDocument,
} from '../../services/operators/identities.ts';

export const identities = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('identities.read'), query(IdentitiesQuery), loggedList('identity'), async (c) => {
    const page = await pageOfIdentities(depsFrom(c), c.req.valid('query'));
    return c.json(page satisfies IdentitiesPage, 200);
  })
  .post('/:userId/views', requireAdmin('identities.read'), async (c) => {
    const opened = await openIdentityView(depsFrom(c), operatorOf(c), c.req.param('userId'));
    return opened.ok ? c.json(opened.value satisfies IdentityView, 201) : problem(c, opened.error);
  })
  .get('/:userId', requireAdmin('identities.read'), async (c) => {
    const viewing = { userId: c.req.param('userId'), operatorId: c.var.session.userId };
    const found = await readIdentity(depsFrom(c), viewing);
    return found.ok ? c.json(found.value satisfies IdentityDetails, 200) : problem(c, found.error);
  })
  .get('/:userId/documents/:documentId', requireAdmin('identities.read'), async (c) => {
    const { userId, documentId } = c.req.param();
    const operatorId = c.var.session.userId;
    const seen = await readIdentityDocument(depsFrom(c), { userId, operatorId, documentId });
    if (!seen.ok) return problem(c, seen.error);
    // Shown inside the page, never as a page or a download of its own.
    return c.body(new Uint8Array(seen.value.bytes), 200, {
      'Content-Type': seen.value.type,
      'Content-Disposition': 'inline',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  })
  .post(
    '/:userId/decisions',
    requireAdminChange('identities.decide'),
    jsonBody(IdentityDecision),
    async (c) => {
      const command = { userId: c.req.param('userId'), ...c.req.valid('json') };
      const decided = await decideIdentity(depsFrom(c), operatorOf(c), command);
      return decided.ok ? c.json(decided.value satisfies IdentityDetails, 200) : problem(c, decided.error);
    },
  );
