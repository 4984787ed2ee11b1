// The operators' list of submissions and how far each has come on its way to the webhook.

import type { TimeCursor } from '../../domain/cursors.ts';
import { type ForwardState, phoneDigitsIn, type SubmissionType } from '../../domain/submissions.ts';

export type SubmissionFilter = {
  readonly type: SubmissionType | null;
  /** As typed; empty for all. Any case, anywhere in e-mail, telephone or id. */
  readonly search: string;
  /** Only those that did not reach the webhook. */
  readonly onlyFailed: boolean;
  /** Sent at or after, and before. */
  readonly from: number | null;
  readonly until: number | null;
};

export type SubmissionForward = {
  readonly state: ForwardState;
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly lastError: string | null;
  readonly forwardedAt: number;
};

export type SubmissionRow = SubmissionForward & {
  readonly id: string;
  readonly type: SubmissionType;
  readonly userId: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly userAgent: string | null;
  /** JSON of a map. */
  readonly data: string;
  readonly submittedAt: number;
};

const COLUMNS = `s.id, s.type, s.user_id AS userId, s.email, s.phone, s.user_agent AS userAgent, s.data,
  s.submitted_at AS submittedAt, f.state, f.attempts, f.next_attempt_at AS nextAttemptAt,
  f.last_error AS lastError, f.updated_at AS forwardedAt`;

type Matching = { readonly from: string; readonly where: string; readonly params: (string | number)[] };

/** The filter as SQL. instr, not LIKE, which D1 refuses for patterns over 50 bytes. */
function matching(filter: SubmissionFilter): Matching {
  const params: (string | number)[] = [];
  const conditions: string[] = [];
  const param = (value: string | number) => `?${params.push(value)}`;
  if (filter.type !== null) conditions.push(`s.type = ${param(filter.type)}`);
  if (filter.search !== '') {
    const text = param(filter.search.toLowerCase());
    const digits = phoneDigitsIn(filter.search);
    const phone = digits === null ? text : param(digits);
    conditions.push(
      `(instr(lower(s.email), ${text}) > 0 OR instr(lower(s.id), ${text}) > 0 OR instr(s.phone, ${phone}) > 0)`,
    );
  }
  if (filter.onlyFailed) conditions.push("f.state = 'failed'");
  if (filter.from !== null) conditions.push(`s.submitted_at >= ${param(filter.from)}`);
  if (filter.until !== null) conditions.push(`s.submitted_at < ${param(filter.until)}`);
  // CROSS JOIN keeps this order: by time along the index of the list, or from the few that failed.
  const from = filter.onlyFailed
    ? 'submission_forwards f CROSS JOIN submissions s ON s.id = f.submission_id'
    : 'submissions s CROSS JOIN submission_forwards f ON f.submission_id = s.id';
  return { from, where: conditions.length === 0 ? 'true' : conditions.join(' AND '), params };
}

/** A page of the list, newest first. `until`: nothing that came later. */
export async function listSubmissions(
  db: D1Database,
  filter: SubmissionFilter,
  page: {
    readonly after?: TimeCursor | undefined;
    readonly limit: number;
    readonly until?: number | undefined;
  },
): Promise<readonly SubmissionRow[]> {
  const { from, where, params } = matching(filter);
  const param = (value: string | number) => `?${params.push(value)}`;
  const conditions = [where];
  if (page.until !== undefined) conditions.push(`s.submitted_at <= ${param(page.until)}`);
  if (page.after !== undefined) {
    conditions.push(`(s.submitted_at, s.id) < (${param(page.after.at)}, ${param(page.after.id)})`);
  }
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM ${from} WHERE ${conditions.join(' AND ')}
       ORDER BY s.submitted_at DESC, s.id DESC LIMIT ${param(page.limit)}`,
    )
    .bind(...params)
    .run<SubmissionRow>();
  return results;
}

export async function countSubmissions(
  db: D1Database,
  filter: SubmissionFilter,
  until: number,
): Promise<number> {
  const { from, where, params } = matching(filter);
  const rows = await db
    .prepare(`SELECT count(*) AS n FROM ${from} WHERE ${where} AND s.submitted_at <= ?${params.length + 1}`)
    .bind(...params, until)
    .first<number>('n');
  return rows ?? 0;
}

export function findSubmission(db: D1Database, id: string): Promise<SubmissionRow | null> {
  return db
    .prepare(
      `SELECT ${COLUMNS} FROM submissions s JOIN submission_forwards f ON f.submission_id = s.id WHERE s.id = ?1`,
    )
    .bind(id)
    .first<SubmissionRow>();
}

export type SubmissionCounts = {
  readonly byType: Readonly<Record<SubmissionType, number>>;
  readonly failed: number;
};

/** Over all there are: counted as they came, by triggers. */
export async function readSubmissionCounts(db: D1Database): Promise<SubmissionCounts> {
  const [counts, failed] = await db.batch<{ type: SubmissionType; n: number }>([
    db.prepare('SELECT type, submissions AS n FROM submission_counts'),
    db.prepare("SELECT '' AS type, count(*) AS n FROM submission_forwards WHERE state = 'failed'"),
  ]);
  const byType = { signup: 0, login: 0, deposit: 0, trade: 0, contact: 0, erasure: 0 };
  for (const { type, n } of counts?.results ?? []) byType[type] = n;
  return { byType, failed: failed?.results[0]?.n ?? 0 };
}

/** The log's line of an operator's own export. */
export function findExportEvent(
  db: D1Database,
  operatorId: string,
  id: string,
): Promise<{ readonly at: number; readonly after: string } | null> {
  return db
    .prepare(
      `SELECT happened_at AS at, after FROM audit_log
       WHERE id = ?1 AND actor_id = ?2 AND action = 'submission.exported'`,
    )
    .bind(id, operatorId)
    .first<{ at: number; after: string }>();
}
