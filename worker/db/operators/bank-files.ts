// Files of the banks as they were loaded, those that are set aside among them, and the lines that are stored with one.

import type { BankFormat, BankSource } from '../../domain/bank-files.ts';
import type { TimeCursor } from '../../domain/cursors.ts';

export type BankFileRow = {
  readonly id: string;
  readonly source: BankSource;
  readonly format: BankFormat;
  readonly label: string;
  readonly sha256: string;
  readonly lines: number;
  readonly repeated: number;
  readonly fromDay: string;
  readonly toDay: string;
  readonly loadedBy: string;
  readonly loadedAt: number;
  /** Null where it says no closing balance, or one of a day that was not over. */
  readonly balanceDay: string | null;
  readonly balanceCents: number | null;
};

const FILE = `f.id, f.source, f.format, f.label, f.sha256, f.lines, f.repeated, f.from_day AS fromDay, f.to_day AS toDay,
  u.email AS loadedBy, f.loaded_at AS loadedAt, f.balance_day AS balanceDay, f.balance_cents AS balanceCents`;

export async function isBankFileKnown(db: D1Database, sha256: string): Promise<boolean> {
  return (
    (await db
      .prepare('SELECT 1 AS one FROM bank_files WHERE sha256 = ?1 AND set_aside_at IS NULL')
      .bind(sha256)
      .first()) !== null
  );
}

/** The newest of a source. */
export async function lastBankFile(db: D1Database, source: BankSource): Promise<BankFileRow | null> {
  return db
    .prepare(
      `SELECT ${FILE} FROM bank_files f JOIN users u ON u.id = f.loaded_by
       WHERE f.source = ?1 AND f.set_aside_at IS NULL ORDER BY f.loaded_at DESC, f.id DESC LIMIT 1`,
    )
    .bind(source)
    .first<BankFileRow>();
}

export type ListedFileRow = BankFileRow & {
  /** JSON of the proposal that waits, or was approved; null: there is none. */
  readonly setAside: string | null;
};

/** The newest first, those that are set aside among them. */
export async function listBankFiles(
  db: D1Database,
  { after, limit }: { readonly after: TimeCursor | undefined; readonly limit: number },
): Promise<ListedFileRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${FILE}, (SELECT json_object('id', s.id, 'state', s.state, 'reason', s.reason, 'proposedBy', s.proposed_by,
           'proposerEmail', p.email, 'proposedAt', s.proposed_at, 'decidedBy', s.decided_by, 'deciderEmail', d.email, 'decidedAt', s.decided_at)
         FROM bank_set_asides s JOIN users p ON p.id = s.proposed_by LEFT JOIN users d ON d.id = s.decided_by
         WHERE s.file_id = f.id AND s.state IN ('open', 'approved')) AS setAside
       FROM bank_files f JOIN users u ON u.id = f.loaded_by
       ${after === undefined ? '' : 'WHERE (f.loaded_at, f.id) < (?2, ?3)'} ORDER BY f.loaded_at DESC, f.id DESC LIMIT ?1`,
    )
    .bind(limit, ...(after === undefined ? [] : [after.at, after.id]))
    .all<ListedFileRow>();
  return results;
}

export type FileLineRow = {
  readonly line: number;
  readonly day: string;
  readonly cents: number;
  /** JSON. */
  readonly paymentIds: string;
  /** Which of ours it is, or was until its file was set aside. */
  readonly operationId: string | null;
};

/** The lines that are stored with a file, in its order; null: there is no such file. */
export async function linesOfFile(
  db: D1Database,
  id: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly source: BankSource; readonly rows: FileLineRow[] } | null> {
  const [file, lines] = await db.batch<{ source: BankSource } & FileLineRow>([
    db.prepare('SELECT source FROM bank_files WHERE id = ?1').bind(id),
    db
      .prepare(
        `SELECT l.line, l.day, l.cents, l.payment_ids AS paymentIds, m.operation_id AS operationId FROM bank_lines l
         LEFT JOIN bank_matches m ON m.file_id = l.file_id AND m.line = l.line
         WHERE l.file_id = ?1 AND l.line > ?2 ORDER BY l.line LIMIT ?3`,
      )
      .bind(id, after, limit),
  ]);
  const source = file?.results[0]?.source;
  return source === undefined ? null : { source, rows: lines?.results ?? [] };
}
