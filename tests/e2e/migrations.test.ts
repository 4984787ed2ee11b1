// Migrations on a populated copy of a past release: the seeded database is poured into the tables as they were then, and every
// migration since is applied to it. Nothing of what was stored is lost or changed, above all no total and no stored reply.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'playwright/test';
import { MIGRATIONS, sqlOf } from '../../worker/commands/migration-files.ts';
import { ACCOUNT_DAYS_RULES } from '../../worker/db/account-days-check.ts';
import { TEMPLATE } from './support/servers.ts';
import { deepIf } from './support/tier.ts';

/** A release may have ended before any migration: of the first three, before which there was no money, nothing can be kept. */
const NEXT_ONES = MIGRATIONS.filter((name) => name > '0003_ledger.sql');
/** When the cron looks next, which a migration may bring forward. */
const DUE: ReadonlySet<string> = new Set(['withdrawals.claimed_until']);
/** Of these not a row may be gained either. */
const MONEY = ['operations', 'entries', 'transactions', 'deposits', 'holdings'] as const;

let latest: DatabaseSync | undefined;

for (const next of NEXT_ONES) {
  const title = `the crowd of the release before ${next} keeps every row, total and reply`;
  test(title, deepIf(next !== NEXT_ONES.at(-1)), () => {
    const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
    try {
      migrate(
        db,
        MIGRATIONS.filter((name) => name < next),
      );
      const tables = pour(db);
      for (const table of MONEY) expect(rowsIn(db, table), table).toBeGreaterThan(1_000);
      // What a column held that is gone since, a test of its migration follows.
      const before = new Map(
        tables.map((table) => [
          table,
          columnsOf(db, table).filter(
            (column) => inTheEnd(table).has(column) && !DUE.has(`${table}.${column}`),
          ),
        ]),
      );
      const stored = new Map(
        tables.map((table) => [table, fingerprints(db, table, before.get(table) ?? [])]),
      );
      const counts = MONEY.map((table) => rowsIn(db, table));

      migrate(
        db,
        MIGRATIONS.filter((name) => name >= next),
      );

      expect(MONEY.map((table) => rowsIn(db, table))).toEqual(counts);
      for (const [table, rows] of stored) {
        const after = new Set(fingerprints(db, table, before.get(table) ?? []));
        expect(rows.filter((row) => !after.has(row)).length, `rows of ${table} lost or changed`).toBe(0);
      }
      // What a migration adds up from them is what they say.
      for (const { rule, sql } of ACCOUNT_DAYS_RULES.filter((one) => one.rule.endsWith('equal-entries')))
        expect(db.prepare(sql).all(), rule).toEqual([]);
      expect(rowsIn(db, 'account_days')).toBeGreaterThan(1_000);
      expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
      expect(db.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    } finally {
      db.close();
    }
  });
}

/** The columns of a table after all migrations. */
function inTheEnd(table: string): ReadonlySet<string> {
  latest ??= emptyInTheEnd();
  return new Set(columnsOf(latest, table));
}

function emptyInTheEnd(): DatabaseSync {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  migrate(db, MIGRATIONS);
  return db;
}

function migrate(db: DatabaseSync, names: readonly string[]): void {
  for (const name of names) db.exec(sqlOf(name));
}

/**
 * Fills the tables that no migration has filled with the seeded rows, and answers their names. Rows with words that the release
 * did not know (`OR IGNORE` passes over what a CHECK refuses) stay behind, with their entries.
 */
function pour(db: DatabaseSync): string[] {
  db.prepare('ATTACH ? AS seeded').run(seededDatabase());
  const known = new Set(tablesIn(db, 'seeded'));
  const tables = tablesIn(db, 'main').filter(
    (table) => known.has(table) && (table === 'accounts' || rowsIn(db, table) === 0),
  );
  // What the migrations make of the house's accounts is theirs: the seeded ones are of later migrations too.
  const house = db
    .prepare(`SELECT id FROM main.accounts WHERE kind = 'house'`)
    .all()
    .map(({ id }) => String(id));
  // What a trigger would write is among the rows already.
  const triggers = db.prepare(`SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'`).all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
  for (const table of tables) {
    const there = new Set(columnsOf(db, table, 'seeded'));
    const columns = columnsOf(db, table)
      .filter((column) => there.has(column))
      .join(', ');
    db.exec(`INSERT OR IGNORE INTO main.${table} (${columns}) SELECT ${columns} FROM seeded.${table}`);
  }
  db.exec(`
    DELETE FROM main.entries WHERE operation_id NOT IN (SELECT id FROM main.operations);
    DELETE FROM main.transactions WHERE operation_id NOT IN (SELECT id FROM main.operations);`);
  db.prepare(
    `DELETE FROM main.accounts WHERE kind = 'house' AND id NOT IN (SELECT value FROM json_each(?))`,
  ).run(JSON.stringify(house));
  for (const { sql } of triggers) db.exec(String(sql));
  db.exec('DETACH seeded');
  return tables;
}

function seededDatabase(): string {
  const folder = join(TEMPLATE, 'v3/d1/miniflare-D1DatabaseObject');
  const name = readdirSync(folder).find((file) => file.endsWith('.sqlite') && file !== 'metadata.sqlite');
  if (name === undefined) throw new Error(`No database in ${folder}`);
  return join(folder, name);
}

function tablesIn(db: DatabaseSync, schema: 'main' | 'seeded'): string[] {
  const sql = `SELECT name FROM ${schema}.sqlite_master
    WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name <> 'd1_migrations'`;
  return db
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));
}

function columnsOf(db: DatabaseSync, table: string, schema = 'main'): string[] {
  // Generated columns are not in this list, and are not written.
  return db
    .prepare(`SELECT name FROM pragma_table_info(?, ?)`)
    .all(table, schema)
    .map(({ name }) => String(name));
}

function rowsIn(db: DatabaseSync, table: string): number {
  return Number(db.prepare(`SELECT count(*) AS n FROM main.${table}`).get()?.['n']);
}

/** One hash per row, over the columns that both releases have. */
function fingerprints(db: DatabaseSync, table: string, columns: readonly string[]): string[] {
  const statement = db.prepare(`SELECT ${columns.join(', ')} FROM main.${table}`);
  statement.setReturnArrays(true);
  return statement.all().map((row) => createHash('sha256').update(JSON.stringify(row)).digest('base64'));
}
