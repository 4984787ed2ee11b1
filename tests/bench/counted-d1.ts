// A D1 that counts what one request asks of it: calls, statements, bytes that travel there, rows read. For counting, never for
// measuring time: what counts takes time itself.

export type Work = { calls: number; statements: number; bytes: number; rowsRead: number };

type Value = string | number | null;

export class CountedD1 {
  readonly #real: D1Database;
  work: Work = { calls: 0, statements: 0, bytes: 0, rowsRead: 0 };

  constructor(real: D1Database) {
    this.#real = real;
  }

  /** What `use` asks for. */
  async during(use: () => Promise<unknown>): Promise<Work> {
    this.work = { calls: 0, statements: 0, bytes: 0, rowsRead: 0 };
    await use();
    return this.work;
  }

  prepare(sql: string): CountedStatement {
    return new CountedStatement(this, this.#real.prepare(sql), sql, []);
  }

  async batch(statements: readonly CountedStatement[]): Promise<D1Result[]> {
    this.work.calls += 1;
    const results = await this.#real.batch(statements.map((one) => one.real));
    for (const [index, one] of statements.entries()) this.note(one, results[index]);
    return results;
  }

  withSession(): this {
    return this;
  }

  getBookmark(): null {
    return null;
  }

  note({ sql, values }: CountedStatement, result: D1Result | undefined): void {
    this.work.statements += 1;
    this.work.bytes += Buffer.byteLength(sql) + Buffer.byteLength(JSON.stringify(values));
    this.work.rowsRead += result?.meta?.rows_read ?? 0;
  }
}

class CountedStatement {
  readonly #counted: CountedD1;
  readonly real: D1PreparedStatement;
  readonly sql: string;
  readonly values: readonly Value[];

  constructor(counted: CountedD1, real: D1PreparedStatement, sql: string, values: readonly Value[]) {
    this.#counted = counted;
    this.real = real;
    this.sql = sql;
    this.values = values;
  }

  bind(...values: Value[]): CountedStatement {
    return new CountedStatement(this.#counted, this.real.bind(...values), this.sql, values);
  }

  async all(): Promise<D1Result> {
    this.#counted.work.calls += 1;
    const result = await this.real.all();
    this.#counted.note(this, result);
    return result;
  }

  run(): Promise<D1Result> {
    return this.all();
  }

  async first(column?: string): Promise<unknown> {
    const row = ((await this.all()).results[0] as Record<string, unknown> | undefined) ?? null;
    return column === undefined || row === null ? row : (row[column] ?? null);
  }

  /** Lists carry no meta: the rows are read once more as objects, and counted once. */
  async raw(): Promise<unknown[]> {
    await this.all();
    return this.real.raw();
  }
}
