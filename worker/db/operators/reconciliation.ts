// Files of the banks, their lines, and what they are of ours (0061_files_set_aside.sql).
// What is of a file that was set aside counts no more, so it is read by its file alone. Lines and matches come in JSON, so that a file
// of any length is a handful of statements.

import type { BankLine, BankSource } from '../../domain/bank-files.ts';
import type { BreakKind } from '../../domain/reconciliation.ts';
import type { BankFileRow } from './bank-files.ts';
import { CLOSINGS, ledgerAtEndOfSql } from '../bank-balances.ts';
import { IS_TRADE, IS_WITHIN_THE_HOUSE, ORIGIN_JOINS, ORIGIN_NAMES } from './money-origin.ts';

export type SourceCounts = { readonly lines: number; readonly matched: number; readonly open: number };

export async function countSource(db: D1Database, source: BankSource): Promise<SourceCounts> {
  const counts = await db
    .prepare(
      `SELECT (SELECT count(*) FROM bank_lines WHERE source = ?1 AND set_aside_at IS NULL) AS lines,
         (SELECT count(*) FROM bank_matches WHERE source = ?1 AND set_aside_at IS NULL) AS matched,
         (SELECT count(*) FROM bank_breaks WHERE state = 'open' AND source = ?1) AS open`,
    )
    .bind(source)
    .first<SourceCounts>();
  if (counts === null) throw new Error('counting answers one row');
  return counts;
}

export type ClosingRow = {
  readonly day: string;
  readonly bankCents: number;
  readonly ledgerCents: number;
  readonly explained: 0 | 1;
};

/** The latest closing balance of a source, beside what the ledger had at the end of that day; null before the first one. */
export async function lastClosing(db: D1Database, source: BankSource): Promise<ClosingRow | null> {
  return db
    .prepare(
      `SELECT f.balance_day AS day, f.balance_cents AS bankCents, ${ledgerAtEndOfSql('f.balance_day')} AS ledgerCents,
         NOT EXISTS (SELECT 1 FROM bank_breaks b WHERE b.file_id = f.id AND b.kind = 'balance-differs' AND b.state = 'open') AS explained
       FROM bank_files f JOIN bank_sources s ON s.source = f.source
       WHERE f.source = ?1 AND f.set_aside_at IS NULL AND f.balance_day IS NOT NULL ORDER BY f.balance_day DESC, f.loaded_at DESC, f.id DESC LIMIT 1`,
    )
    .bind(source)
    .first<ClosingRow>();
}

/** The days of all files of a source; null before the first one. */
export async function daysOfSource(
  db: D1Database,
  source: BankSource,
): Promise<{ readonly first: string; readonly last: string } | null> {
  const days = await db
    .prepare(
      'SELECT min(from_day) AS first, max(to_day) AS last FROM bank_files WHERE source = ?1 AND set_aside_at IS NULL',
    )
    .bind(source)
    .first<{ first: string | null; last: string | null }>();
  return days === null || days.first === null || days.last === null
    ? null
    : { first: days.first, last: days.last };
}

/** Which of these an earlier file of the source had. */
export async function knownLineKeys(
  db: D1Database,
  source: BankSource,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { results } = await db
    .prepare(
      `SELECT l.line_key AS key FROM json_each(?2) AS asked CROSS JOIN bank_lines l ON l.source = ?1 AND l.line_key = asked.value
         AND l.set_aside_at IS NULL`,
    )
    .bind(source, JSON.stringify(keys))
    .all<{ key: string }>();
  return new Set(results.map(({ key }) => key));
}

export type LineRow = {
  readonly fileId: string;
  readonly line: number;
  readonly key: string;
  readonly day: string;
  readonly cents: number;
  /** JSON. */
  readonly paymentIds: string;
};

/** Lines of earlier files that are still theirs alone. */
export async function linesAlone(db: D1Database, source: BankSource): Promise<LineRow[]> {
  const { results } = await db
    .prepare(
      `SELECT l.file_id AS fileId, l.line, l.line_key AS key, l.day, l.cents, l.payment_ids AS paymentIds
       FROM bank_breaks b CROSS JOIN bank_lines l ON l.file_id = b.file_id AND l.line = b.line
       WHERE b.state = 'open' AND b.source = ?1 AND b.kind = 'theirs-alone'`,
    )
    .bind(source)
    .all<LineRow>();
  return results;
}

