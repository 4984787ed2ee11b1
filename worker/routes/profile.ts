// A customer's own profile: signed-in customers only.

import { Hono } from 'hono';
import { requireSession } from '../auth/guards.ts';
import { ProfileChange } from '../contract/accounts.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { changeProfile, readProfile } from '../services/profile.ts';

export const profile = new Hono<AppEnv>()
  .use(noStore)
  .use(requireSession)
  .get('/', async (c) => c.json(await readProfile(depsFrom(c), c.var.session.userId), 200))
  .patch('/', jsonBody(ProfileChange), async (c) =>
    c.json(await changeProfile(depsFrom(c), c.var.session.userId, c.req.valid('json')), 200),
  );
