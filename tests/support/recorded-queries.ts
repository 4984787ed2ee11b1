// The queries of one caller alone. The database itself also serves what runs beside a test, such as the hub's search for alerts.

export function recorded(real: D1Database): { readonly db: D1Database; readonly queries: string[] } {
  const queries: string[] = [];
  const db = {
    prepare(sql: string) {
      queries.push(sql);
      return real.prepare(sql);
    },
    batch: (statements: D1PreparedStatement[]) => real.batch(statements),
  };
  return { db: db as unknown as D1Database, queries };
}

/** Each call that reached the database, as the number of its statements: what a request costs (D85). */
export function countedCalls(real: D1Database): { readonly db: D1Database; readonly calls: number[] } {
  const calls: number[] = [];
  const realOf = new WeakMap<object, D1PreparedStatement>();
  const counted = (statement: D1PreparedStatement): D1PreparedStatement => {
    const once = <T>(ask: () => T) => {
      calls.push(1);
      return ask();
    };
    const copy = {
      bind: (...values: unknown[]) => counted(statement.bind(...values)),
      all: () => once(() => statement.all()),
      run: () => once(() => statement.run()),
      raw: () => once(() => statement.raw()),
      first: (column?: string) =>
        once(() => (column === undefined ? statement.first() : statement.first(column))),
    } as unknown as D1PreparedStatement;
    realOf.set(copy, statement);
    return copy;
  };
  const db = {
    prepare: (sql: string) => counted(real.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => {
      calls.push(statements.length);
      return real.batch(statements.map((one) => realOf.get(one) ?? one));
    },
    withSession: () => db,
  };
  return { db: db as unknown as D1Database, calls };
}
