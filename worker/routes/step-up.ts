// A signed-in customer proves again who they are. Wrong answers are counted per customer.

import { type Context, Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { readRefreshCookie, writeSessionCookies } from '../auth/cookies.ts';
import { requireSession } from '../auth/guards.ts';
import { type PasskeyOptions, StepUp, type SteppedUp } from '../contract/factors.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { type Deps, depsFrom } from '../services/deps.ts';
import { refreshSession } from '../services/sessions.ts';
import { stepUp as prove, stepUpOptions, type StepUpper } from '../services/step-up.ts';

export const stepUp = new Hono<AppEnv>()
  .use(noStore)
  .use(requireSession)
  .post('/', jsonBody(StepUp), async (c) => {
    const deps = depsFrom(c);
    const proven = await prove(deps, whoOf(c), c.req.valid('json'));
    if (!proven.ok) return problem(c, proven.error);
    await giveNewTokens(c, deps);
    return c.json(proven.value as SteppedUp, 200);
  })
  .post('/passkey-options', async (c) =>
    c.json((await stepUpOptions(depsFrom(c), whoOf(c))) as PasskeyOptions, 200),
  );

/** A browser that cannot refresh its session has to sign in again: its access token is of before the proof. */
async function giveNewTokens(c: Context<AppEnv>, deps: Deps): Promise<void> {
  const token = readRefreshCookie(c);
  const renewed = token === undefined ? null : await refreshSession(deps, token, true);
  if (renewed?.ok === true) writeSessionCookies(c, renewed.value.cookies, deps.now());
}

function whoOf(c: Context<AppEnv>): StepUpper {
  const { userId, sessionId, email } = c.var.session;
  return { userId, sessionId, email, client: clientOf(c) };
}
