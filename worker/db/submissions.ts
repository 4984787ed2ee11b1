// The notices of what customers sent (C7), stored in the same batch as what they tell of.
// The only writer of the table: a field whose name contains "password" never gets in.

import { SUBMISSION_CUSTOMER_LIMIT } from '../domain/limits.ts';
import { closedEmail } from '../domain/personal-data.ts';
import { type SubmissionType, withoutPasswords } from '../domain/submissions.ts';

export type Submission = {
  readonly id: string;
  readonly type: SubmissionType;
  readonly userId?: string;
  readonly email: string;
  readonly phone?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly data: Readonly<Record<string, string | number | boolean>>;
  readonly now: number;
};

/** Longest User-Agent kept; the header is the visitor's to choose. */
export const USER_AGENT_MAX_CHARACTERS = 512;

/** Writes nothing for a customer who has reached the hour's limit: sign-ins and trades have their own records. */
export function submissionStatement(db: D1Database, submission: Submission): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO submissions (id, type, user_id, email, phone, user_agent, data, submitted_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
       WHERE ?3 IS NULL
         OR (SELECT count(*) FROM submissions WHERE user_id = ?3 AND type = ?2 AND submitted_at > ?9) < ?10`,
    )
    .bind(
      submission.id,
      submission.type,
      submission.userId ?? null,
      submission.email,
      submission.phone ?? null,
      submission.userAgent?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null,
      submissionData(submission.data),
      submission.now,
      submission.now - SUBMISSION_CUSTOMER_LIMIT.windowMs,
      SUBMISSION_CUSTOMER_LIMIT.max,
    );
}

/**
 * The same of many signed-in customers at once. `rows`: a SELECT of (id, user_id, user_agent, data, at), one row each and of each
 * customer at most one, over ?1, ?2, ...; `data` is made by `submissionData`.
 */
export function submissionForEachStatement(
  db: D1Database,
  submissions: { readonly type: SubmissionType; readonly rows: string; readonly params: readonly string[] },
): D1PreparedStatement {
  const type = `?${submissions.params.length + 1}`;
  return db
    .prepare(
      `INSERT INTO submissions (id, type, user_id, email, user_agent, data, submitted_at)
       SELECT e.id, ${type}, u.id, u.email, e.user_agent, e.data, e.at
       FROM (${submissions.rows}) AS e JOIN users u ON u.id = e.user_id
       WHERE (SELECT count(*) FROM submissions s WHERE s.user_id = u.id AND s.type = ${type}
         AND s.submitted_at > e.at - ${SUBMISSION_CUSTOMER_LIMIT.windowMs}) < ${SUBMISSION_CUSTOMER_LIMIT.max}`,
    )
    .bind(...submissions.params, submissions.type);
}

export function submissionData(data: Submission['data']): string {
  return JSON.stringify(withoutPasswords(data));
}

/** Rows of the spreadsheet that one notice names: a cell of it holds 50,000 characters. */
const ROWS_PER_NOTICE = 500;

/**
 * Before the submissions of a closed account go: tells the spreadsheet, by the ids that it has, which of its rows must go too.
 * It names nobody, and nothing is written where nothing was ever sent.
 */
export function erasureNoticesStatement(
  db: D1Database,
  closed: {
    readonly id: string;
    readonly userId: string;
    readonly provedEmail: string | null;
    readonly now: number;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO submissions (id, type, user_id, email, data, submitted_at)
       SELECT 'erasure-' || ?1 || '-' || part, 'erasure', ?2, ?4, json_object('submissionIds', group_concat(id, ' ')), ?5
       FROM (SELECT s.id, (row_number() OVER (ORDER BY s.submitted_at, s.id) - 1) / ${ROWS_PER_NOTICE} AS part
             FROM submissions s JOIN submission_forwards f ON f.submission_id = s.id
             WHERE f.attempts > 0 AND s.type <> 'erasure' AND (s.user_id = ?2 OR (s.user_id IS NULL AND s.email = ?3)))
       GROUP BY part`,
    )
    .bind(closed.id, closed.userId, closed.provedEmail ?? '', closedEmail(closed.userId), closed.now);
}
