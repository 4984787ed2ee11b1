// Freezes an account by the link of a letter, and undoes it (P67, P68). Pressing a link ends every session and stops what takes
// money, metal or the account away; whoever signs in reads on, and alerts go on. The end takes a second factor and a day.

import type { Client } from '../auth/client.ts';
import { readFreezeToken } from '../auth/freeze-token.ts';
import { stepUpRefusal } from '../auth/step-up.ts';
import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import type { Refusal } from '../contract/problems.ts';
import type { Profile } from '../contract/profile.ts';
import { cancelEmailChangeStatement } from '../db/email-changes.ts';
import { findStepUpMethods } from '../db/factors.ts';
import { endFreezeStatement, findFreeze, findFreezeLetter, freezeStatement } from '../db/freezes.ts';
import { guarded } from '../db/guards.ts';
import { closeLinksStatement } from '../db/mailed-links.ts';
import { mailForEachStatement } from '../db/outbox.ts';
import { endedSessionIds, endSessionsStatement } from '../db/own-sessions.ts';
import { voidPendingSignInsStatement } from '../db/pending-sign-ins.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { deviceOf } from '../domain/devices.ts';
import { isFrozen } from '../domain/freeze.ts';
import { bookedBatch } from '../telemetry/booked.ts';
import { cancelStatements } from '../ledger/withdrawals.ts';
import type { MailPlace } from '../domain/mail-messages.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { closeSockets } from './end-sessions.ts';
import { countPress } from './mailed-link.ts';
import { freezeOf } from './profile.ts';
import { cancelledLetters } from './withdrawal-letters.ts';

export async function freezeByLink(
  deps: Deps,
  { token, client }: { readonly token: string; readonly client: Client },
): Promise<Result<null, Refusal<'LinkInvalid' | 'TooManyRequests'>>> {
  const now = deps.now();
  const counted = await countPress(deps, client, now);
  if (!counted.ok) return counted;
  const mailId = readFreezeToken(deps.env.SESSION_SECRET, token);
  const userId = mailId === null ? null : await findFreezeLetter(deps.db, mailId, now);
  if (userId === null) return err({ code: 'LinkInvalid' });
  const { db } = deps;
  const where = { device: deviceOf(client.userAgent) ?? null, place: client.place ?? null };
  const results = await bookedBatch(db, [
    freezeStatement(db, userId, now),
    // Another press of the same link or of another one changes nothing, and is told to nobody.
    ...tellStatements(deps, { userId, what: 'account-frozen', where }, now),
    endSessionsStatement(db, { userId, exceptId: null, reason: 'revoked' }, now),
    voidPendingSignInsStatement(db, userId),
    // A change of address may be an intruder's, also one that our team was talked into.
    cancelEmailChangeStatement(db, userId, now),
    closeLinksStatement(db, { userId, purposes: ['email-change-old', 'email-change-new'] }, now),
    // What has not left yet stays here; what is with the bank cannot be stopped.
    ...cancelStatements(db, userId, { initiator: 'house', failure: 'frozen', now }),
    cancelledLetters(deps, userId, 'frozen', now),
  ]);
  deps.defer(deps.hub.notify(userId, PORTFOLIO_CHANGED));
  closeSockets(deps, results.flatMap(endedSessionIds));
  deliverSoon(deps);
  return ok(null);
}

type Undoer = {
  readonly userId: string;
  readonly steppedUpAt: number | null;
  readonly client: Client;
};

export type UndoRefusal = Refusal<'FreezeNeedsFactor' | 'StepUpRequired' | 'SecondFactorNeeded'>;

/** Asks for the end of the own freeze, a day from now. Asked again it says what was answered first. */
export async function undoFreeze(
  deps: Deps,
  { userId, steppedUpAt, client }: Undoer,
): Promise<Result<{ readonly freeze: Profile['freeze'] }, UndoRefusal>> {
  const now = deps.now();
  const { db } = deps;
  const before = await findFreeze(db, userId);
  if (!isFrozen(before, now)) return ok({ freeze: null });
  if (before.endsAt !== null) return ok({ freeze: freezeOf(before, now) });
  // Whoever has the password alone may be whom the account was frozen against.
  if ((await findStepUpMethods(db, userId)).includes('password')) return err({ code: 'FreezeNeedsFactor' });
  const unproved = await stepUpRefusal(db, { userId, steppedUpAt }, now);
  if (unproved !== null) return err(unproved);
  const where = { device: deviceOf(client.userAgent) ?? null, place: client.place ?? null };
  await db.batch([
    endFreezeStatement(db, userId, now),
    ...tellStatements(deps, { userId, what: 'unfreeze-begun', where }, now),
  ]);
  deliverSoon(deps);
  return ok({ freeze: freezeOf(await findFreeze(db, userId), now) });
}

/** For who has no second factor: two operators ask instead. Aborts their batch where somebody has asked, or nothing is frozen. */
export function unfreezeByTeamStatements(deps: Deps, userId: string, now: number): D1PreparedStatement[] {
  const { db } = deps;
  const where = { device: null, place: null };
  return [
    ...guarded(db, deps.newId(), 'unfreeze', [endFreezeStatement(db, userId, now)]),
    // The guards' clearing has changed rows: these are written.
    ...tellStatements(deps, { userId, what: 'unfreeze-by-team', where }, now),
  ];
}

type Told = {
  readonly userId: string;
  readonly what: 'account-frozen' | 'unfreeze-begun' | 'unfreeze-by-team';
  readonly where: MailPlace;
};

/** The line of the security log and the letter, only if the statement before them in the batch changed something. */
function tellStatements(deps: Deps, { userId, what, where }: Told, now: number): D1PreparedStatement[] {
  const { db, origin } = deps;
  const event = { id: deps.newId(), userId, kind: what, at: now, ...where };
  const message = JSON.stringify({ change: what, at: now, ...where });
  return [
    securityEventStatement(db, event, { ifChanged: true }),
    mailForEachStatement(db, {
      kind: 'security-change',
      rows: 'SELECT ?1 AS id, ?2 AS user_id, ?3 AS message WHERE changes() > 0',
      params: [deps.newId(), userId, message],
      now,
      origin,
    }),
  ];
}
