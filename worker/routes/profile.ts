// A customer's own profile: signed-in customers only.

import { Hono } from 'hono';
import { requireReader, requireSession } from '../auth/guards.ts';
import { ProfileChange } from '../contract/accounts.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom, readingDepsFrom } from '../services/deps.ts';
import { changeProfile, readProfile } from '../services/profile.ts';

export const profile = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireReader, async (c) =>
    c.json(await readProfile(readingDepsFrom(c), c.var.reader.userId), 200),
  )
  .patch('/', requireSession, jsonBody(ProfileChange), async (c) =>
    c.json(await changeProfile(depsFrom(c), c.var.session.userId, c.req.valid('json')), 200),
  );
