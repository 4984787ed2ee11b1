// The log of every sensitive event of an account, written in the same batch as the event, so that neither is there
// without the other.

import type { TimeCursor } from '../domain/cursors.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { REFUSED_SIGN_IN_SPAN_MS, type SecurityEventKind } from '../domain/security-events.ts';
import { SECURITY_LOG_KEPT_DAYS } from '../domain/session-rules.ts';
import { securityEvents } from './schema.ts';
import { sweep } from './sweep.ts';
import { DAY_MS } from '../domain/time.ts';

export type NewSecurityEvent = {
  readonly id: string;
  readonly userId: string;
  readonly kind: Exclude<SecurityEventKind, 'sign-in-refused'>;
  readonly at: number;
  /** Browser and system (domain/devices.ts: `deviceOf`), where the request said. */
  readonly device: string | null | undefined;
  readonly place: string | null | undefined;
  /** The name of what it happened to, such as a passkey's. */
  readonly detail?: string | null | undefined;
};

/** What the table keeps of a text that a request chose. */
const TEXT_MAX_CHARACTERS = 120;

/**
 * For the caller's batch. Writes nothing about a customer who does not exist, so that a forgotten password of an unknown
 * e-mail costs the same work.
 */
export function securityEventStatement(
  db: D1Database,
  event: NewSecurityEvent,
  /** Only if the statement before it in the batch changed something. */
  options: { readonly ifChanged?: boolean } = {},
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO security_events (id, user_id, kind, device, place, detail, happened_at)
       SELECT ?1, u.id, ?3, ?4, ?5, ?6, ?7 FROM users u
       WHERE u.id = ?2${options.ifChanged === true ? ' AND changes() > 0' : ''}`,
    )
    .bind(
      event.id,
      event.userId,
      event.kind,
      shortText(event.device),
      shortText(event.place),
      shortText(event.detail),
      event.at,
    );
}

type RefusedSignIn = Pick<NewSecurityEvent, 'userId' | 'at' | 'device' | 'place'>;

/** A wrong password or code. One row an hour counts them, so that guesses cannot push the other events off the page. */
export function refusedSignInStatement(db: D1Database, refused: RefusedSignIn): D1PreparedStatement {
  const span = Math.floor(refused.at / REFUSED_SIGN_IN_SPAN_MS);
  return db
    .prepare(
      `INSERT INTO security_events (id, user_id, kind, device, place, happened_at)
       SELECT ?1, u.id, 'sign-in-refused', ?3, ?4, ?5 FROM users u WHERE u.id = ?2
       ON CONFLICT (id) DO UPDATE SET times = times + 1, device = excluded.device, place = excluded.place,
                                      happened_at = max(happened_at, excluded.happened_at)`,
    )
    .bind(
      `refused:${refused.userId}:${span}`,
      refused.userId,
      shortText(refused.device),
      shortText(refused.place),
      refused.at,
    );
}

/** A page of a customer's own log, newest first. */
export async function listSecurityEvents(
  db: D1Database,
  userId: string,
  page: { readonly after?: TimeCursor | undefined; readonly limit: number },
) {
  const before = page.after;
  return drizzle(db)
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.userId, userId),
        before === undefined
          ? undefined
          : sql`(${securityEvents.happenedAt}, ${securityEvents.id}) < (${before.at}, ${before.id})`,
      ),
    )
    .orderBy(desc(securityEvents.happenedAt), desc(securityEvents.id))
    .limit(page.limit);
}

/** Events older than the log is kept. */
export function sweepSecurityEvents(db: D1Database, now: number): Promise<number> {
  return sweep(db, {
    table: 'security_events',
    key: 'id',
    over: 'happened_at < ?1',
    oldestFirst: 'happened_at',
    params: [now - SECURITY_LOG_KEPT_DAYS * DAY_MS],
  });
}

function shortText(text: string | null | undefined): string | null {
  const short = [...(text ?? '').toWellFormed().trim()].slice(0, TEXT_MAX_CHARACTERS).join('');
  return short === '' ? null : short;
}
