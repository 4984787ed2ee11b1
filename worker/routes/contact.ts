// POST /api/contact: a visitor's message. Public, from this site's own pages; rate-limited.

import { Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { ContactMessage } from '../contract/contact.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { sendContact } from '../services/send-contact.ts';

export const contact = new Hono<AppEnv>().use(noStore).post('/', jsonBody(ContactMessage), async (c) => {
  const sent = await sendContact(depsFrom(c), { ...c.req.valid('json'), client: clientOf(c) });
  if (!sent.ok) return problem(c, sent.error);
  return c.json(sent.value, 202);
});
