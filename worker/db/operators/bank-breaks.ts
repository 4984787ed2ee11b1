// Where a bank and the books do not say the same: the list, and what an operator says of one (0061_files_set_aside.sql).

import type { BankSource } from '../../domain/bank-files.ts';
import type { TimeCursor } from '../../domain/cursors.ts';
import type { BreakKind, BreakState } from '../../domain/reconciliation.ts';
import { clearGuards } from '../guards.ts';

export type BreakRow = {
  readonly id: string;
  readonly source: BankSource;
  readonly kind: BreakKind;
  readonly state: BreakState;
  readonly day: string;
  readonly bankCents: number | null;
  readonly ourCents: number | null;
  readonly label: string | null;
  readonly line: number | null;
  /** JSON; null where the bank says nothing. */
  readonly paymentIds: string | null;
  readonly operationId: string | null;
  readonly foundAt: number;
  readonly ownerId: string | null;
  readonly ownerEmail: string | null;
  readonly resolution: string | null;
  readonly resolvedBy: string | null;
  readonly endedAt: number | null;
};

const BREAKS = `SELECT b.id, b.source, b.kind, b.state, b.day, b.bank_cents AS bankCents, b.our_cents AS ourCents, f.label, b.line,
    l.payment_ids AS paymentIds, b.operation_id AS operationId, b.found_at AS foundAt, b.owner_id AS ownerId, o.email AS ownerEmail,
    b.resolution, r.email AS resolvedBy, b.ended_at AS endedAt
  FROM bank_breaks b LEFT JOIN bank_files f ON f.id = b.file_id LEFT JOIN bank_lines l ON l.file_id = b.file_id AND l.line = b.line
    LEFT JOIN users o ON o.id = b.owner_id LEFT JOIN users r ON r.id = b.resolved_by`;

export type BreakFilter = {
  readonly state: BreakState;
  readonly source: BankSource | null;
  readonly kind: BreakKind | null;
  /** An operator's id; 'nobody'; null for all. */
  readonly owner: string | null;
  readonly after: TimeCursor | undefined;
  readonly limit: number;
};

/** The newest first. */
export async function listBreaks(db: D1Database, filter: BreakFilter): Promise<BreakRow[]> {
  const { state, source, kind, owner, after, limit } = filter;
  const params: (string | number)[] = [];
  const bound = (value: string | number) => `?${params.push(value)}`;
  const conditions = [
    `b.state = ${bound(state)}`,
    ...(source === null ? [] : [`b.source = ${bound(source)}`]),
    ...(kind === null ? [] : [`b.kind = ${bound(kind)}`]),
    ...(owner === null ? [] : [owner === 'nobody' ? 'b.owner_id IS NULL' : `b.owner_id = ${bound(owner)}`]),
    ...(after === undefined ? [] : [`(b.found_at, b.id) < (${bound(after.at)}, ${bound(after.id)})`]),
  ];
  const { results } = await db
    .prepare(
      `${BREAKS} WHERE ${conditions.join(' AND ')} ORDER BY b.found_at DESC, b.id DESC LIMIT ${bound(limit)}`,
    )
    .bind(...params)
    .all<BreakRow>();
  return results;
}

export async function findBreak(db: D1Database, id: string): Promise<BreakRow | null> {
  return db.prepare(`${BREAKS} WHERE b.id = ?1`).bind(id).first<BreakRow>();
}

export function takeBreakStatement(db: D1Database, id: string, owner: string): D1PreparedStatement {
  return db
    .prepare(`UPDATE bank_breaks SET owner_id = ?2 WHERE id = ?1 AND state = 'open' AND owner_id IS NOT ?2`)
    .bind(id, owner);
}

/** Who resolves what nobody had taken owns it. */
export function resolveBreakStatement(
  db: D1Database,
  resolved: { readonly id: string; readonly by: string; readonly reason: string; readonly now: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE bank_breaks SET state = 'resolved', resolution = ?3, resolved_by = ?2, ended_at = ?4, owner_id = coalesce(owner_id, ?2)
       WHERE id = ?1 AND state = 'open'`,
    )
    .bind(resolved.id, resolved.by, resolved.reason, resolved.now);
}

/**
 * After the matches and the breaks of a file: the batch aborts where one thing is both. An operator has resolved the break of a match since
 * it was read, or another file has meanwhile what seemed to be missing. What earlier files left so is no reason to refuse this one.
 */
export function guardMatchedOrBroken(db: D1Database, fileId: string): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO guards (operation_id, step, n) SELECT ?1, 'matched-or-broken', NOT EXISTS (
           SELECT 1 FROM bank_files f JOIN bank_breaks b ON b.source = f.source AND b.state IN ('open', 'resolved') WHERE f.id = ?1 AND (
             EXISTS (SELECT 1 FROM bank_matches m WHERE m.file_id = b.file_id AND m.line = b.line AND m.set_aside_at IS NULL
               AND f.loaded_at IN (b.found_at, m.matched_at))
             OR EXISTS (SELECT 1 FROM bank_matches m WHERE m.source = b.source AND m.operation_id = b.operation_id AND m.set_aside_at IS NULL
               AND f.loaded_at IN (b.found_at, m.matched_at))))`,
      )
      .bind(fileId),
    clearGuards(db, fileId),
  ];
}
