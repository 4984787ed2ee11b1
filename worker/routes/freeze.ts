// The freeze of an account: by the link of a letter, from wherever the mailbox is; undone by its owner, who signs in. Opening a
// link does nothing, because mail programs open links by themselves: the page sends what its button says.

import { Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { requireSession } from '../auth/guards.ts';
import { PressedLink } from '../contract/emails.ts';
import type { FreezeState } from '../contract/profile.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { freezeByLink, undoFreeze } from '../services/freeze.ts';

export const freeze = new Hono<AppEnv>()
  .use(noStore)
  .post('/', jsonBody(PressedLink), async (c) => {
    const frozen = await freezeByLink(depsFrom(c), { ...c.req.valid('json'), client: clientOf(c) });
    return frozen.ok ? c.body(null, 204) : problem(c, frozen.error);
  })
  .post('/undo', requireSession, async (c) => {
    const { userId, steppedUpAt } = c.var.session;
    const asked = await undoFreeze(depsFrom(c), { userId, steppedUpAt, client: clientOf(c) });
    return asked.ok ? c.json(asked.value satisfies FreezeState, 200) : problem(c, asked.error);
  });
