// Files of banks that are set aside: said by one operator, done by another (P107). The schema holds the rules (0061_files_set_aside.sql).

import type { BankSource } from '../domain/bank-files.ts';
import type { TreasuryOrderState } from '../domain/treasury.ts';
import { guard } from './guards.ts';
import { type ProposedRow, proposedTable } from './proposed-rows.ts';

export type SetAsideRow = ProposedRow & {
  readonly state: TreasuryOrderState;
  readonly fileId: string;
  readonly source: BankSource;
  readonly label: string;
  readonly reason: string;
};

export const SET_ASIDES = proposedTable<SetAsideRow>('bank_set_asides', {
  done: 'approved',
  proposes: 'reconciliation.change',
  decides: 'reconciliation.change',
  terms: `t.file_id AS fileId, (SELECT source FROM bank_files WHERE id = t.file_id) AS source,
    (SELECT label FROM bank_files WHERE id = t.file_id) AS label, t.reason`,
  oneOf: [['file_id']],
});

const SET_ASIDES_OF = 'SELECT count(*) AS n FROM bank_files WHERE source = ?1 AND set_aside_at IS NOT NULL';

/** Of file `f`: a later file has some of the same movements, which are stored with `f` alone. Nobody knows which they are. */
const IS_REPEATED = `EXISTS (SELECT 1 FROM bank_files later WHERE later.source = f.source AND later.set_aside_at IS NULL
    AND later.repeated > 0 AND (later.loaded_at, later.id) > (f.loaded_at, f.id)
    AND later.from_day <= f.to_day AND later.to_day >= f.from_day)`;

/** How many files of a source are set aside: never fewer than before. */
export async function countSetAsides(db: D1Database, source: BankSource): Promise<number> {
  const { results } = await db.prepare(SET_ASIDES_OF).bind(source).all<{ n: number }>();
  return results[0]?.n ?? 0;
}

/**
 * The batch aborts where a file of the source was set aside since they were counted: what was read of it afterwards, as a line that need
 * not be stored again or that is matched, may count no more.
 */
export function guardSetAsides(
  db: D1Database,
  { id, source, counted }: { readonly id: string; readonly source: BankSource; readonly counted: number },
): D1PreparedStatement {
  // Nothing is written where it fits: nothing has to be cleared.
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n) SELECT ?2, 'set-asides', 0 WHERE (${SET_ASIDES_OF}) <> ?3`,
    )
    .bind(source, id, counted);
}

/** Null: there is no such file, or it is set aside. */
export async function findFileInUse(
  db: D1Database,
  id: string,
): Promise<{ readonly isRepeated: boolean } | null> {
  const row = await db
    .prepare(`SELECT ${IS_REPEATED} AS repeated FROM bank_files f WHERE f.id = ?1 AND f.set_aside_at IS NULL`)
    .bind(id)
    .first<{ repeated: 0 | 1 }>();
  return row === null ? null : { isRepeated: row.repeated === 1 };
}

export function proposeSetAsideStatement(
  db: D1Database,
  of: {
    readonly id: string;
    readonly fileId: string;
    readonly reason: string;
    readonly by: string;
    readonly at: number;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO bank_set_asides (id, file_id, reason, proposed_by, proposed_at)
       SELECT ?1, id, ?3, ?4, ?5 FROM bank_files WHERE id = ?2 AND set_aside_at IS NULL`,
    )
    .bind(of.id, of.fileId, of.reason, of.by, of.at);
}

/**
 * The file, its lines and its matches count no more; its breaks are over, and so are those of ours that were found missing by it, resolved
 * ones too: what is resolved is matched with no other file. They are told by `loaded_at`, which no two files of a source share. It aborts
 * at a guard where the file is set aside already, or a later one repeats it. What closing balances come to then is judged by the caller.
 */
export function setAsideStatements(
  db: D1Database,
  { id, fileId, now }: { readonly id: string; readonly fileId: string; readonly now: number },
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE bank_files AS f SET set_aside_at = ?2 WHERE f.id = ?1 AND f.set_aside_at IS NULL AND NOT ${IS_REPEATED}`,
      )
      .bind(fileId, now),
    guard(db, id, 'file'),
    db.prepare('UPDATE bank_lines SET set_aside_at = ?2 WHERE file_id = ?1').bind(fileId, now),
    db.prepare('UPDATE bank_matches SET set_aside_at = ?2 WHERE file_id = ?1').bind(fileId, now),
    db
      .prepare(
        `UPDATE bank_breaks SET state = 'set-aside', ended_at = coalesce(ended_at, ?2)
         WHERE file_id = ?1 AND state IN ('open', 'resolved')
           OR state IN ('open', 'resolved') AND kind = 'ours-alone'
             AND (source, found_at) = (SELECT source, loaded_at FROM bank_files WHERE id = ?1)`,
      )
      .bind(fileId, now),
  ];
}
