// A customer changes their phone number, after a step-up; the mailbox is told.

import type { Client } from '../auth/client.ts';
import type { Refusal } from '../contract/problems.ts';
import { unlessFrozen } from '../db/guards.ts';
import { mailStatement } from '../db/outbox.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { setPhoneStatement } from '../db/users.ts';
import { deviceOf } from '../domain/devices.ts';
import { ok, type Result } from '../domain/result.ts';
import { PHONE_CHANGE_LIMIT } from '../domain/session-rules.ts';
import { claimOneOrRefuse } from './attempts.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';

export async function changePhone(
  deps: Deps,
  { userId, phone, client }: { readonly userId: string; readonly phone: string; readonly client: Client },
): Promise<Result<null, Refusal<'TooManyRequests'>>> {
  const claimed = await claimOneOrRefuse(deps, `phone-change:${userId}`, PHONE_CHANGE_LIMIT);
  if (!claimed.ok) return claimed;
  const { db, origin } = deps;
  const now = deps.now();
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const message = { kind: 'security-change', change: 'phone-changed', at: now, ...where } as const;
  await db.batch([
    ...unlessFrozen(db, deps.newId(), userId, now),
    setPhoneStatement(db, { userId, phone }, now),
    securityEventStatement(db, { id: deps.newId(), userId, kind: 'phone-changed', at: now, ...where }),
    mailStatement(db, { id: deps.newId(), userId, message, now, origin }),
  ]);
  deliverSoon(deps);
  return ok(null);
}
