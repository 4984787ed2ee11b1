// D1's interface over node:sqlite: the local commands and the benchmark's peer run the same statements as the Worker.
// Only what our code uses: prepare, bind, first, all, run, raw, batch. A batch is one transaction, as on D1.
// Miniflare's own client makes a synchronous request for each `prepare` and each `bind`; 200,000 of them take minutes.

import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

type Row = Record<string, unknown>;

class Statement {
  readonly database: NodeD1;
  readonly sql: string;
  readonly values: readonly SQLInputValue[];

  constructor(database: NodeD1, sql: string, values: readonly SQLInputValue[] = []) {
    this.database = database;
    this.sql = sql;
    this.values = values;
  }

  bind(...values: SQLInputValue[]): Statement {
    return new Statement(this.database, this.sql, values);
  }

  execute(): { success: true; results: Row[]; meta: Row } {
    const { text, values } = positional(this.sql, this.values);
    const statement = this.database.prepared(text);
    if (statement.columns().length === 0) {
      const { changes } = statement.run(...values);
      return { success: true, results: [], meta: { changes } };
    }
    const results = statement.all(...values) as Row[];
    return { success: true, results, meta: { changes: results.length } };
  }

  async all(): Promise<{ success: true; results: Row[]; meta: Row }> {
    return this.execute();
  }

  async run(): Promise<{ success: true; results: Row[]; meta: Row }> {
    return this.execute();
  }

  async first(column?: string): Promise<unknown> {
    const row = this.execute().results[0] ?? null;
    return column === undefined || row === null ? row : (row[column] ?? null);
  }

  /** Each row as a list: of two columns with one name an object keeps one. */
  async raw(): Promise<unknown[][]> {
    const { text, values } = positional(this.sql, this.values);
    const statement = this.database.prepared(text);
    statement.setReturnArrays(true);
    try {
      return statement.all(...values) as unknown as unknown[][];
    } finally {
      statement.setReturnArrays(false);
    }
  }
}

export class NodeD1 {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isAtomic = false;

  /** `readOnly`: the file stays as it is. */
  constructor(path: string, { readOnly = false } = {}) {
    this.#database = new DatabaseSync(path, { readOnly });
    if (readOnly) return;
    // The same promise as D1 makes: a reply means the rows are on disk.
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  }

  close(): void {
    this.#database.close();
  }

  /** From here on no statement opens another file, also not of SQL that somebody else wrote. */
  confine(): void {
    this.#database.setAuthorizer((action) =>
      action === constants.SQLITE_ATTACH ? constants.SQLITE_DENY : constants.SQLITE_OK,
    );
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** All pages, as a file of it would have them. */
  serialize(): Uint8Array {
    return this.#database.serialize();
  }

  /** Takes the place of what was there, in memory. */
  deserialize(bytes: Uint8Array): void {
    this.#statements.clear();
    this.#database.deserialize(bytes);
  }

  prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  prepare(sql: string): Statement {
    return new Statement(this, sql);
  }

  async batch(statements: readonly Statement[]): Promise<unknown[]> {
    const [begin, commit, rollback] = this.#isAtomic
      ? ['SAVEPOINT batch', 'RELEASE batch', 'ROLLBACK TO batch; RELEASE batch']
      : ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'];
    this.#database.exec(begin);
    try {
      const results = statements.map((statement) => statement.execute());
      this.#database.exec(commit);
      return results;
    } catch (error) {
      this.#database.exec(rollback);
      throw error;
    }
  }

  /** All that `work` does is there, or nothing of it. For one caller at a time. */
  async atomically<T>(work: () => Promise<T>): Promise<T> {
    this.#database.exec('BEGIN IMMEDIATE');
    this.#isAtomic = true;
    try {
      const result = await work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    } finally {
      this.#isAtomic = false;
    }
  }

  /** A D1 session decides where a read goes; here there is one place. */
  withSession(): this {
    return this;
  }
}

/** D1 numbers its parameters (?1, ?2); node:sqlite binds by order of appearance, so repeats are spelled out. */
function positional(
  sql: string,
  values: readonly SQLInputValue[],
): { text: string; values: readonly SQLInputValue[] } {
  if (!/\?\d/u.test(sql)) return { text: sql, values };
  const ordered: SQLInputValue[] = [];
  const text = sql.replaceAll(/\?(\d+)/gu, (_match, index: string) => {
    ordered.push(values[Number(index) - 1] ?? null);
    return '?';
  });
  return { text, values: ordered };
}
