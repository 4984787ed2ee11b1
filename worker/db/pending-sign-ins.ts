// Pending sign-ins: the password was right, the second factor is missing. The browser holds the ticket, the table its hash.

import { sweep } from './sweep.ts';

export type PendingSignInRow = {
  readonly userId: string;
  readonly remember: boolean;
  readonly phone: string | null;
};

/** Old tickets removed with every new one: more than one adds, so the table stays small. */
const SWEPT_PER_SIGN_IN = 10;

export type NewPendingSignIn = {
  readonly ticketHash: string;
  readonly userId: string;
  readonly remember: boolean;
  readonly phone: string;
  readonly expiresAt: number;
  readonly now: number;
};

export function openPendingSignInStatements(db: D1Database, ticket: NewPendingSignIn): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `DELETE FROM sign_in_tickets
         WHERE ticket_hash IN (SELECT ticket_hash FROM sign_in_tickets WHERE expires_at <= ?1 LIMIT ?2)`,
      )
      .bind(ticket.now, SWEPT_PER_SIGN_IN),
    db
      .prepare(
        `INSERT INTO sign_in_tickets (ticket_hash, user_id, remember, phone, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
      )
      .bind(
        ticket.ticketHash,
        ticket.userId,
        ticket.remember ? 1 : 0,
        ticket.phone === '' ? null : ticket.phone,
        ticket.now,
        ticket.expiresAt,
      ),
  ];
}

/** Null once the ticket was used or has expired. */
export async function findPendingSignIn(
  db: D1Database,
  ticketHash: string,
  now: number,
): Promise<PendingSignInRow | null> {
  const row = await db
    .prepare(
      `SELECT user_id AS userId, remember, phone FROM sign_in_tickets
       WHERE ticket_hash = ?1 AND used_at IS NULL AND expires_at > ?2`,
    )
    .bind(ticketHash, now)
    .first<Omit<PendingSignInRow, 'remember'> & { remember: number }>();
  return row === null ? null : { ...row, remember: row.remember === 1 };
}

/** Matches one row, and only the first time. */
export function usePendingSignInStatement(
  db: D1Database,
  ticketHash: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      'UPDATE sign_in_tickets SET used_at = ?2 WHERE ticket_hash = ?1 AND used_at IS NULL AND expires_at > ?2',
    )
    .bind(ticketHash, now);
}

/** The password has changed: what the old one bought is worth nothing any more. */
export function voidPendingSignInsStatement(db: D1Database, userId: string): D1PreparedStatement {
  return db.prepare('DELETE FROM sign_in_tickets WHERE user_id = ?1 AND used_at IS NULL').bind(userId);
}

/** Tickets that ran out, also where no sign-in follows that would remove them. */
export function sweepPendingSignIns(db: D1Database, now: number): Promise<number> {
  return sweep(db, {
    table: 'sign_in_tickets',
    key: 'ticket_hash',
    over: 'expires_at <= ?1',
    oldestFirst: 'expires_at',
    params: [now],
  });
}
