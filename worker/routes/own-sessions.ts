// GET and DELETE /api/auth/sessions, GET /api/auth/security-log: the signed-in customer's own devices and log. Ending the
// session of another device takes a fresh proof, so that a stolen session cannot shut its owner out.

import { Hono, type MiddlewareHandler } from 'hono';
import { clientOf } from '../auth/client.ts';
import { clearSessionCookies } from '../auth/cookies.ts';
import { requireSession } from '../auth/guards.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { type OwnSessions, SecurityLogQuery, type SessionsEnded } from '../contract/own-sessions.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { query } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { endOtherSessions, endOwnSession, ownSessions, securityLog } from '../services/own-sessions.ts';

const requireStepUpForOthers: MiddlewareHandler<AppEnv> = async (c, next) =>
  c.req.param('sessionId') === c.var.session.sessionId ? next() : requireStepUp(c, next);

export const sessionList = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireSession, async (c) => {
    const list = await ownSessions(depsFrom(c), c.var.session);
    return c.json(list satisfies OwnSessions, 200);
  })
  .delete('/', requireSession, requireStepUp, async (c) => {
    const { userId, sessionId } = c.var.session;
    const ended = await endOtherSessions(depsFrom(c), { userId, sessionId, client: clientOf(c) });
    return c.json(ended satisfies SessionsEnded, 200);
  })
  .delete('/:sessionId', requireSession, requireStepUpForOthers, async (c) => {
    const { userId, sessionId } = c.var.session;
    const endedId = c.req.param('sessionId');
    const ended = await endOwnSession(depsFrom(c), { userId, sessionId, endedId, client: clientOf(c) });
    if (!ended.ok) return problem(c, ended.error);
    if (endedId === sessionId) clearSessionCookies(c);
    return c.body(null, 204);
  });

export const securityEventList = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireSession, query(SecurityLogQuery), async (c) =>
    c.json(await securityLog(depsFrom(c), c.var.session.userId, c.req.valid('query')), 200),
  );
