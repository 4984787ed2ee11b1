// POST /api/bonus/claim: the signed-in customer's own welcome bonus, once.

import { Hono } from 'hono';
import { requireConfirmedEmail, requireSession } from '../auth/guards.ts';
import { BonusRequest } from '../contract/bonus.ts';
import type { AppEnv } from '../http/hono.ts';
import { markReplayed, moneyRequestOf, requireIdempotencyKey } from '../http/money-request.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { claimWelcomeBonus } from '../services/claim-bonus.ts';
import { depsFrom } from '../services/deps.ts';

export const bonus = new Hono<AppEnv>()
  .use(noStore)
  .post(
    '/claim',
    requireSession,
    requireConfirmedEmail,
    requireIdempotencyKey,
    jsonBody(BonusRequest),
    async (c) => {
      const claimed = await claimWelcomeBonus(depsFrom(c), moneyRequestOf(c));
      if (!claimed.ok) return problem(c, claimed.error);
      markReplayed(c, claimed.value.replayed);
      return c.json(claimed.value.body, 201);
    },
  );
