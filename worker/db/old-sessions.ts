// Sessions that leave the database.

import { SESSION_KEPT_MS } from '../domain/session-rules.ts';
import { sweep, SWEPT_AT_ONCE } from './sweep.ts';

/** The oldest sessions that are over; a run looks at no others. */
const OLD_SESSIONS = `SELECT id FROM sessions WHERE expires_at < ?1 ORDER BY expires_at LIMIT ${SWEPT_AT_ONCE}`;

/** Removes sessions that ran out a month ago; their tokens, of which one may have thousands, go before them. */
export async function sweepSessions(db: D1Database, now: number): Promise<number> {
  const params = [now - SESSION_KEPT_MS];
  await sweep(db, {
    table: 'refresh_tokens',
    key: 'token_hash',
    over: `session_id IN (${OLD_SESSIONS})`,
    oldestFirst: 'session_id',
    params,
  });
  return sweep(db, {
    table: 'sessions',
    key: 'id',
    over: `id IN (${OLD_SESSIONS}) AND NOT EXISTS (SELECT 1 FROM refresh_tokens t WHERE t.session_id = sessions.id)`,
    oldestFirst: 'expires_at',
    params,
  });
}
