// The way of stored messages out: who may send which now, what came of it, and how long the line is.

import { DAY_MS } from '../domain/time.ts';
import { LETTERS_LATELY_SQL, PUT_OFF_UNTIL_SQL } from './mail-budget.ts';
import { inTurn, type OldRows, sweep, SWEPT_AT_ONCE } from './sweep.ts';
import { MAIL_KEPT_DAYS, MAIL_UNSENT_KEPT_DAYS } from '../domain/limits.ts';
import { MAIL_CLAIM_MS } from '../domain/mail-delivery.ts';
import type { MailKind } from '../domain/mail-messages.ts';
import type { Currency, Language, WeightUnit } from '../domain/settings-rules.ts';

export type DueMail = {
  readonly id: string;
  readonly kind: MailKind;
  /** JSON of a MailMessage. */
  readonly message: string;
  readonly email: string;
  readonly fullName: string;
  readonly language: Language;
  readonly origin: string | null;
  readonly attempts: number;
  readonly expiresAt: number;
  /** Until when the row is the caller's. */
  readonly claimedUntil: number;
  readonly createdAt: number;
  readonly currency: Currency;
  readonly weightUnit: WeightUnit;
  /** The dollar in reais when it was written, for who reads in reais; null where none of those days is stored. */
  readonly usdBrlE4: number | null;
  readonly usdBrlAt: number | null;
  /** Letters of its kind to its recipient since the window began; null where the kind has no limit. */
  readonly lettersLately: number | null;
};

/** Longer than any weekend. */
const RATE_KEEPS_MS = 4 * DAY_MS;

/** The newest rate that was stored when the row was written, of either kind. */
const rateSql = (what: 'close_e4' | 'last_at'): string =>
  `(SELECT value FROM (${(['spot', 'simulated'] as const)
    .map(
      (kind) => `SELECT * FROM (SELECT ${what} AS value, last_at FROM fx_candles
      WHERE pair = 'usd-brl' AND kind = '${kind}' AND resolution = 'minute'
        AND start_at BETWEEN mail_outbox.created_at - ${RATE_KEEPS_MS} AND mail_outbox.created_at
      ORDER BY start_at DESC LIMIT 1)`,
    )
    .join(' UNION ALL ')}) ORDER BY last_at DESC LIMIT 1)`;

const DUE_COLUMNS = `mail_outbox.id, kind, message, email, full_name AS fullName, language, origin, attempts,
  expires_at AS expiresAt, next_attempt_at AS claimedUntil, created_at AS createdAt,
  (SELECT currency FROM settings s WHERE s.user_id = mail_outbox.user_id) AS currency,
  (SELECT weight_unit FROM settings s WHERE s.user_id = mail_outbox.user_id) AS weightUnit,
  ${rateSql('close_e4')} AS usdBrlE4, ${rateSql('last_at')} AS usdBrlAt, ${LETTERS_LATELY_SQL} AS lettersLately`;

/**
 * Takes up to `limit` due messages, those about security first, or puts them off where their recipient has had the letters of
 * this hour. One statement does it, so two runs at the same time never get the same message; a taker that dies loses them by
 * time. What came too late is given up before; while there is more of that than goes at once, nothing is taken.
 */
export async function claimMails(
  db: D1Database,
  claim: { readonly now: number; readonly until: number; readonly limit: number },
): Promise<{ readonly due: readonly DueMail[]; readonly putOff: number; readonly tooLate: number }> {
  const [buried, seen] = await db.batch<DueMail>([
    buryStatement(db, claim.now),
    db
      .prepare(
        `UPDATE mail_outbox SET next_attempt_at = coalesce(c.put_off_until, ?2),
           attempts = attempts + (c.put_off_until IS NULL),
           updated_at = iif(c.put_off_until IS NULL, ?1, updated_at)
         FROM (SELECT m.id, ${PUT_OFF_UNTIL_SQL} AS put_off_until FROM mail_outbox m
               WHERE m.rank IN (0, 1) AND m.next_attempt_at <= ?1 AND changes() < ${SWEPT_AT_ONCE}
               ORDER BY m.rank, m.next_attempt_at LIMIT ?3) AS c
         WHERE mail_outbox.id = c.id
         RETURNING ${DUE_COLUMNS}`,
      )
      .bind(claim.now, claim.until, claim.limit),
  ]);
  const all = seen?.results ?? [];
  const due = all.filter(({ claimedUntil }) => claimedUntil === claim.until);
  return { due, putOff: all.length - due.length, tooLate: buried?.meta.changes ?? 0 };
}

