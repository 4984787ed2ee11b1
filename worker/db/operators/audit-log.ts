// Reads of the audit log: newest first for operators, from the first line on to check the chain.

import { AUDIT_SUBJECTS, type AuditAction } from '../../domain/audit.ts';
import type { ChainedLine } from '../../domain/audit-chain.ts';
import type { SeqCursor } from '../../domain/cursors.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { idSql, personSql } from './search.ts';

/** What is looked for; null: anything. */
export type AuditFilter = {
  /** An operator's id; `machine`: any other actor. */
  readonly actor: { readonly id: string } | 'machine' | null;
  readonly action: AuditAction | null;
  /** As typed: an id or its beginning, or a part of a customer's e-mail, name or telephone number. */
  readonly subject: string | null;
  /** Written at or after, and before. */
  readonly from: number | null;
  readonly until: number | null;
};

/** The clocks of two servers differ by less: a line may say an earlier time than the line before it. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

const COLUMNS = `a.seq, a.id, a.happened_at AS at, a.actor_id AS actorId, a.actor, a.action,
  a.subject_kind AS subjectKind, a.subject_id AS subjectId, a.device, a.place, a.address, a.before, a.after, a.note,
  a.previous_hash AS previousHash, a.hash`;

export type AuditLogRow = ChainedLine & { readonly subjectEmail: string | null };

/** A page, newest first. */
export async function listAuditLines(
  db: D1Database,
  filter: AuditFilter,
  page: { readonly after?: SeqCursor | undefined; readonly limit: number },
): Promise<readonly AuditLogRow[]> {
  const where = conditionsOf(filter);
  where.between(null, page.after === undefined ? null : where.bound(page.after.seq));
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS}, u.email AS subjectEmail
       FROM audit_log a LEFT JOIN users u ON a.subject_kind = 'customer' AND u.id = a.subject_id
       ${where.sql()} ORDER BY a.seq DESC LIMIT ${where.bound(page.limit)}`,
    )
    .bind(...where.values)
    .all<AuditLogRow>();
  return results;
}

/** Lines in the order in which they were written: after one, up to another. */
export async function followAuditLines(
  db: D1Database,
  filter: AuditFilter,
  span: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<readonly ChainedLine[]> {
  const where = conditionsOf(filter);
  where.between(where.bound(span.after), where.bound(span.upTo + 1));
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM audit_log a ${where.sql()} ORDER BY a.seq LIMIT ${where.bound(span.limit)}`,
    )
    .bind(...where.values)
    .all<ChainedLine>();
  return results;
}

export const NO_AUDIT_FILTER: AuditFilter = {
  actor: null,
  action: null,
  subject: null,
  from: null,
  until: null,
};

export async function findAuditLine(db: D1Database, id: string): Promise<ChainedLine | null> {
  return db.prepare(`SELECT ${COLUMNS} FROM audit_log a WHERE a.id = ?1`).bind(id).first<ChainedLine>();
}

/** All actors of the log, by their current e-mail: one index step for each, whatever the length of the log. */
export async function listAuditActors(
  db: D1Database,
): Promise<{ readonly actors: readonly { id: string; email: string }[]; readonly hasMachine: boolean }> {
  const [actors, machine] = await db.batch<{ id: string; email: string }>([
    db.prepare(
      `WITH RECURSIVE each (id) AS (
         SELECT min(actor_id) FROM audit_log
         UNION ALL
         SELECT (SELECT min(actor_id) FROM audit_log WHERE actor_id > each.id) FROM each WHERE each.id IS NOT NULL
       )
       SELECT u.id, u.email FROM each JOIN users u ON u.id = each.id ORDER BY u.email`,
    ),
    db.prepare('SELECT seq AS id FROM audit_log WHERE actor_id IS NULL LIMIT 1'),
  ]);
  return { actors: actors?.results ?? [], hasMachine: (machine?.results.length ?? 0) > 0 };
}

/**
 * One index decides: by subject where one is named (few lines each), else by who, by what, or by both. A plus sign keeps
 * SQLite from taking another one, which may hold most of the log.
 */
function conditionsOf({ actor, action, subject, from, until }: AuditFilter) {
  const terms: string[] = [];
  const values: (string | number)[] = [];
  const add = (term: string) => void terms.push(term);
  const bound = (value: string | number): string => `?${values.push(value)}`;
  const aside = subject === null ? '' : '+';
  if (actor === 'machine') add(`${aside}a.actor_id IS NULL`);
  else if (actor !== null) add(`${aside}a.actor_id = ${bound(actor.id)}`);
  if (action !== null) add(`${aside}a.action = ${bound(action)}`);
  if (subject !== null) {
    // Every kind is named, so that the index by subject serves: what people are found is read from the directory, once.
    const kinds = `IN (SELECT value FROM json_each(${bound(JSON.stringify(AUDIT_SUBJECTS))}))`;
    add(`a.subject_kind ${kinds}`);
    add(`a.subject_id IN (
      SELECT s.subject_id FROM audit_log s WHERE s.subject_kind ${kinds} AND ${idSql('s.subject_id', subject, bound)}
      UNION SELECT u.id FROM users u WHERE ${personSql(subject, bound)})`);
  }
  // Days are a span of lines, which one step along the index by time finds at each end, and within it a condition.
  const lineAt = (condition: string, order: 'ASC' | 'DESC', otherwise: number) =>
    `coalesce((SELECT seq FROM audit_log WHERE happened_at ${condition} ORDER BY happened_at ${order} LIMIT 1), ${otherwise})`;
  const begin = from === null ? null : lineAt(`< ${bound(from - CLOCKS_DIFFER_MS)}`, 'DESC', 0);
  const end =
    until === null ? null : lineAt(`>= ${bound(until + CLOCKS_DIFFER_MS)}`, 'ASC', Number.MAX_SAFE_INTEGER);
  if (from !== null) add(`+a.happened_at >= ${bound(from)}`);
  if (until !== null) add(`+a.happened_at < ${bound(until)}`);
  /** The lines after one and before another, both left out, of the days. One bound at each end: SQLite seeks to one only. */
  const between = (after: string | null, before: string | null) => {
    const least = [after, begin].filter((one) => one !== null);
    const most = [before, end].filter((one) => one !== null);
    if (least.length > 0) add(`a.seq > ${least.length === 1 ? least[0] : `max(${least.join(', ')})`}`);
    if (most.length > 0) add(`a.seq < ${most.length === 1 ? most[0] : `min(${most.join(', ')})`}`);
  };
  return { between, bound, values, sql: () => (terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`) };
}