export type OurRow = {
  readonly operationId: string;
  readonly at: number;
  readonly cents: number;
  /** JSON: every name under which a bank may know it; some are null. */
  readonly names: string;
};

/**
 * What moved on an account of the house and no line of a bank says yet: from its entries, so that nothing that moves there is left out.
 */
export async function ourMovements(
  db: D1Database,
  of: {
    readonly source: BankSource;
    readonly account: string;
    readonly asset: string;
    readonly from: number;
    readonly until: number;
  },
): Promise<OurRow[]> {
  const { results } = await db
    .prepare(
      `SELECT o.id AS operationId, o.created_at AS at, 0 - sum(e.amount) AS cents,
         ${ORIGIN_NAMES} AS names
       FROM entries e JOIN operations o ON o.id = e.operation_id ${ORIGIN_JOINS}
       WHERE e.account_id = ?2 AND e.asset = ?3 AND o.created_at >= ?4 AND o.created_at < ?5 AND NOT ${IS_TRADE} AND NOT ${IS_WITHIN_THE_HOUSE}
         AND NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.source = ?1 AND m.operation_id = o.id AND m.set_aside_at IS NULL)
         AND NOT EXISTS (SELECT 1 FROM bank_breaks b WHERE b.source = ?1 AND b.operation_id = o.id
           AND (b.state = 'resolved' OR (b.state = 'open' AND b.kind = 'amount-differs')))
       GROUP BY o.id HAVING sum(e.amount) <> 0`,
    )
    .bind(of.source, of.account, of.asset, of.from, of.until)
    .all<OurRow>();
  return results;
}

/** Our movements that are known to be missing at the bank. */
export async function operationsAlone(db: D1Database, source: BankSource): Promise<ReadonlySet<string>> {
  const { results } = await db
    .prepare(
      `SELECT operation_id AS id FROM bank_breaks WHERE state = 'open' AND source = ?1 AND kind = 'ours-alone'`,
    )
    .bind(source)
    .all<{ id: string }>();
  return new Set(results.map(({ id }) => id));
}

export type NewFile = Omit<BankFileRow, 'loadedBy'> & { readonly loadedBy: string };

/**
 * Returns the time under which it is stored. Of two files that overlap the one that repeats the other has to be the later one, also where
 * it was begun first or by another clock: so each is later than all of its source.
 */
