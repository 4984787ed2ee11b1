// A database that counts the rows which its statements read, as D1 says it with each result.

export type CountedDatabase = {
  readonly db: D1Database;
  /** How many since the last call: in all, and the most of one statement. */
  readonly take: () => { readonly rows: number; readonly most: number };
};

export function countedRows(real: D1Database): CountedDatabase {
  let [rows, most] = [0, 0];
  const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const seen = <T>(result: D1Result<T>): D1Result<T> => {
    rows += result.meta.rows_read;
    most = Math.max(most, result.meta.rows_read);
    return result;
  };
  const counted = (statement: D1PreparedStatement): D1PreparedStatement => {
    const all = async () => seen(await statement.all<Record<string, unknown>>());
    const outer = {
      bind: (...values: unknown[]) => counted(statement.bind(...values)),
      all,
      run: all,
      async first(column?: string) {
        const [row] = (await all()).results;
        return row === undefined ? null : column === undefined ? row : (row[column] ?? null);
      },
      // Without its cost: of two columns with one name an object keeps one, so it is read twice.
      async raw() {
        await all();
        return statement.raw();
      },
    } as unknown as D1PreparedStatement;
    inner.set(outer, statement);
    return outer;
  };
  const db = {
    prepare: (sql: string) => counted(real.prepare(sql)),
    async batch(statements: D1PreparedStatement[]) {
      const results = await real.batch(statements.map((statement) => inner.get(statement) ?? statement));
      return results.map(seen);
    },
    withSession: () => db,
  } as unknown as D1Database;
  const take = () => {
    const read = { rows, most };
    [rows, most] = [0, 0];
    return read;
  };
  return { db, take };
}
