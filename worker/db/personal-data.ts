// What the registry of personal data says, done: the rows of one customer are erased, pseudonymised, counted or read.

import { PERSONAL_DATA, type PersonalTable } from '../domain/personal-data.ts';

export type Person = {
  readonly userId: string;
  /** Null where nobody has proved that it is theirs: what others wrote under it is not this customer's. */
  readonly provedEmail: string | null;
};

/** Binds ?1 and, where the statement has it, ?2. */
function about(db: D1Database, sql: string, { userId, provedEmail }: Person): D1PreparedStatement {
  return db.prepare(sql).bind(userId, ...(sql.includes('?2') ? [provedEmail ?? ''] : []));
}

/** For the batch of the closing, in the registry's order. */
export function forgetStatements(db: D1Database, person: Person): D1PreparedStatement[] {
  return PERSONAL_DATA.flatMap(({ table, whose, atClosing }) => {
    if (atClosing.rule === 'erase') return [about(db, `DELETE FROM ${table} WHERE ${whose}`, person)];
    if (atClosing.rule !== 'pseudonymise') return [];
    return [about(db, `UPDATE ${table} SET ${atClosing.set} WHERE ${whose}`, person)];
  });
}

/** How many rows each table has about a customer, in the registry's order; those of an operator's machine are left out. */
export async function countRows(
  db: D1Database,
  person: Person,
): Promise<readonly { readonly entry: PersonalTable; readonly rows: number }[]> {
  const counted = await db.batch<{ n: number }>(
    PERSONAL_DATA.map(({ table, whose }) =>
      about(db, `SELECT count(*) AS n FROM ${table} WHERE ${whose}`, person),
    ),
  );
  return PERSONAL_DATA.map((entry, index) => ({ entry, rows: counted[index]?.results[0]?.n ?? 0 }));
}

export type ExportedTable = {
  readonly entry: PersonalTable;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};

/** The rows of the complete copy: one moment of the database. */
export async function readRows(db: D1Database, person: Person): Promise<readonly ExportedTable[]> {
  const entries = PERSONAL_DATA.filter(({ exported }) => exported !== null);
  const read = await db.batch<Record<string, unknown>>(
    entries.map(({ table, whose, exported }) =>
      about(db, `SELECT ${(exported ?? []).join(', ')} FROM ${table} WHERE ${whose}`, person),
    ),
  );
  return entries.map((entry, index) => ({ entry, rows: read[index]?.results ?? [] }));
}
