// A signed-in customer proves again who they are. Wrong answers are counted per customer.

import { type Context, Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { requireSession } from '../auth/guards.ts';
import { type PasskeyOptions, StepUp, type SteppedUp } from '../contract/factors.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { stepUp as prove, stepUpOptions, type StepUpper } from '../services/step-up.ts';

export const stepUp = new Hono<AppEnv>()
  .use(noStore)
  .use(requireSession)
  .post('/', jsonBody(StepUp), async (c) => {
    const proven = await prove(depsFrom(c), whoOf(c), c.req.valid('json'));
    return proven.ok ? c.json(proven.value as SteppedUp, 200) : problem(c, proven.error);
  })
  .post('/passkey-options', async (c) =>
    c.json((await stepUpOptions(depsFrom(c), whoOf(c))) as PasskeyOptions, 200),
  );

function whoOf(c: Context<AppEnv>): StepUpper {
  const { userId, sessionId, email } = c.var.session;
  return { userId, sessionId, email, client: clientOf(c) };
}
