// Changes of a customer's address. Which mailbox has said yes, and whether the change is done, is decided by the rows alone, so
// that two links that are pressed at once do it once.

export type EmailChange = {
  readonly id: string;
  readonly userId: string;
  readonly fromEmail: string;
  readonly toEmail: string;
  readonly expiresAt: number;
  readonly oldConfirmedAt: number | null;
  readonly newConfirmedAt: number | null;
  readonly doneAt: number | null;
  readonly cancelledAt: number | null;
};

const COLUMNS = `id, user_id AS userId, from_email AS fromEmail, to_email AS toEmail, expires_at AS expiresAt,
  old_confirmed_at AS oldConfirmedAt, new_confirmed_at AS newConfirmedAt, done_at AS doneAt, cancelled_at AS cancelledAt`;

export type NewEmailChange = Pick<EmailChange, 'id' | 'userId' | 'fromEmail' | 'toEmail' | 'expiresAt'> & {
  /** An approved proposal of operators, which speaks for the old mailbox. */
  readonly proposalId?: string;
};

/** Cancels the open one, if there is one. */
export function beginEmailChangeStatements(
  db: D1Database,
  change: NewEmailChange,
  now: number,
): D1PreparedStatement[] {
  return [
    cancelEmailChangeStatement(db, change.userId, now),
    db
      .prepare(
        `INSERT INTO email_changes (id, user_id, from_email, to_email, requested_at, expires_at, proposal_id, old_confirmed_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, iif(?7 IS NULL, NULL, ?5))`,
      )
      .bind(
        change.id,
        change.userId,
        change.fromEmail,
        change.toEmail,
        now,
        change.expiresAt,
        change.proposalId ?? null,
      ),
  ];
}

export function cancelEmailChangeStatement(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      'UPDATE email_changes SET cancelled_at = ?2 WHERE user_id = ?1 AND done_at IS NULL AND cancelled_at IS NULL',
    )
    .bind(userId, now);
}

export async function findEmailChange(db: D1Database, id: string): Promise<EmailChange | null> {
  return db.prepare(`SELECT ${COLUMNS} FROM email_changes WHERE id = ?1`).bind(id).first<EmailChange>();
}

/** The one that waits for a mailbox. */
export async function findOpenEmailChange(
  db: D1Database,
  userId: string,
  now: number,
): Promise<EmailChange | null> {
  return db
    .prepare(
      `SELECT ${COLUMNS} FROM email_changes
       WHERE user_id = ?1 AND done_at IS NULL AND cancelled_at IS NULL AND expires_at > ?2`,
    )
    .bind(userId, now)
    .first<EmailChange>();
}

/** The change, while it is open: ?1 is its id, ?2 the time. */
const OPEN = `c.id = ?1 AND c.done_at IS NULL AND c.cancelled_at IS NULL AND c.expires_at > ?2`;

/** One mailbox says yes. */
export function agreeStatement(
  db: D1Database,
  change: { readonly id: string; readonly mailbox: 'old' | 'new' },
  now: number,
): D1PreparedStatement {
  const column = change.mailbox === 'old' ? 'old_confirmed_at' : 'new_confirmed_at';
  return db.prepare(`UPDATE email_changes AS c SET ${column} = ?2 WHERE ${OPEN}`).bind(change.id, now);
}

/** Once both have: the account has the new address, and it is proved. Fails as not unique where another account has it. */
export function applyEmailChangeStatements(db: D1Database, id: string, now: number): D1PreparedStatement[] {
  const agreed = `${OPEN} AND c.old_confirmed_at IS NOT NULL AND c.new_confirmed_at IS NOT NULL`;
  return [
    db
      .prepare(
        `UPDATE users AS u SET email = c.to_email, email_confirmed_at = ?2, updated_at = ?2
         FROM email_changes c WHERE c.user_id = u.id AND c.from_email = u.email AND ${agreed}`,
      )
      .bind(id, now),
    db
      .prepare(
        `UPDATE email_changes AS c SET done_at = ?2
         WHERE ${agreed} AND (SELECT email FROM users WHERE id = c.user_id) = c.to_email`,
      )
      .bind(id, now),
  ];
}
