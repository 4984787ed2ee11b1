// The proof of an e-mail address, and a factor removed by the link of a letter: public, because a link is opened wherever the
// mailbox is. The customer's own changes of address and phone are below /api/profile.

import { Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { requireSession, requireUnfrozen } from '../auth/guards.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { PhoneChange } from '../contract/accounts.ts';
import {
  EmailChangeRequest,
  type EmailConfirmed,
  type OpenEmailChange,
  PressedLink,
} from '../contract/emails.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { cancelEmailChange, changeEmail, openEmailChange } from '../services/change-email.ts';
import { changePhone } from '../services/change-phone.ts';
import { confirmEmail, sendConfirmation } from '../services/confirm-email.ts';
import { depsFrom } from '../services/deps.ts';
import { removeFactorByLink } from '../services/remove-factor.ts';

export const emailLinks = new Hono<AppEnv>()
  .use(noStore)
  .post('/confirm', jsonBody(PressedLink), async (c) => {
    const confirmed = await confirmEmail(depsFrom(c), { ...c.req.valid('json'), client: clientOf(c) });
    return confirmed.ok ? c.json(confirmed.value satisfies EmailConfirmed, 200) : problem(c, confirmed.error);
  })
  .post('/remove-factor', jsonBody(PressedLink), async (c) => {
    const removed = await removeFactorByLink(depsFrom(c), { ...c.req.valid('json'), client: clientOf(c) });
    return removed.ok ? c.body(null, 204) : problem(c, removed.error);
  })
  .post('/resend', requireSession, async (c) => {
    const sent = await sendConfirmation(depsFrom(c), c.var.session.userId);
    return sent.ok ? c.body(null, 202) : problem(c, sent.error);
  });

export const ownContacts = new Hono<AppEnv>()
  .use(noStore)
  .get('/email-change', requireSession, async (c) => {
    const change: OpenEmailChange = await openEmailChange(depsFrom(c), c.var.session.userId);
    return c.json(change, 200);
  })
  .post(
    '/email-change',
    requireSession,
    requireUnfrozen,
    requireStepUp,
    jsonBody(EmailChangeRequest),
    async (c) => {
      const { userId } = c.var.session;
      const begun = await changeEmail(depsFrom(c), { ...c.req.valid('json'), userId, client: clientOf(c) });
      return begun.ok ? c.body(null, 202) : problem(c, begun.error);
    },
  )
  .delete('/email-change', requireSession, async (c) => {
    await cancelEmailChange(depsFrom(c), c.var.session.userId);
    return c.body(null, 204);
  })
  .put('/phone', requireSession, requireUnfrozen, requireStepUp, jsonBody(PhoneChange), async (c) => {
    const { userId } = c.var.session;
    const changed = await changePhone(depsFrom(c), { ...c.req.valid('json'), userId, client: clientOf(c) });
    return changed.ok ? c.body(null, 204) : problem(c, changed.error);
  });