export function insertFileStatement(db: D1Database, file: NewFile): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO bank_files (id, source, format, label, sha256, lines, repeated, from_day, to_day, loaded_by, loaded_at, balance_day,
         balance_cents)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,
         max(?11, (SELECT coalesce(max(loaded_at) + 1, 0) FROM bank_files WHERE source = ?2)), ?12, ?13)
       RETURNING loaded_at AS loadedAt`,
    )
    .bind(
      file.id,
      file.source,
      file.format,
      file.label,
      file.sha256,
      file.lines,
      file.repeated,
      file.fromDay,
      file.toDay,
      file.loadedBy,
      file.loadedAt,
      file.balanceDay,
      file.balanceCents,
    );
}

/** A statement takes no more than 2 MB. */
const ROWS_AT_ONCE = 1_000;

function inTurns<Row>(
  rows: readonly Row[],
  statement: (json: string) => D1PreparedStatement,
): D1PreparedStatement[] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, turn) =>
    statement(JSON.stringify(rows.slice(turn * ROWS_AT_ONCE, (turn + 1) * ROWS_AT_ONCE))),
  );
}

export function insertLinesStatements(
  db: D1Database,
  file: { readonly id: string; readonly source: BankSource },
  lines: readonly (BankLine & { readonly key: string })[],
): D1PreparedStatement[] {
  return inTurns(lines, (json) =>
    db
      .prepare(
        `INSERT INTO bank_lines (file_id, line, source, line_key, day, cents, payment_ids)
         SELECT ?1, value ->> 'line', ?2, value ->> 'key', value ->> 'day', value ->> 'cents', value -> 'paymentIds' FROM json_each(?3)`,
      )
      .bind(file.id, file.source, json),
  );
}

export type NewMatch = {
  readonly fileId: string;
  readonly line: number;
  readonly operationId: string;
  readonly how: 'reference' | 'amount-and-day';
};

/** Matches and breaks are of the time under which the file is stored: no other of its source has it, so what it found is told by it. */
const LOADED_AT = '(SELECT loaded_at FROM bank_files WHERE id = ?2)';

export function insertMatchesStatements(
  db: D1Database,
  file: { readonly id: string; readonly source: BankSource },
  matches: readonly NewMatch[],
): D1PreparedStatement[] {
  return inTurns(matches, (json) =>
    db
      .prepare(
        `INSERT INTO bank_matches (file_id, line, source, operation_id, how, matched_at)
         SELECT value ->> 'fileId', value ->> 'line', ?1, value ->> 'operationId', value ->> 'how', ${LOADED_AT} FROM json_each(?3)`,
      )
      .bind(file.source, file.id, json),
  );
}

/** Ends the open breaks of one side, now that the other is there. */
export function closeBreaksStatements(
  db: D1Database,
  source: BankSource,
  now: number,
  pairs: readonly { readonly fileId: string; readonly line: number; readonly operationId: string }[],
): D1PreparedStatement[] {
  return inTurns(pairs, (json) =>
    db
      .prepare(
        `UPDATE bank_breaks SET state = 'closed', ended_at = ?2 WHERE id IN (
           SELECT b.id FROM json_each(?3) AS pair CROSS JOIN bank_breaks b
             ON b.file_id = pair.value ->> 'fileId' AND b.line = pair.value ->> 'line' AND b.state = 'open' AND b.kind = 'theirs-alone'
           UNION SELECT b.id FROM json_each(?3) AS pair CROSS JOIN bank_breaks b
             ON b.source = ?1 AND b.operation_id = pair.value ->> 'operationId' AND b.state = 'open' AND b.kind = 'ours-alone')`,
      )
      .bind(source, now, json),
  );
}

export type NewBreak = {
  readonly id: string;
  readonly kind: BreakKind;
  readonly fileId: string | null;
  readonly line: number | null;
  readonly operationId: string | null;
  readonly day: string;
  readonly bankCents: number | null;
  readonly ourCents: number | null;
};

export function insertBreaksStatements(
  db: D1Database,
  file: { readonly id: string; readonly source: BankSource },
  breaks: readonly NewBreak[],
): D1PreparedStatement[] {
  return inTurns(breaks, (json) =>
    db
      .prepare(
        `INSERT INTO bank_breaks (id, source, kind, file_id, line, operation_id, day, bank_cents, our_cents, found_at)
         SELECT value ->> 'id', ?1, value ->> 'kind', value ->> 'fileId', value ->> 'line', value ->> 'operationId', value ->> 'day',
           value ->> 'bankCents', value ->> 'ourCents', ${LOADED_AT} FROM json_each(?3)`,
      )
      .bind(file.source, file.id, json),
  );
}

/**
 * Judges every closing balance of a source anew, now that a file and what its lines are is stored: a balance that follows from the one
 * before ends its break, one that does not gets one, and an open break says what is expected now.
 */
export function judgeBalancesStatements(
  db: D1Database,
  source: BankSource,
  now: number,
  id: string,
): readonly [closed: D1PreparedStatement, followed: D1PreparedStatement, found: D1PreparedStatement] {
  const open = `b.kind = 'balance-differs' AND b.state = 'open' AND b.source = ?1`;
  return [
    db
      .prepare(
        `WITH ${CLOSINGS} UPDATE bank_breaks AS b SET state = 'closed', ended_at = ?2
         FROM closings c WHERE c.id = b.file_id AND ${open} AND c.explained`,
      )
      .bind(source, now),
    db
      .prepare(
        `WITH ${CLOSINGS} UPDATE bank_breaks AS b SET our_cents = c.expected
         FROM closings c WHERE c.id = b.file_id AND ${open} AND b.our_cents <> c.expected`,
      )
      .bind(source),
    db
      .prepare(
        `WITH ${CLOSINGS} INSERT INTO bank_breaks (id, source, kind, file_id, day, bank_cents, our_cents, found_at)
         SELECT ?3 || ':' || c.id, c.source, 'balance-differs', c.id, c.day, c.cents, c.expected, ?2 FROM closings c
         WHERE c.source = ?1 AND NOT c.explained AND NOT EXISTS (SELECT 1 FROM bank_breaks b WHERE b.file_id = c.id AND ${open})`,
      )
      .bind(source, now, id),
  ];
}
