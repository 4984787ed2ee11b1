// A factor that its owner did not add, removed by the link of the letter that told of it. Whoever added it was inside: every
// session ends, and the letter's reader chooses a new password next.

import type { Client } from '../auth/client.ts';
import type { Refusal } from '../contract/problems.ts';
import { cancelEmailChangeStatement } from '../db/email-changes.ts';
import { removeFactorStatements } from '../db/factors.ts';
import { closeLinksStatement, isUsedLink, useLinkStatement } from '../db/mailed-links.ts';
import { mailStatement } from '../db/outbox.ts';
import { endedSessionIds, endSessionsStatement } from '../db/own-sessions.ts';
import { voidPendingSignInsStatement } from '../db/pending-sign-ins.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { deviceOf } from '../domain/devices.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { closeSockets } from './end-sessions.ts';
import { pressedLink } from './mailed-link.ts';

export async function removeFactorByLink(
  deps: Deps,
  pressed: { readonly token: string; readonly client: Client },
): Promise<Result<null, Refusal<'LinkInvalid' | 'TooManyRequests'>>> {
  const now = deps.now();
  const found = await pressedLink(deps, pressed, ['remove-factor'], now);
  if (!found.ok) return found;
  const { id, userId, subjectId, createdAt, uses } = found.value;
  if (subjectId === null || uses > 0) return err({ code: 'LinkInvalid' });
  const { db } = deps;
  const { client } = pressed;
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const message = { kind: 'security-change', change: 'factor-removed', at: now, ...where } as const;
  try {
    const results = await db.batch([
      useLinkStatement(db, id, now),
      ...removeFactorStatements(db, { userId, id: subjectId, before: createdAt }),
      endSessionsStatement(db, { userId, exceptId: null, reason: 'revoked' }, now),
      voidPendingSignInsStatement(db, userId),
      // A change of address may be the same intruder's.
      cancelEmailChangeStatement(db, userId, now),
      closeLinksStatement(db, { userId, purposes: ['email-change-old', 'email-change-new'] }, now),
      securityEventStatement(db, { id: deps.newId(), userId, kind: 'factor-removed', at: now, ...where }),
      mailStatement(db, { id: deps.newId(), userId, message, now, origin: deps.origin }),
    ]);
    closeSockets(deps, results.flatMap(endedSessionIds));
    deliverSoon(deps);
  } catch (error) {
    if (isUsedLink(error)) return err({ code: 'LinkInvalid' });
    throw error;
  }
  return ok(null);
}
