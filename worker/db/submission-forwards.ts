// The way of stored submissions to the webhook: who may send one now, and what came of it. A trigger gives each submission
// its row (migrations/0004_public.sql), so there is nothing to insert here.

export type DueSubmission = {
  readonly id: string;
  readonly type: string;
  readonly email: string;
  readonly phone: string | null;
  /** JSON of a flat map. */
  readonly data: string;
  readonly submittedAt: number;
  readonly rounds: number;
  /** Until when the row is the caller's. */
  readonly claimedUntil: number;
};

export type RoundOutcome = {
  readonly attempts: number;
  /** Null: it arrived. */
  readonly error: string | null;
  /** When it is tried again; null after success, and when it was the last round. */
  readonly nextAt: number | null;
  readonly now: number;
};

const ERROR_MAX_CHARACTERS = 300;

/**
 * Takes up to `limit` due rows: newest first for the reply that has just stored one, oldest first for the cron. One
 * statement takes them, so two runs at the same time never get the same row; a taker that dies loses them by time.
 */
export async function claimDue(
  db: D1Database,
  claim: {
    readonly now: number;
    readonly until: number;
    readonly limit: number;
    readonly newestFirst: boolean;
  },
): Promise<DueSubmission[]> {
  const order = claim.newestFirst ? 'DESC' : 'ASC';
  const { results } = await db
    .prepare(
      `UPDATE submission_forwards
       SET next_attempt_at = ?2, rounds = rounds + 1, updated_at = ?1
       WHERE submission_id IN (
         SELECT submission_id FROM submission_forwards
         WHERE next_attempt_at <= ?1 ORDER BY next_attempt_at ${order} LIMIT ?3)
       RETURNING submission_id AS id, rounds, next_attempt_at AS claimedUntil`,
    )
    .bind(claim.now, claim.until, claim.limit)
    .run<{ id: string; rounds: number; claimedUntil: number }>();
  if (results.length === 0) return [];
  const rows = await db
    .prepare(
      `SELECT id, type, email, phone, data, submitted_at AS submittedAt FROM submissions
       WHERE id IN (SELECT value FROM json_each(?1))`,
    )
    .bind(JSON.stringify(results.map(({ id }) => id)))
    .run<Omit<DueSubmission, 'rounds' | 'claimedUntil'>>();
  const taken = new Map(results.map((row) => [row.id, row]));
  return rows.results.flatMap((row) => {
    const mine = taken.get(row.id);
    return mine === undefined ? [] : [{ ...row, rounds: mine.rounds, claimedUntil: mine.claimedUntil }];
  });
}

/**
 * The result of a round. Arrived is final, whichever run holds the row; a failure counts only while the claim is still the
 * caller's, so that a slow loser never overwrites what a later round found out.
 */
export async function recordRound(db: D1Database, due: DueSubmission, outcome: RoundOutcome): Promise<void> {
  const state = outcome.error === null ? 'sent' : 'failed';
  await db
    .prepare(
      `UPDATE submission_forwards
       SET state = ?2, attempts = attempts + ?3, next_attempt_at = ?4, last_error = ?5, updated_at = ?6
       WHERE submission_id = ?1 AND state <> 'sent' AND (?2 = 'sent' OR next_attempt_at = ?7)`,
    )
    .bind(
      due.id,
      state,
      outcome.attempts,
      outcome.nextAt,
      outcome.error?.slice(0, ERROR_MAX_CHARACTERS) ?? null,
      outcome.now,
      due.claimedUntil,
    )
    .run();
}

/**
 * Takes one that has not arrived for an operator, unless another run has claimed or settled it since it was read. It costs
 * no round: what an operator tries does not shorten what the cron would have tried.
 */
export function claimOneStatement(
  db: D1Database,
  claim: {
    readonly id: string;
    readonly seen: { readonly nextAttemptAt: number | null; readonly updatedAt: number };
    readonly now: number;
    readonly until: number;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE submission_forwards SET next_attempt_at = ?2, updated_at = ?3
       WHERE submission_id = ?1 AND state <> 'sent' AND next_attempt_at IS ?4 AND updated_at = ?5
       RETURNING rounds`,
    )
    .bind(claim.id, claim.until, claim.now, claim.seen.nextAttemptAt, claim.seen.updatedAt);
}

/** Puts failed submissions back into the cron's queue as new; not those that a run may be sending now. */
export function queueFailedStatement(
  db: D1Database,
  queue: { readonly now: number; readonly claimedUntil: number; readonly limit: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE submission_forwards SET next_attempt_at = ?1, rounds = 0, updated_at = ?1
       WHERE submission_id IN (
         SELECT submission_id FROM submission_forwards
         WHERE state = 'failed' AND (next_attempt_at IS NULL OR next_attempt_at > ?2) LIMIT ?3)`,
    )
    .bind(queue.now, queue.claimedUntil, queue.limit);
}
