// POST /api/newsletter: an e-mail for the list. Public, from this site's own pages; rate-limited.

import { Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { Subscription } from '../contract/contact.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { subscribe } from '../services/subscribe.ts';

export const newsletter = new Hono<AppEnv>().use(noStore).post('/', jsonBody(Subscription), async (c) => {
  const subscribed = await subscribe(depsFrom(c), { ...c.req.valid('json'), client: clientOf(c) });
  if (!subscribed.ok) return problem(c, subscribed.error);
  return c.body(null, 202);
});
