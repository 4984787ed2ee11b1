// A customer closes the account (P63): what is in the way, the request, and taking it back by signing in.

import type { Client } from '../auth/client.ts';
import type { ClosingRequest, ClosingState } from '../contract/my-data.ts';
import type { Refusal } from '../contract/problems.ts';
import {
  cancelClosingStatement,
  countUnanswered,
  findClosing,
  guardNothingLeft,
  insertClosingStatement,
  isClosingAlready,
  readLeftovers,
} from '../db/account-closings.ts';
import { clearGuards, failedGuard } from '../db/guards.ts';
import { mailForEachStatement, mailStatement } from '../db/outbox.ts';
import { endedSessionIds, endSessionsStatement } from '../db/own-sessions.ts';
import { voidPendingSignInsStatement } from '../db/pending-sign-ins.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { findProfile } from '../db/users.ts';
import { readWithdrawable } from '../db/withdrawable.ts';
import {
  CLOSING_WAIT_MS,
  closingObstacles,
  keepYearsOf,
  type Leftovers,
  waivedBelowCents,
} from '../domain/closing.ts';
import { deviceOf } from '../domain/devices.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { iso, isoOrNull } from '../domain/time.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { closeSockets } from './end-sessions.ts';

export async function readClosing(deps: Deps, userId: string): Promise<ClosingState> {
  const [left, money, profile, last] = await Promise.all([
    leftoversOf(deps, userId),
    readWithdrawable(deps.db, userId, deps.now()),
    findProfile(deps.db, userId),
    findClosing(deps.db, userId),
  ]);
  const provedEmail = profile === null || profile.emailConfirmedAt === null ? null : profile.email;
  const unanswered = provedEmail === null ? 0 : await countUnanswered(deps.db, provedEmail);
  const waivedBelow = waivedBelowCents(left);
  const mayWaive = left.cashCents < waivedBelow;
  const maturesAt = money.immature.findLast(({ until }) => until !== null)?.until ?? null;
  const takenBack = last?.cancelledAt ?? null;
  return {
    obstacles: closingObstacles(left, mayWaive ? left.cashCents : 0),
    cashCents: left.cashCents,
    mayWaive,
    waivedBelowCents: waivedBelow,
    isByWireAlone: left.isByWireAlone,
    withdrawableCents: money.withdrawableCents,
    owedCents: money.owedCents,
    debtCents: money.debtCents,
    maturesAt: isoOrNull(maturesAt),
    metals: [
      { metal: 'gold' as const, ouncesE4: left.goldE4 },
      { metal: 'silver' as const, ouncesE4: left.silverE4 },
    ].filter(({ ouncesE4 }) => ouncesE4 > 0),
    heldBonusE4: left.heldE4,
    unanswered,
    keepYears: keepYearsOf(deps.env.RETAIN_IDENTITY_YEARS),
    waitDays: CLOSING_WAIT_MS / 86_400_000,
    last:
      takenBack === null || last?.cancelledBecause === null || last === null
        ? null
        : { at: iso(takenBack), because: last.cancelledBecause },
  };
}

async function leftoversOf(deps: Deps, userId: string): Promise<Leftovers> {
  const left = await readLeftovers(deps.db, userId);
  if (left === null) throw new Error('A live session names an account that does not exist');
  return left;
}

export type ClosingRefusal = Refusal<'AccountNotEmpty' | 'ClosingAlready'>;

/** From here on every session is over, and in seven days the account is closed unless somebody signs in. */
export async function requestClosing(
  deps: Deps,
  command: ClosingRequest & { readonly userId: string; readonly client: Client },
): Promise<Result<{ readonly dueAt: string }, ClosingRefusal>> {
  const { userId, client, waivedCents } = command;
  const left = await leftoversOf(deps, userId);
  const obstacles = closingObstacles(left, waivedCents);
  if (obstacles.length > 0) return err({ code: 'AccountNotEmpty', obstacles });
  const { db, origin } = deps;
  const now = deps.now();
  const dueAt = now + CLOSING_WAIT_MS;
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const [id, guardId] = [deps.newId(), deps.newId()];
  try {
    const results = await db.batch([
      guardNothingLeft(db, { id: guardId, userId, waivedCents, heldE4: left.heldE4 }),
      clearGuards(db, guardId),
      insertClosingStatement(db, { id, userId, requestedAt: now, dueAt, waivedCents }),
      securityEventStatement(db, { id: deps.newId(), userId, kind: 'closing-requested', at: now, ...where }),
      mailStatement(db, {
        id,
        userId,
        message: { kind: 'account-closing', dueAt, at: now, ...where },
        now,
        origin,
      }),
      voidPendingSignInsStatement(db, userId),
      endSessionsStatement(db, { userId, exceptId: null, reason: 'signed-out' }, now),
    ]);
    closeSockets(deps, results.flatMap(endedSessionIds));
  } catch (error) {
    if (isClosingAlready(error)) return err({ code: 'ClosingAlready' });
    if (!failedGuard(error)) throw error;
    // Something came in between the two readings.
    const obstaclesNow = closingObstacles(await leftoversOf(deps, userId), waivedCents);
    return err({ code: 'AccountNotEmpty', obstacles: obstaclesNow });
  }
  deliverSoon(deps);
  return ok({ dueAt: iso(dueAt) });
}

/** For the batch of a sign-in: a closing that waits is over, and the mailbox is told. Without one it writes nothing. */
export function takeBackStatements(
  deps: Deps,
  { userId, client }: { readonly userId: string; readonly client: Client },
  now: number,
): D1PreparedStatement[] {
  const { db, origin } = deps;
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const message = { kind: 'security-change', change: 'closing-taken-back', at: now, ...where } as const;
  return [
    cancelClosingStatement(db, { userId, because: 'signed-in', now }),
    securityEventStatement(
      db,
      { id: deps.newId(), userId, kind: 'closing-taken-back', at: now, ...where },
      { ifChanged: true },
    ),
    mailForEachStatement(db, {
      kind: message.kind,
      rows: `SELECT 'kept-' || id AS id, user_id, ?3 AS message FROM account_closings WHERE user_id = ?1 AND cancelled_at = ?2`,
      params: [userId, now, JSON.stringify(message)],
      now,
      origin,
    }),
  ];
}
