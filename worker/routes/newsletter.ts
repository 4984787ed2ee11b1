// POST /api/newsletter: an e-mail for the list. Public, from this site's own pages; rate-limited. Confirming and leaving are by
// the links of letters: leaving is one POST of a mail program without login, cookies or a redirect (RFC 8058).

import { type Context, Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { Subscription } from '../contract/contact.ts';
import { PressedLink } from '../contract/emails.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { confirmSubscription, subscribe, unsubscribe } from '../services/subscribe.ts';

/** Tokens are 43 characters, and 64 of subscribers from before. */
const TOKEN_MAX_CHARACTERS = 64;

const leaveTokenOf = (c: Context<AppEnv>): string =>
  (c.req.query('token') ?? '').slice(0, TOKEN_MAX_CHARACTERS);

export const newsletter = new Hono<AppEnv>()
  .use(noStore)
  .post('/', jsonBody(Subscription), async (c) => {
    const subscribed = await subscribe(depsFrom(c), { ...c.req.valid('json'), client: clientOf(c) });
    if (!subscribed.ok) return problem(c, subscribed.error);
    return c.body(null, 202);
  })
  .post('/confirm', jsonBody(PressedLink), async (c) => {
    const confirmed = await confirmSubscription(depsFrom(c), {
      ...c.req.valid('json'),
      client: clientOf(c),
    });
    return confirmed.ok ? c.body(null, 204) : problem(c, confirmed.error);
  })
  // The body says List-Unsubscribe=One-Click, which is all it may say: it is not read.
  .post('/unsubscribe', async (c) => {
    await unsubscribe(depsFrom(c), leaveTokenOf(c));
    return c.body(null, 200);
  })
  // Whoever opens the address of the header in a browser presses a button first: mail programs open links by themselves.
  .get('/unsubscribe', (c) =>
    c.redirect(`/newsletter/leave#token=${encodeURIComponent(leaveTokenOf(c))}`, 302),
  );
