// How many letters of a kind a recipient gets in an hour. Messages beyond it wait until the hour has room, and then go out
// together in one letter: `services/deliver-mail.ts` gathers them.

import { LIMITED_MAIL, type MailKind } from '../domain/mail-messages.ts';
import type { AttemptLimit } from '../domain/session-rules.ts';

/**
 * SQL over `m`, a message that is due at ?1: when its recipient's hour has room again; NULL where it has room. Letters on
 * their way count. The figures are constants of ours.
 */
export const PUT_OFF_UNTIL_SQL = `CASE m.kind ${LIMITED_MAIL.map(
  ({ kind, limit }) => `WHEN '${kind}' THEN (
    SELECT max(s.updated_at) + ${limit.windowMs} FROM mail_outbox s
    WHERE s.email = m.email AND s.kind = m.kind AND s.attempts > 0 AND s.updated_at > ?1 - ${limit.windowMs}
      AND (s.state = 'sent' OR (s.state = 'waiting' AND s.next_attempt_at > ?1))
    GROUP BY coalesce(s.letter_id, s.id) ORDER BY max(s.updated_at) DESC LIMIT 1 OFFSET ${limit.max - 1})`,
).join(' ')} END`;

/** How many letters of the kind went to the recipient since the window began. */
export async function countLetters(
  db: D1Database,
  to: { readonly email: string; readonly kind: MailKind },
  limit: AttemptLimit,
  now: number,
): Promise<number> {
  const letters = await db
    .prepare(
      `SELECT count(DISTINCT coalesce(letter_id, id)) AS letters FROM mail_outbox
       WHERE email = ?1 AND kind = ?2 AND attempts > 0 AND state = 'sent' AND updated_at > ?3`,
    )
    .bind(to.email, to.kind, now - limit.windowMs)
    .first<number>('letters');
  return letters ?? 0;
}
