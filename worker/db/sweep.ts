// Rows that are over leave their table a thousand at a time, however many wait: the database has one thread, and trades pass in
// between. The minute cron calls; what is left is the next run's.

export type OldRows = {
  readonly table: string;
  /** The columns that name a row. */
  readonly key: string;
  /** SQL over `params` that an index answers. */
  readonly over: string;
  readonly oldestFirst: string;
  readonly params: readonly (string | number)[];
};

export const SWEPT_AT_ONCE = 1_000;
/** Of one table: seven million rows in a day. */
export const SWEEPS_OF_A_RUN = 5;

/** Answers how many went. */
export async function sweep(db: D1Database, rows: OldRows): Promise<number> {
  const { table, key, over, oldestFirst, params } = rows;
  const statement = db
    .prepare(
      `DELETE FROM ${table} WHERE (${key}) IN (
         SELECT ${key} FROM ${table} WHERE ${over} ORDER BY ${oldestFirst} LIMIT ${SWEPT_AT_ONCE})`,
    )
    .bind(...params);
  return inTurn(() => statement.run());
}

/** Runs a statement over at most `SWEPT_AT_ONCE` rows until it finds fewer; answers how many it changed. */
export async function inTurn(run: () => Promise<D1Result>): Promise<number> {
  let changed = 0;
  for (let turn = 0; turn < SWEEPS_OF_A_RUN; turn += 1) {
    const { meta } = await run();
    changed += meta.changes;
    if (meta.changes < SWEPT_AT_ONCE) break;
  }
  return changed;
}
