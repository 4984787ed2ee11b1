// How many letters of a kind a recipient gets in an hour. Messages beyond it wait until the hour has room, and then go out
// together in one letter: `services/deliver-mail.ts` gathers them.

import { LIMITED_MAIL } from '../domain/mail-messages.ts';

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

/**
 * SQL over a row of `mail_outbox`: how many letters of its kind went to its recipient since the window before ?1 began; NULL where
 * the kind has no limit.
 */
export const LETTERS_LATELY_SQL = `CASE mail_outbox.kind ${LIMITED_MAIL.map(
  ({ kind, limit }) => `WHEN '${kind}' THEN (
    SELECT count(DISTINCT coalesce(s.letter_id, s.id)) FROM mail_outbox s
    WHERE s.email = mail_outbox.email AND s.kind = mail_outbox.kind AND s.attempts > 0 AND s.state = 'sent'
      AND s.updated_at > ?1 - ${limit.windowMs})`,
).join(' ')} END`;