/** Gives up what came too late, the oldest first, unless a run may be sending it now. */
function buryStatement(db: D1Database, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE mail_outbox SET state = 'dead', next_attempt_at = NULL, updated_at = ?1,
         last_error = coalesce(last_error, 'Came too late to be useful')
       WHERE id IN (
         SELECT id FROM mail_outbox WHERE state = 'waiting' AND expires_at <= ?1 AND NOT next_attempt_at BETWEEN ?1 + 1 AND ?2
         ORDER BY expires_at LIMIT ${SWEPT_AT_ONCE})`,
    )
    .bind(now, now + MAIL_CLAIM_MS);
}

/** Takes the others that are due to the same recipient, so that one letter tells of all. */
export async function claimCompanions(
  db: D1Database,
  to: { readonly email: string; readonly kind: MailKind },
  claim: { readonly now: number; readonly until: number; readonly limit: number },
): Promise<readonly DueMail[]> {
  const { results } = await db
    .prepare(
      `UPDATE mail_outbox SET next_attempt_at = ?2, attempts = attempts + 1, updated_at = ?1
       WHERE id IN (SELECT id FROM mail_outbox WHERE email = ?3 AND kind = ?4 AND next_attempt_at <= ?1
                    ORDER BY created_at LIMIT ?5)
       RETURNING ${DUE_COLUMNS}`,
    )
    .bind(claim.now, claim.until, to.email, to.kind, claim.limit)
    .run<DueMail>();
  return results;
}

export type MailOutcome = {
  readonly mail: DueMail;
  /** Null: it is on its way. */
  readonly error: string | null;
  readonly providerId: string | null;
  /** The letter it went out in. */
  readonly letterId: string;
  /** When it is tried again; null after success, and when it is given up. */
  readonly nextAt: number | null;
};

const TEXT_MAX_CHARACTERS = 300;

/**
 * The results of attempts. Sent is final, whichever run holds the row; a failure counts only while the claim is still the
 * caller's, so that a slow loser never overwrites what a later attempt found out.
 */
export async function recordMails(
  db: D1Database,
  outcomes: readonly MailOutcome[],
  now: number,
): Promise<void> {
  if (outcomes.length === 0) return;
  await db.batch(
    outcomes.map(({ mail, error, providerId, letterId, nextAt }) =>
      db
        .prepare(
          `UPDATE mail_outbox SET state = ?2, next_attempt_at = ?3, last_error = ?4, provider_id = ?5, updated_at = ?6,
             letter_id = ?8
           WHERE id = ?1 AND state <> 'sent' AND (?2 = 'sent' OR next_attempt_at = ?7)`,
        )
        .bind(
          mail.id,
          error === null ? 'sent' : nextAt === null ? 'dead' : 'waiting',
          nextAt,
          error?.slice(0, TEXT_MAX_CHARACTERS) ?? null,
          providerId?.slice(0, TEXT_MAX_CHARACTERS) ?? null,
          now,
          mail.claimedUntil,
          letterId,
        ),
    ),
  );
}

export type OutboxLine = {
  readonly waiting: number;
  /** When the oldest message that still waits was written; null when none does. */
  readonly oldestAt: number | null;
  readonly givenUpLately: number;
};

/** How long the line is. What is put off waits for its recipient, not for us. `since` bounds what counts as given up lately. */
export async function readOutboxLine(db: D1Database, now: number, since: number = now): Promise<OutboxLine> {
  const row = await db
    .prepare(
      `SELECT (SELECT count(*) FROM mail_outbox WHERE state = 'waiting') AS waiting,
              (SELECT min(created_at) FROM mail_outbox
               WHERE state = 'waiting' AND (attempts > 0 OR next_attempt_at <= ?2)) AS oldestAt,
              (SELECT count(*) FROM mail_outbox WHERE state = 'dead' AND discarded_at IS NULL AND updated_at > ?1)
                AS givenUpLately`,
    )
    .bind(since, now)
    .first<OutboxLine>();
  return row ?? { waiting: 0, oldestAt: null, givenUpLately: 0 };
}

/** Forgets messages that are long over: who was written to, and what. Where no mail leaves, this is what ends the line. */
export async function sweepOutbox(db: D1Database, now: number): Promise<number> {
  const over = (state: 'sent' | 'dead', keptDays: number): OldRows => ({
    table: 'mail_outbox',
    key: 'id',
    over: `state <> 'waiting' AND state = '${state}' AND updated_at < ?1`,
    oldestFirst: 'updated_at',
    params: [now - keptDays * DAY_MS],
  });
  await inTurn(() => buryStatement(db, now).run());
  return (
    (await sweep(db, over('sent', MAIL_KEPT_DAYS))) + (await sweep(db, over('dead', MAIL_UNSENT_KEPT_DAYS)))
  );
}
