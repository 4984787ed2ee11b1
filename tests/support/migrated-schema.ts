// The database that the migrations leave, as statements that make it at once. A runtime that starts or is emptied takes a tenth of
// the time with them that the migrations themselves take there (60 ms, 600 ms): a run does so some sixty times, the deep one 300 times.
// D1 applies the files themselves to the database of the browser tests (`e2e/seed-template.ts`).

import { DatabaseSync } from 'node:sqlite';
import { migrate } from './migrations.ts';

/** What refers to something comes after it; a row is there before the guards that would look at it. */
const IN_ORDER = ['table', 'row', 'index', 'view', 'trigger'] as const;

/** Vitest reads its configuration, which asks for them, anew for each project: they are kept with the process, not with a module. */
const kept = globalThis as { migratedSchema?: string[] };

export const migratedSchema = (): string[] => (kept.migratedSchema ??= makeSchema());

function makeSchema(): string[] {
  const db = migrate(new DatabaseSync(':memory:'));
  const texts = (sql: string) => db.prepare(sql).all() as { type: string; name: string; sql: string }[];
  const made = texts(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid`);
  const rows = made
    .filter(({ type }) => type === 'table')
    .flatMap(({ name }) => {
      const columns = texts(`SELECT name FROM pragma_table_info('${name}')`).map(
        (one) => `quote("${one.name}")`,
      );
      return texts(
        `SELECT 'row' AS type, 'INSERT INTO "${name}" VALUES (' || ${columns.join(` || ', ' || `)} || ')' AS sql FROM "${name}"`,
      );
    });
  db.close();
  const all = [...made, ...rows];
  return [
    'PRAGMA defer_foreign_keys = on',
    ...IN_ORDER.flatMap((type) => all.filter((one) => one.type === type).map(({ sql }) => sql)),
  ];
}
