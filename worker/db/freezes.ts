// Frozen accounts. A row stays when its freeze is over; `ends_at` decides.

import { FREEZE_LINK_MS, type Freeze, UNFREEZE_WAIT_MS } from '../domain/freeze.ts';
import { FREEZE_MAIL_KINDS } from '../domain/mail-messages.ts';

/** Whether a customer is frozen; `who` and `now` are places such as `?2`, or columns. */
export const isFrozenSql = (who: string, now: string): string =>
  `EXISTS (SELECT 1 FROM freezes f WHERE f.user_id = ${who} AND (f.ends_at IS NULL OR f.ends_at > ${now}))`;

/** Null where the customer was never frozen; read it with `isFrozen`. */
export async function findFreeze(db: D1Database, userId: string): Promise<Freeze | null> {
  return db
    .prepare('SELECT frozen_at AS frozenAt, ends_at AS endsAt FROM freezes WHERE user_id = ?1')
    .bind(userId)
    .first<Freeze>();
}

/** Changes a row where the customer was not frozen, or was about to be free again. */
export function freezeStatement(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO freezes (user_id, frozen_at) VALUES (?1, ?2)
       ON CONFLICT (user_id) DO UPDATE SET frozen_at = iif(ends_at > ?2, frozen_at, ?2), ends_at = NULL WHERE ends_at IS NOT NULL`,
    )
    .bind(userId, now);
}

/** Changes a row where the customer is frozen and nobody has asked yet; the first question decides when it ends. */
export function endFreezeStatement(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare('UPDATE freezes SET ends_at = ?2 WHERE user_id = ?1 AND ends_at IS NULL')
    .bind(userId, now + UNFREEZE_WAIT_MS);
}

/** Whose letter this is, while its link freezes: whatever became of its delivery. */
export async function findFreezeLetter(db: D1Database, mailId: string, now: number): Promise<string | null> {
  return db
    .prepare(
      `SELECT user_id AS userId FROM mail_outbox
       WHERE id = ?1 AND created_at > ?2 AND kind IN (SELECT value FROM json_each(?3))`,
    )
    .bind(mailId, now - FREEZE_LINK_MS, JSON.stringify(FREEZE_MAIL_KINDS))
    .first<string>('userId');
}
