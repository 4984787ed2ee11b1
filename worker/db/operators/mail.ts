// The outbox as operators see it, and what they change in it. What a message says is never read here.

import type { TimeCursor } from '../../domain/cursors.ts';
import type { OutboxState } from '../../domain/mail-delivery.ts';
import type { MailKind } from '../../domain/mail-messages.ts';

export type OutboxEntry = {
  readonly id: string;
  /** Null: whoever wrote to us without an account. */
  readonly userId: string | null;
  readonly kind: MailKind;
  readonly email: string;
  readonly state: OutboxState;
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly expiresAt: number;
  readonly lastError: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

const COLUMNS = `id, user_id AS userId, kind, email, state, attempts, next_attempt_at AS nextAttemptAt,
  expires_at AS expiresAt, last_error AS lastError, created_at AS createdAt, updated_at AS updatedAt`;

/** Each list in the order of an index; its time is also what its pages go on from. */
const LISTS = {
  waiting: { where: "state = 'waiting'", time: 'created_at', order: 'ASC', after: '>' },
  dead: { where: "state = 'dead' AND discarded_at IS NULL", time: 'updated_at', order: 'DESC', after: '<' },
  sent: { where: "state <> 'waiting' AND state = 'sent'", time: 'updated_at', order: 'DESC', after: '<' },
} as const;

export type OutboxFilter = {
  readonly state: OutboxState;
  readonly search: string;
  /** Of the list's time: at or after, and before. */
  readonly from: number | null;
  readonly until: number | null;
};

/** What waits, oldest first; what is over, last first. */
export async function listOutbox(
  db: D1Database,
  filter: OutboxFilter,
  page: { readonly after?: TimeCursor | undefined; readonly limit: number },
): Promise<readonly OutboxEntry[]> {
  const { where, time, order, after } = LISTS[filter.state];
  const params: (string | number)[] = [];
  const param = (value: string | number) => `?${params.push(value)}`;
  const conditions: string[] = [where];
  if (filter.search !== '') {
    conditions.push(`instr(lower(email), ${param(filter.search.toLowerCase())}) > 0`);
  }
  if (filter.from !== null) conditions.push(`${time} >= ${param(filter.from)}`);
  if (filter.until !== null) conditions.push(`${time} < ${param(filter.until)}`);
  if (page.after !== undefined) {
    conditions.push(`(${time}, id) ${after} (${param(page.after.at)}, ${param(page.after.id)})`);
  }
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM mail_outbox WHERE ${conditions.join(' AND ')}
       ORDER BY ${time} ${order}, id ${order} LIMIT ${param(page.limit)}`,
    )
    .bind(...params)
    .run<OutboxEntry>();
  return results;
}

/** The time that a list of this state is sorted by. */
export function outboxTime({ state, createdAt, updatedAt }: OutboxEntry): number {
  return state === 'waiting' ? createdAt : updatedAt;
}

export async function findOutboxEntries(
  db: D1Database,
  ids: readonly string[],
): Promise<readonly OutboxEntry[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM mail_outbox WHERE id IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(ids))
    .run<OutboxEntry>();
  return results;
}

export async function countGivenUp(db: D1Database): Promise<number> {
  const count = await db
    .prepare("SELECT count(*) AS n FROM mail_outbox WHERE state = 'dead' AND discarded_at IS NULL")
    .first<number>('n');
  return count ?? 0;
}

export type Resend = { readonly id: string; readonly until: number };

/**
 * Moves messages to the head of the queue: abandoned ones start again, waiting ones are tried now. Not changed: messages that a
 * run may be sending now, and those that the customer has switched off or must no longer get.
 */
export function resendStatement(
  db: D1Database,
  resends: readonly Resend[],
  time: { readonly now: number; readonly claimedUntil: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE mail_outbox SET state = 'waiting', next_attempt_at = ?2, updated_at = ?2,
         attempts = CASE state WHEN 'dead' THEN 0 ELSE attempts END,
         expires_at = max(expires_at, r.value ->> 'until')
       FROM json_each(?1) AS r
       WHERE mail_outbox.id = r.value ->> 'id'
         AND ((state = 'dead' AND discarded_at IS NULL) OR (state = 'waiting' AND next_attempt_at > ?3))
         AND (rank = 0 OR EXISTS (
           SELECT 1 FROM users u JOIN settings s ON s.user_id = u.id
           WHERE u.id = mail_outbox.user_id AND u.status = 'active' AND s.notification_email = 1))`,
    )
    .bind(JSON.stringify(resends), time.now, time.claimedUntil);
}

/** Removes messages from the queue for good; not those that a run may be sending now. */
export function discardStatement(
  db: D1Database,
  ids: readonly string[],
  time: { readonly now: number; readonly claimedUntil: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE mail_outbox SET state = 'dead', next_attempt_at = NULL, discarded_at = ?2, updated_at = ?2
       WHERE id IN (SELECT value FROM json_each(?1))
         AND ((state = 'dead' AND discarded_at IS NULL)
           OR (state = 'waiting' AND (next_attempt_at <= ?2 OR next_attempt_at > ?3)))`,
    )
    .bind(JSON.stringify(ids), time.now, time.claimedUntil);
}
