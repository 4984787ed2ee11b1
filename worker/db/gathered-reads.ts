// The reads of one request in as few calls as possible: what is asked for in one turn of the event loop goes to the database in one
// batch, and the first batch begins with a statement that decides whether the request is told anything (D85). A call is a hop to the
// primary and costs twenty times what a statement does, so it is calls that are saved.

/** What goes first. `judge` throws where the request is told nothing: what was read beside it is then thrown away. */
type Opening<T> = {
  readonly statement: D1PreparedStatement;
  readonly judge: (result: D1Result) => T;
};

type Waiting = {
  readonly statements: readonly D1PreparedStatement[];
  readonly resolve: (results: D1Result[]) => void;
  readonly reject: (reason: unknown) => void;
};

/** For how many promise jobs a batch waits: a read through drizzle asks a few of them after it was called. */
const PROMISE_JOBS = 10;

export class GatheredReads<T> {
  readonly #db: D1Database;
  readonly #opening: Opening<T>;
  /** Set when the first batch leaves. */
  #opened: Promise<T> | null = null;
  #waiting: Waiting[] = [];

  constructor(db: D1Database, opening: Opening<T>) {
    this.#db = db;
    this.#opening = opening;
  }

  /** D1's interface, as far as reads use it. */
  get db(): D1Database {
    return this as unknown as D1Database;
  }

  /** What the opening was judged to be, or what its judge threw. It goes alone where nothing is asked for. */
  async opened(): Promise<T> {
    if (this.#opened === null) await this.ask([]);
    return this.#opened as Promise<T>;
  }

  prepare(sql: string): Read {
    // A batch that is thrown away must have changed nothing.
    if (!/^\s*(?:SELECT|WITH)\b/iu.test(sql) || /\b(?:INTO|SET|DELETE)\b/iu.test(sql)) {
      throw new Error('gathered statements are reads');
    }
    return new Read(this, this.#db.prepare(sql), sql);
  }

  batch(reads: readonly Read[]): Promise<D1Result[]> {
    return this.ask(reads.map(({ statement }) => statement));
  }

  ask(statements: readonly D1PreparedStatement[]): Promise<D1Result[]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ statements, resolve, reject }) === 1) void this.#send();
    });
  }

  async #send(): Promise<void> {
    for (let job = 0; job < PROMISE_JOBS; job += 1) await Promise.resolve();
    const asked = this.#waiting;
    this.#waiting = [];
    try {
      const statements = asked.flatMap((one) => one.statements);
      const results = await (this.#opened === null ? this.#open(statements) : this.#follow(statements));
      let taken = 0;
      for (const one of asked) one.resolve(results.slice(taken, (taken += one.statements.length)));
    } catch (error) {
      for (const one of asked) one.reject(error);
    }
  }

  async #open(statements: readonly D1PreparedStatement[]): Promise<D1Result[]> {
    const { statement, judge } = this.#opening;
    const reply = this.#db.batch([statement, ...statements]);
    this.#opened = reply.then(([first]) => judge(first as D1Result));
    await this.#opened;
    return (await reply).slice(1);
  }

  async #follow(statements: readonly D1PreparedStatement[]): Promise<D1Result[]> {
    await this.#opened;
    return this.#db.batch([...statements]);
  }
}

/** A prepared statement that travels with the others of its turn. */
class Read {
  readonly #reads: GatheredReads<unknown>;
  readonly statement: D1PreparedStatement;
  readonly #sql: string;

  constructor(reads: GatheredReads<unknown>, statement: D1PreparedStatement, sql: string) {
    this.#reads = reads;
    this.statement = statement;
    this.#sql = sql;
  }

  bind(...values: unknown[]): Read {
    return new Read(this.#reads, this.statement.bind(...values), this.#sql);
  }

  async all(): Promise<D1Result> {
    const [result] = await this.#reads.ask([this.statement]);
    return result as D1Result;
  }

  async run(): Promise<D1Result> {
    return this.all();
  }

  async first(column?: string): Promise<unknown> {
    const { results } = await this.all();
    const row = (results[0] ?? null) as Record<string, unknown> | null;
    return column === undefined || row === null ? row : (row[column] ?? null);
  }

  /** Each row as a list. A batch answers objects, which keep one of two columns with one name: a join is asked for by itself. */
  async raw(): Promise<unknown[][]> {
    if (!/\bjoin\b/iu.test(this.#sql))
      return (await this.all()).results.map((row) => Object.values(row as object));
    const [rows] = await Promise.all([this.statement.raw(), this.#reads.opened()]);
    return rows;
  }
}
