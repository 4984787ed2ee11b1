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
