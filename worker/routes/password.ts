// A forgotten password (public, and the reply reveals nothing), a new one by a link, and a change by a signed-in customer.

import { Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { requireSession, requireUnfrozen } from '../auth/guards.ts';
import { PressedLink } from '../contract/emails.ts';
import {
  ChangePassword,
  type FactorsInDoubt,
  ForgotPassword,
  type PasswordChanged,
  ResetPassword,
} from '../contract/passwords.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { changePassword } from '../services/change-password.ts';
import { depsFrom } from '../services/deps.ts';
import { factorsInDoubt, requestPasswordReset, resetPassword } from '../services/reset-password.ts';

export const password = new Hono<AppEnv>()
  .use(noStore)
  .post('/forgot', jsonBody(ForgotPassword), async (c) => {
    const asked = await requestPasswordReset(depsFrom(c), { ...c.req.valid('json'), client: clientOf(c) });
    return asked.ok ? c.body(null, 202) : problem(c, asked.error);
  })
  .post('/reset/factors', jsonBody(PressedLink), async (c) => {
    const doubted = await factorsInDoubt(depsFrom(c), { ...c.req.valid('json'), client: clientOf(c) });
    return doubted.ok ? c.json(doubted.value satisfies FactorsInDoubt, 200) : problem(c, doubted.error);
  })
  .post('/reset', jsonBody(ResetPassword), async (c) => {
    const reset = await resetPassword(depsFrom(c), { ...c.req.valid('json'), client: clientOf(c) });
    return reset.ok ? c.body(null, 204) : problem(c, reset.error);
  })
  .post('/change', requireSession, requireUnfrozen, jsonBody(ChangePassword), async (c) => {
    const { session } = c.var;
    const changed = await changePassword(depsFrom(c), {
      ...c.req.valid('json'),
      client: clientOf(c),
      session,
    });
    return changed.ok ? c.json(changed.value satisfies PasswordChanged, 200) : problem(c, changed.error);
  });
