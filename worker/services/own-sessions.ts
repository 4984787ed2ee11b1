// The customer's devices: which are signed in, ending one, ending all others; and the log of what happened.

import type { Client } from '../auth/client.ts';
import type { OwnSessions, SecurityLog, SecurityLogQuery, SessionsEnded } from '../contract/own-sessions.ts';
import type { Refusal } from '../contract/problems.ts';
import { mailStatement } from '../db/outbox.ts';
import {
  endedSessionIds,
  endOwnSessionStatement,
  endSessionsStatement,
  findOwnSession,
  listLiveSessions,
} from '../db/own-sessions.ts';
import { listSecurityEvents, securityEventStatement } from '../db/security-events.ts';
import { deviceOf } from '../domain/devices.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { closeSockets } from './end-sessions.ts';
import { pageOf } from './page.ts';
import { iso } from '../domain/time.ts';

/** The caller and the caller's session. */
export type Owner = { readonly userId: string; readonly sessionId: string };

export async function ownSessions(deps: Deps, owner: Owner): Promise<OwnSessions> {
  const rows = await listLiveSessions(deps.db, owner.userId, deps.now());
  const sessions = rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.userAgent),
    place: row.place,
    createdAt: iso(row.createdAt),
    lastSeenAt: iso(row.lastSeenAt),
    current: row.id === owner.sessionId,
  }));
  // The current session is first; the others follow by last activity.
  return { sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) };
}

/** Ends one of the customer's sessions; one that has ended, does not exist or is another customer's is not found. */
export async function endOwnSession(
  deps: Deps,
  command: Owner & { readonly endedId: string; readonly client: Client },
): Promise<Result<null, Refusal<'NotFound'>>> {
  const now = deps.now();
  const { userId, endedId, client } = command;
  const found = await findOwnSession(deps.db, userId, endedId, now);
  if (found === null) return err({ code: 'NotFound' });
  const isCurrent = endedId === command.sessionId;
  await deps.db.batch([
    endOwnSessionStatement(
      deps.db,
      { userId, id: endedId, reason: isCurrent ? 'signed-out' : 'revoked' },
      now,
    ),
    securityEventStatement(
      deps.db,
      {
        id: deps.newId(),
        userId,
        kind: isCurrent ? 'signed-out' : 'session-ended',
        at: now,
        device: deviceOf(client.userAgent),
        place: client.place,
        detail: isCurrent ? null : deviceOf(found.userAgent),
      },
      { ifChanged: true },
    ),
  ]);
  closeSockets(deps, [endedId]);
  return ok(null);
}

/** Ends all sessions but the caller's. */
export async function endOtherSessions(
  deps: Deps,
  command: Owner & { readonly client: Client },
): Promise<SessionsEnded> {
  const now = deps.now();
  const { userId, sessionId, client } = command;
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const others = await listLiveSessions(deps.db, userId, now);
  if (others.every(({ id }) => id === sessionId)) return { ended: 0 };
  const [result] = await deps.db.batch([
    endSessionsStatement(deps.db, { userId, exceptId: sessionId, reason: 'revoked' }, now),
    securityEventStatement(deps.db, { id: deps.newId(), userId, kind: 'sessions-ended', at: now, ...where }),
    mailStatement(deps.db, {
      id: deps.newId(),
      userId,
      message: { kind: 'security-change', change: 'sessions-ended', at: now, ...where },
      now,
      origin: deps.origin,
    }),
  ]);
  const ended = endedSessionIds(result);
  closeSockets(deps, ended);
  deliverSoon(deps);
  return { ended: ended.length };
}

export async function securityLog(deps: Deps, userId: string, query: SecurityLogQuery): Promise<SecurityLog> {
  const rows = await listSecurityEvents(deps.db, userId, {
    after: query.cursor,
    limit: query.limit + 1,
  });
  const { items, nextCursor } = pageOf(
    rows,
    query.limit,
    (row) => [row.happenedAt, row.id],
    ({ id, kind, device, place, detail, times, happenedAt }) => ({
      id,
      kind,
      device,
      place,
      detail,
      times,
      at: iso(happenedAt),
    }),
  );
  return { events: items, nextCursor };
}
